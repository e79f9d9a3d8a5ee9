#pragma once

// Tables of a number, such as a directional albedo, by roughness and angle.

#include <array>
#include <functional>

#include "render/float3.h"

namespace gambol {

inline constexpr int albedo_size = 32;
// [roughness][cos_o], roughness = sqrt(alpha); both from 0 to 1
using AlbedoTable = std::array<float, albedo_size * albedo_size>;

// Calls fill(i, cos_o, roughness) for each cell i, in parallel. cos_o is positive.
void for_each_albedo_cell(const std::function<void(int, float, float)>& fill);

// A position in a table: the cell, and the fractions of the way to the next cells.
template <class F>
struct AlbedoCell {
  IntOf<F> at;
  F alpha, cosine;

  AlbedoCell(F cos_o, F of_alpha) {
    const F r = smaller(sqrt(of_alpha), F(1.0f)) * float(albedo_size - 1);
    const F c = within(cos_o, 0, 1) * float(albedo_size - 1);
    const IntOf<F> last = IntOf<F>{} + (albedo_size - 2);
    const IntOf<F> i = smaller(to_int(r), last), j = smaller(to_int(c), last);
    at = i * albedo_size + j;
    alpha = r - to_float(i), cosine = c - to_float(j);
  }
  F of(const AlbedoTable& table) const {
    const auto row = [&](const float* cells) {
      return lerp(gather(cells, at), gather(cells + 1, at), cosine);
    };
    return lerp(row(table.data()), row(table.data() + albedo_size), alpha);
  }
};

}  // namespace gambol
