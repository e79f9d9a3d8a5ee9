#include "render/patterns.h"

#include <cstdint>

#include "render/sampler.h"

namespace gambol {
namespace {

std::uint32_t lattice_hash(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return mix_bits(x * 0x8da6b343u ^ y * 0xd8163841u ^ z * 0xcb1ab31fu);
}

float unit(std::uint32_t bits) { return float(bits >> 8) * 0x1p-24f; }

// Integral of a wave of +1 and -1, each one unit long, from 0.
float wave_up_to(float x) {
  const float in = x - 2 * std::floor(x / 2);
  return in < 1 ? in : 2 - in;
}

float wave(float x, float width) {
  if (width < 1e-4f) return x - 2 * std::floor(x / 2) < 1 ? 1.0f : -1.0f;
  return (wave_up_to(x + 0.5f * width) - wave_up_to(x - 0.5f * width)) / width;
}

float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }

// About -1 to 1. The corners of the cell are done in one go, written so that compilers do all lanes
// at once.
float gradient_noise(Float3 p) {
  constexpr int corners = 8;  // bits of their number: beyond the cell's low corner along x, y, z
  const float fx = std::floor(p.x), fy = std::floor(p.y), fz = std::floor(p.z);
  const Float3 d(p.x - fx, p.y - fy, p.z - fz);
  const auto x = std::uint32_t(int(fx)), y = std::uint32_t(int(fy)), z = std::uint32_t(int(fz));
  float dots[corners];
  for (std::uint32_t c = 0; c < corners; ++c) {
    const std::uint32_t i = c & 1u, j = (c >> 1) & 1u, k = c >> 2;
    const std::uint32_t h = lattice_hash(x + i, y + j, z + k) & 15u;
    const float dx = d.x - float(int(i)), dy = d.y - float(int(j)), dz = d.z - float(int(k));
    // Perlin's twelve directions to the edges of a cube.
    const float u = h < 8 ? dx : dy;
    const float other = (h | 2u) == 14 ? dx : dz, v = h < 4 ? dy : other;
    dots[c] = ((h & 1u) ? -u : u) + ((h & 2u) ? -v : v);
  }
  const float u = fade(d.x), v = fade(d.y), w = fade(d.z);
  const float low = lerp(lerp(dots[0], dots[1], u), lerp(dots[2], dots[3], u), v);
  const float high = lerp(lerp(dots[4], dots[5], u), lerp(dots[6], dots[7], u), v);
  return lerp(low, high, w);
}

}  // namespace

float checker_pattern(Float3 p, Float3 w) {
  const float product = wave(p.x, w.x) * wave(p.y, w.y) * wave(p.z, w.z);
  return std::clamp(0.5f - 0.5f * product, 0.0f, 1.0f);  // rounding goes beyond
}

float noise_pattern(Float3 p, float w, int octaves, float gain, float contrast) {
  float sum = 0, weight = 1, total = 0, scale = 1;
  for (int i = 0; i < octaves; ++i, weight *= gain, scale *= 2) {
    total += weight;
    const float seen = std::clamp(2 - 2 * w * scale, 0.0f, 1.0f);
    // Octaves are shifted, so that their lattices do not meet.
    if (seen > 0) sum += weight * seen * gradient_noise(p * scale + Float3(17.3f * float(i)));
  }
  return std::clamp(0.5f + 0.5f * contrast * sum / total, 0.0f, 1.0f);
}

StoneCell stone_cell(Float3 p, bool flat) {
  const float fx = std::floor(p.x), fy = std::floor(p.y), fz = flat ? 0 : std::floor(p.z);
  const auto center = [&](int i, int j, int k, std::uint32_t& hash) {
    hash = lattice_hash(std::uint32_t(int(fx) + i), std::uint32_t(int(fy) + j),
                        std::uint32_t(int(fz) + k));
    const auto spread = [](std::uint32_t bits) { return 0.15f + 0.7f * unit(bits); };
    return Float3(fx + float(i) + spread(hash), fy + float(j) + spread(mix_bits(hash + 1)),
                  flat ? p.z : fz + float(k) + spread(mix_bits(hash + 2)));
  };
  const int deep = flat ? 0 : 1;
  StoneCell cell;
  Float3 nearest;
  float least = 1e9f;
  for (int k = -deep; k <= deep; ++k)
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i) {
        std::uint32_t hash;
        const Float3 c = center(i, j, k, hash);
        if (length2(c - p) >= least) continue;
        least = length2(c - p);
        nearest = c;
        cell.random = unit(mix_bits(hash + 3));
      }
  cell.border = 1;
  const int far_deep = flat ? 0 : 2;
  for (int k = -far_deep; k <= far_deep; ++k)
    for (int j = -2; j <= 2; ++j)
      for (int i = -2; i <= 2; ++i) {
        std::uint32_t hash;
        const Float3 c = center(i, j, k, hash), between = c - nearest;
        if (length2(between) < 1e-8f) continue;
        cell.border = std::min(cell.border, dot((c + nearest) * 0.5f - p, normalize(between)));
      }
  return cell;
}

}  // namespace gambol
