#include "base/wide.h"

#include <cmath>

namespace gambol {
namespace {

// Added to a double below 2^51 in size, leaves it rounded to an integer in the low bits.
constexpr double round_by_adding = 6755399441055744.0;  // 1.5 * 2^52

WideMask bits(const Wide& x) { return reinterpret_cast<WideMask>(x); }
Wide value(const WideMask& x) { return reinterpret_cast<Wide>(x); }

// c0 + c1 x
Wide line(double c0, double c1, const Wide& x) { return fused(wide(c1), x, wide(c0)); }

// By rising powers, after Horner.
template <std::size_t n>
Wide polynomial(const Wide& x, const double (&c)[n]) {
  Wide sum = wide(c[n - 1]);
  for (std::size_t k = n - 1; k-- > 0;) sum = fused(sum, x, wide(c[k]));
  return sum;
}

}  // namespace

// e^x = 2^k e^r with |r| <= ln 2 / 2, where fourteen terms of the series are enough.
Wide exp(Wide x) {
  x = x > 708.0 ? wide(708.0) : x;
  x = x < -708.0 ? wide(-708.0) : x;
  const Wide shifted = fused(x, wide(1.4426950408889634074), wide(round_by_adding));
  const Wide k = shifted - round_by_adding;
  // ln 2 in two doubles
  const Wide r = fused_from(fused_from(x, k, wide(6.93147180369123816490e-01)), k,
                            wide(1.90821492927058770002e-10));
  // Pairs of terms, then pairs of pairs: shorter waits than one term after the other.
  const Wide r2 = r * r, r4 = r2 * r2;
  const Wide t2 = line(1.0 / 2, 1.0 / 6, r);
  const Wide t4 = line(1.0 / 24, 1.0 / 120, r);
  const Wide t6 = line(1.0 / 720, 1.0 / 5040, r);
  const Wide t8 = line(1.0 / 40320, 1.0 / 362880, r);
  const Wide t10 = line(1.0 / 3628800, 1.0 / 39916800, r);
  const Wide t12 = line(1.0 / 479001600, 1.0 / 6227020800, r);
  const Wide high = fused(r4, fused(r2, t12, t10), fused(r2, t8, t6));
  const Wide e = 1.0 + fused(r2, fused(r4, high, fused(r2, t4, t2)), r);
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
  const Wide shifted = fused(x, wide(0.63661977236758134308), wide(round_by_adding));
  const Wide k = shifted - round_by_adding;
  // pi/2 in three doubles; products and differences are fused, so that the first loses no bit.
  Wide r = x;
  for (double part : {1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33})
    r = fused_from(r, k, wide(part));
  const Wide z = r * r;
  const Wide s_tail = polynomial(
      z, {8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06,
          -2.50507602534068634195e-08, 1.58969099521155010221e-10});
  const Wide s = fused(r * z, fused(z, s_tail, wide(-1.66666666666666324348e-01)), r);
  const Wide c_tail = polynomial(
      z, {4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
          -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11});
  const Wide half = 0.5 * z, first = 1.0 - half;
  const Wide c = first + fused(z * z, c_tail, (1.0 - first) - half);
  // A quarter turn swaps the two; the second bit of k, and of k + 1, is the sign.
  const WideMask quarter = bits(shifted);
  const WideMask swapped = (quarter & 1) != 0;
  const WideMask sine_sign = (quarter & 2) << 62, cosine_sign = ((quarter + 1) & 2) << 62;
  return {value(bits(swapped ? c : s) ^ sine_sign), value(bits(swapped ? s : c) ^ cosine_sign)};
}

}  // namespace gambol
