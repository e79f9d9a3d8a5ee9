#pragma once

// Cubic interpolation between two values.

namespace gambol {

// From 0 to 1 with zero slope at both ends; the `ease` interpolation of keyframes.
inline double smooth_step(double s) { return s * s * (3 - 2 * s); }

// Basis of the cubic through two values with given derivatives.
struct Hermite {
  double h00, h10, h01, h11;
  // s: fraction (0 to 1) of the interval `dt` between the two values.
  Hermite(double s, double dt)
      : h00(2 * s * s * s - 3 * s * s + 1),
        h10((s * s * s - 2 * s * s + s) * dt),
        h01(3 * s * s - 2 * s * s * s),
        h11((s * s * s - s * s) * dt) {}
  template <class T>
  T operator()(const T& x0, const T& d0, const T& x1, const T& d1) const {
    return h00 * x0 + h10 * d0 + h01 * x1 + h11 * d1;
  }
};

// Basis of the cubic's derivative.
struct HermiteRate : Hermite {
  HermiteRate(double s, double dt) : Hermite(s, dt) {
    h00 = (6 * s * s - 6 * s) / dt;
    h10 = 3 * s * s - 4 * s + 1;
    h01 = -h00;
    h11 = 3 * s * s - 2 * s;
  }
};

}  // namespace gambol
