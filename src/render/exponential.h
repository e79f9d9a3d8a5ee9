#pragma once

// Exponential and logarithm of a float, or of eight, without a call: every machine computes the
// same bits.

#include <bit>

#include "render/float3.h"

namespace gambol {

inline float float_of_bits(int bits) { return std::bit_cast<float>(bits); }
inline Floats float_of_bits(Ints bits) { return Floats(reinterpret_cast<Floats::Register>(bits)); }
inline int bits_of_float(float x) { return std::bit_cast<int>(x); }
inline Ints bits_of_float(Floats x) { return reinterpret_cast<Ints>(x.r); }

// e to the x, to 2e-7 of it; beyond -87 and 88 as there.
template <class F>
F exponential(F x) {
  x = within(x, F(-87.0f), F(88.0f));
  const F n = nearbyint(x * 1.44269504f);
  // ln 2 in two parts, so that the rest is exact.
  const F rest = fused(n, F(2.12194440e-4f), fused(n, F(-0.693359375f), x));
  const F p = polynomial(
      rest, {1.0f, 1.0f, 0.5f, 1.66666657e-1f, 4.16657962e-2f, 8.33345135e-3f, 1.38889460e-3f});
  return p * float_of_bits((to_int(n) + 127) << 23);
}

// The natural logarithm of x > 0, to 2e-7, of it or absolute; x < 1e-37 count as that.
template <class F>
F logarithm(F x) {
  x = larger(x, F(1.17549435e-38f));
  const IntOf<F> bits = bits_of_float(x);
  // A mantissa from sqrt(1/2) to sqrt(2), and the exponent.
  const IntOf<F> exponent = (bits - 0x3f3504f3) >> 23;
  const F m = float_of_bits(bits - (exponent << 23)) - 1.0f, m2 = m * m;
  const F p = polynomial(m, {3.3333331174e-1f, -2.4999993993e-1f, 2.0000714765e-1f,
                             -1.6668057665e-1f, 1.4249322787e-1f, -1.2420140846e-1f,
                             1.1676998740e-1f, -1.1514610310e-1f, 7.0376836292e-2f});
  const F e = to_float(exponent);
  F y = fused(m * m2, p, e * -2.12194440e-4f);
  y = fused(m2, F(-0.5f), y);
  return fused(e, F(0.693359375f), m + y);
}

}  // namespace gambol
