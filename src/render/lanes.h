#pragma once

// Eight floats in one register, for eight paths at a time. Code that is a template over its number,
// F, is written once for a float and for Floats: conditions are MaskOf<F>, joined by & and | (both
// sides are always computed), choices are select(). What a lane holds never depends on the others.

#include <immintrin.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace gambol {

constexpr int float_lanes = 8;

using Ints = std::int32_t __attribute__((vector_size(32)));
using Bits = std::uint32_t __attribute__((vector_size(32)));
using Mask = Ints;  // per lane: all bits or none

struct Floats {
  using Register = float __attribute__((vector_size(32)));
  Register r;

  Floats() = default;
  Floats(float x) : r(_mm256_set1_ps(x)) {}
  Floats(Register x) : r(x) {}
  float operator[](int lane) const { return r[lane]; }

  Floats operator-() const { return -r; }
  Floats& operator+=(Floats b) { return r += b.r, *this; }
  Floats& operator-=(Floats b) { return r -= b.r, *this; }
  Floats& operator*=(Floats b) { return r *= b.r, *this; }
  Floats& operator/=(Floats b) { return r /= b.r, *this; }
  friend Floats operator+(Floats a, Floats b) { return a.r + b.r; }
  friend Floats operator-(Floats a, Floats b) { return a.r - b.r; }
  friend Floats operator*(Floats a, Floats b) { return a.r * b.r; }
  friend Floats operator/(Floats a, Floats b) { return a.r / b.r; }
  friend Mask operator<(Floats a, Floats b) { return a.r < b.r; }
  friend Mask operator<=(Floats a, Floats b) { return a.r <= b.r; }
  friend Mask operator>(Floats a, Floats b) { return a.r > b.r; }
  friend Mask operator>=(Floats a, Floats b) { return a.r >= b.r; }
  friend Mask operator==(Floats a, Floats b) { return a.r == b.r; }
  friend Mask operator!=(Floats a, Floats b) { return a.r != b.r; }
};

template <class F>
using MaskOf = std::conditional_t<std::is_same_v<F, float>, bool, Mask>;
template <class F>
using IntOf = std::conditional_t<std::is_same_v<F, float>, int, Ints>;
template <class F>
using BitsOf = std::conditional_t<std::is_same_v<F, float>, std::uint32_t, Bits>;
template <class F>
constexpr int lanes_of = std::is_same_v<F, float> ? 1 : float_lanes;

// Bit k: lane k.
inline std::uint32_t bits_of(const Mask& m) {
  return std::uint32_t(_mm256_movemask_ps(reinterpret_cast<__m256>(m)));
}
template <class F>
const MaskOf<F> everywhere = MaskOf<F>{} == MaskOf<F>{};
inline bool any(bool m) { return m; }
inline bool any(const Mask& m) { return bits_of(m) != 0; }
// One lane; a number alone is its own.
inline float lane(float x, int) { return x; }
inline float lane(Floats x, int k) { return x.r[k]; }
inline int lane(int i, int) { return i; }
inline int lane(const Ints& i, int k) { return i[k]; }
inline void set_lane(float& x, int, float to) { x = to; }
inline void set_lane(Floats& x, int k, float to) { x.r[k] = to; }
inline void set_lane(bool& m, int, bool to) { m = to; }
inline void set_lane(Mask& m, int k, bool to) { m[k] = to ? -1 : 0; }
inline Mask first_lanes(int count) {
  const Ints lane{0, 1, 2, 3, 4, 5, 6, 7};
  return lane < count;
}
template <class Function>
void for_each_lane(bool m, const Function& function) {
  if (m) function(0);
}
template <class Function>
void for_each_lane(const Mask& m, const Function& function) {
  for (std::uint32_t left = bits_of(m); left != 0; left &= left - 1)
    function(std::countr_zero(left));
}

