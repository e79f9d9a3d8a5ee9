#pragma once

// A numeric channel that an author may write as a number or as keyframes over time.

#include <vector>

#include "base/vec.h"

namespace gambol {

enum class Interpolation { step, linear, catmull_rom, ease };

// `T` is double or Vec3. Keys are sorted by strictly increasing time. The value is constant before
// the first key and after the last. The interpolation of a key applies to the interval that begins
// with it. catmull_rom uses finite-difference tangents for uneven spacing, one-sided at the ends of
// the curve; ease is smoothstep (zero slope at both ends).
template <class T>
struct CurveOf {
  struct Key {
    double time = 0;  // s (simulated or film time, as the owner defines)
    T value{};
    Interpolation interpolation = Interpolation::linear;
  };
  std::vector<Key> keys;  // never empty once loaded

  CurveOf() = default;
  CurveOf(const T& constant) : keys{{0.0, constant, Interpolation::step}} {}  // NOLINT: implicit

  bool is_constant() const { return keys.size() == 1; }
  T at(double time) const { return derivative(time, 0); }
  // The order-th derivative (0 to 2) with respect to time; from the right at a key.
  T derivative(double time, int order) const;
};

using Curve = CurveOf<double>;
using VecCurve = CurveOf<Vec3>;

extern template struct CurveOf<double>;
extern template struct CurveOf<Vec3>;

}  // namespace gambol
