#include "base/wide.h"

#include <immintrin.h>

#include <cmath>

namespace gambol {
namespace {

// Added to a double below 2^51 in size, leaves it rounded to an integer in the low bits.
constexpr double round_by_adding = 6755399441055744.0;  // 1.5 * 2^52

WideMask bits(const Wide& x) { return reinterpret_cast<WideMask>(x); }
Wide value(const WideMask& x) { return reinterpret_cast<Wide>(x); }

// a - b c, rounded once: compilers fuse the two only when they optimise enough.
Wide less_product(const Wide& a, const Wide& b, double c) {
  return _mm256_fnmadd_pd(b, wide(c), a);
}

}  // namespace

// e^x = 2^k e^r with |r| <= ln 2 / 2, where fourteen terms of the series are enough.
Wide exp(Wide x) {
  x = x > 708.0 ? wide(708.0) : x;
  x = x < -708.0 ? wide(-708.0) : x;
  const Wide shifted = x * 1.4426950408889634074 + round_by_adding;
  const Wide k = shifted - round_by_adding;
  const Wide r = (x - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;  // ln 2
  // Pairs of terms, then pairs of pairs: shorter waits than one term after the other.
  const Wide r2 = r * r, r4 = r2 * r2;
  const Wide t2 = 1.0 / 2 + r * (1.0 / 6);
  const Wide t4 = 1.0 / 24 + r * (1.0 / 120);
  const Wide t6 = 1.0 / 720 + r * (1.0 / 5040);
  const Wide t8 = 1.0 / 40320 + r * (1.0 / 362880);
  const Wide t10 = 1.0 / 3628800 + r * (1.0 / 39916800);
  const Wide t12 = 1.0 / 479001600 + r * (1.0 / 6227020800);
  const Wide high = (t6 + r2 * t8) + r4 * (t10 + r2 * t12);
  const Wide e = 1.0 + (r + r2 * ((t2 + r2 * t4) + r4 * high));
  return value(bits(e) + (bits(shifted) << 52));
}

// x = k pi/2 + r with |r| <= pi/4, then the polynomials of fdlibm's kernels.
SineCosine sine_cosine(const Wide& x) {
  const Wide size = value(bits(x) & 0x7fffffffffffffffLL);
  if (any(size > 1e9)) {  // k would lose its last bits; no joint turns that far unless it broke
    SineCosine slow;
    for (int i = 0; i < lanes; ++i) {
      slow.sine[i] = std::sin(x[i]);
      slow.cosine[i] = std::cos(x[i]);
    }
    return slow;
  }
  const Wide shifted = x * 0.63661977236758134308 + round_by_adding;
  const Wide k = shifted - round_by_adding;
  // pi/2 in three doubles; products and differences are fused, so that the first loses no bit.
  const Wide r =
      less_product(less_product(less_product(x, k, 1.5707963267948966), k, 6.123233995736766e-17),
                   k, -1.4973849048591833e-33);
  const Wide z = r * r;
  const Wide s_tail = 8.33333333332248946124e-03 +
                      z * (-1.98412698298579493134e-04 +
                           z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 +
                                                                  z * 1.58969099521155010221e-10)));
  const Wide s = r + r * z * (-1.66666666666666324348e-01 + z * s_tail);
  const Wide c_tail =
      4.16666666666666019037e-02 +
      z * (-1.38888888888741095749e-03 +
           z * (2.48015872894767294178e-05 +
                z * (-2.75573143513906633035e-07 +
                     z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))));
  const Wide half = 0.5 * z, first = 1.0 - half;
  const Wide c = first + (((1.0 - first) - half) + z * z * c_tail);
  // A quarter turn swaps the two; the second bit of k, and of k + 1, is the sign.
  const WideMask quarter = bits(shifted);
  const WideMask swapped = (quarter & 1) != 0;
  const WideMask sine_sign = (quarter & 2) << 62, cosine_sign = ((quarter + 1) & 2) << 62;
  return {value(bits(swapped ? c : s) ^ sine_sign), value(bits(swapped ? s : c) ^ cosine_sign)};
}

}  // namespace gambol
