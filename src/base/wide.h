#pragma once

// Four doubles in one vector register, computed as one, and elementary functions of them. A "lane"
// is one of the four. Arithmetic is that of the compiler's vector types: + - * / and comparisons
// work lane by lane.

#include <immintrin.h>

#include <array>
#include <cstring>

namespace gambol {

using Wide = double __attribute__((vector_size(32)));
using WideMask = long long __attribute__((vector_size(32)));  // per lane: all bits or none

constexpr int lanes = 4;

inline Wide wide(double x) { return Wide{x, x, x, x}; }
inline Wide load(const double* x) {
  Wide w;
  std::memcpy(&w, x, sizeof w);
  return w;
}
inline void store(const Wide& w, double* x) { std::memcpy(x, &w, sizeof w); }
inline Wide gather(const double* x, const std::array<int, lanes>& at) {
  return Wide{x[at[0]], x[at[1]], x[at[2]], x[at[3]]};
}

// Compilers are told not to fuse multiplications with additions (CMakeLists.txt), so that bits do
// not depend on what they inline. These fuse: one rounding, and half the time.
inline Wide fused(const Wide& a, const Wide& b, const Wide& plus) {  // a b + plus
  return _mm256_fmadd_pd(a, b, plus);
}
inline Wide fused_from(const Wide& from, const Wide& a, const Wide& b) {  // from - a b
  return _mm256_fnmadd_pd(a, b, from);
}

// x where the mask is set, else 0: whatever x is, infinite or not a number.
inline Wide keep(const WideMask& mask, const Wide& x) {
  return reinterpret_cast<Wide>(reinterpret_cast<WideMask>(x) & mask);
}
inline bool any(const WideMask& m) {
  const auto bits = reinterpret_cast<__m256i>(m);
  return !_mm256_testz_si256(bits, bits);
}

// Turns four registers of four: what was lane j of row i becomes lane i of row j.
inline void transpose(Wide& a, Wide& b, Wide& c, Wide& d) {
  const Wide ab_02 = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Wide ab_13 = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Wide cd_02 = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Wide cd_13 = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab_02, cd_02, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_13, cd_13, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab_02, cd_02, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_13, cd_13, 2, 3, 6, 7);
}

// Within 1 unit in the last place of the true value for |x| < 700; beyond, the value at +-708.
// NaN stays NaN.
Wide exp(Wide x);

// Within 1.5 units in the last place of the true values.
struct SineCosine {
  Wide sine, cosine;
};
SineCosine sine_cosine(const Wide& x);

}  // namespace gambol