inline bool select(bool m, bool a, bool b) { return m ? a : b; }
inline int select(bool m, int a, int b) { return m ? a : b; }
inline float select(bool m, float a, float b) { return m ? a : b; }
inline Ints select(const Mask& m, Ints a, Ints b) { return m ? a : b; }
inline Floats select(const Mask& m, Floats a, Floats b) {
  return _mm256_blendv_ps(b.r, a.r, reinterpret_cast<__m256>(m));
}

// Of a number that is none, and another: the other.
inline float smaller(float a, float b) { return a < b ? a : b; }
inline float larger(float a, float b) { return a > b ? a : b; }
inline Floats smaller(Floats a, Floats b) { return _mm256_min_ps(a.r, b.r); }
inline Floats larger(Floats a, Floats b) { return _mm256_max_ps(a.r, b.r); }
inline Ints smaller(Ints a, Ints b) { return a < b ? a : b; }
inline Ints larger(Ints a, Ints b) { return a > b ? a : b; }
inline int smaller(int a, int b) { return a < b ? a : b; }
inline int larger(int a, int b) { return a > b ? a : b; }
inline float within(float x, float low, float high) { return smaller(larger(x, low), high); }
inline Floats within(Floats x, Floats low, Floats high) { return smaller(larger(x, low), high); }

// a b + plus and from - a b, rounded once; compilers are told to fuse nothing by themselves
// (CMakeLists.txt).
inline float fused(float a, float b, float plus) { return std::fma(a, b, plus); }
inline float fused_from(float from, float a, float b) { return std::fma(-a, b, from); }
inline Floats fused(Floats a, Floats b, Floats plus) { return _mm256_fmadd_ps(a.r, b.r, plus.r); }
inline Floats fused_from(Floats from, Floats a, Floats b) {
  return _mm256_fnmadd_ps(a.r, b.r, from.r);
}
inline float lerp(float a, float b, float t) { return fused(b - a, t, a); }
inline Floats lerp(Floats a, Floats b, Floats t) { return fused(b - a, t, a); }

using std::abs;
using std::copysign;
using std::floor;
using std::nearbyint;
using std::sqrt;
inline Floats sqrt(Floats x) { return _mm256_sqrt_ps(x.r); }
inline Floats abs(Floats x) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x.r); }
inline Floats floor(Floats x) { return _mm256_floor_ps(x.r); }
inline Floats nearbyint(Floats x) {
  return _mm256_round_ps(x.r, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
inline Floats copysign(Floats size, Floats sign) {
  const __m256 bit = _mm256_set1_ps(-0.0f);
  return _mm256_or_ps(_mm256_andnot_ps(bit, size.r), _mm256_and_ps(bit, sign.r));
}
// Any function, lane by lane.
template <class Function>
float each(float x, float y, const Function& function) {
  return function(x, y);
}
template <class Function>
Floats each(Floats x, Floats y, const Function& function) {
  for (int k = 0; k < float_lanes; ++k) x.r[k] = function(x.r[k], y.r[k]);
  return x;
}

// Towards zero.
inline int to_int(float x) { return static_cast<int>(x); }
inline Ints to_int(Floats x) { return reinterpret_cast<Ints>(_mm256_cvttps_epi32(x.r)); }
inline std::uint32_t to_bits(int i) { return static_cast<std::uint32_t>(i); }
inline Bits to_bits(Ints i) { return reinterpret_cast<Bits>(i); }
inline int from_bits(std::uint32_t b) { return static_cast<int>(b); }
inline Ints from_bits(Bits b) { return reinterpret_cast<Ints>(b); }
inline float to_float(int i) { return static_cast<float>(i); }
inline Floats to_float(Ints i) { return Floats(__builtin_convertvector(i, Floats::Register)); }

// Eight neighbours in memory, at any address.
inline Floats load(const float* from) { return Floats(Floats::Register(_mm256_loadu_ps(from))); }
inline void store(Floats x, float* to) { _mm256_storeu_ps(to, x.r); }
inline float gather(const float* table, int at) { return table[at]; }
inline Floats gather(const float* table, Ints at) {
  Floats x;
  for (int k = 0; k < float_lanes; ++k) x.r[k] = table[at[k]];
  return x;
}

}  // namespace gambol
