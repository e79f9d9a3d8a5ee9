#pragma once

// Single precision vectors: the path tracer's own arithmetic, where poses' double precision would
// only cost time. A frame is rendered around its camera, so that floats are fine near it.

#include <algorithm>
#include <cmath>

#include "base/vec.h"
#include "render/lanes.h"

namespace gambol {

// Of floats, or of Floats: see lanes.h.
template <class F>
struct Float3Of {
  F x = 0, y = 0, z = 0;

  Float3Of() = default;
  explicit Float3Of(F v) : x(v), y(v), z(v) {}
  Float3Of(F x, F y, F z) : x(x), y(y), z(z) {}
  explicit Float3Of(const Vec3& v) : x(float(v.x())), y(float(v.y())), z(float(v.z())) {}
  // The same in all lanes.
  template <class G>
  requires(std::is_same_v<G, float> && !std::is_same_v<F, float>) Float3Of(const Float3Of<G>& v)
      : x(v.x), y(v.y), z(v.z) {}

  Float3Of operator-() const { return {-x, -y, -z}; }
  Float3Of& operator+=(Float3Of b) { return x += b.x, y += b.y, z += b.z, *this; }
  Float3Of& operator*=(Float3Of b) { return x *= b.x, y *= b.y, z *= b.z, *this; }
  Float3Of& operator*=(F s) { return x *= s, y *= s, z *= s, *this; }

  friend Float3Of operator+(Float3Of a, Float3Of b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Float3Of operator-(Float3Of a, Float3Of b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Float3Of operator*(Float3Of a, Float3Of b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
  friend Float3Of operator*(Float3Of a, F s) { return {a.x * s, a.y * s, a.z * s}; }
  friend Float3Of operator*(F s, Float3Of a) { return a * s; }
  // a s + plus
  friend Float3Of fused(Float3Of a, F s, Float3Of plus) {
    return {fused(a.x, s, plus.x), fused(a.y, s, plus.y), fused(a.z, s, plus.z)};
  }
  friend F dot(Float3Of a, Float3Of b) { return fused(a.z, b.z, fused(a.y, b.y, a.x * b.x)); }
  friend Float3Of cross(Float3Of a, Float3Of b) {
    return {fused_from(a.y * b.z, a.z, b.y), fused_from(a.z * b.x, a.x, b.z),
            fused_from(a.x * b.y, a.y, b.x)};
  }
  friend F length2(Float3Of a) { return dot(a, a); }
  friend F length(Float3Of a) { return sqrt(length2(a)); }
  friend Float3Of normalize(Float3Of a) { return a * (1.0f / length(a)); }
  friend Float3Of lerp(Float3Of a, Float3Of b, F t) { return fused(b - a, t, a); }
  friend F max_component(Float3Of a) { return larger(a.x, larger(a.y, a.z)); }
  friend Float3Of smaller(Float3Of a, Float3Of b) {
    return {smaller(a.x, b.x), smaller(a.y, b.y), smaller(a.z, b.z)};
  }
  friend Float3Of larger(Float3Of a, Float3Of b) {
    return {larger(a.x, b.x), larger(a.y, b.y), larger(a.z, b.z)};
  }
  friend F luminance(Float3Of c) { return dot(c, Float3Of(0.2126f, 0.7152f, 0.0722f)); }
  friend MaskOf<F> is_black(Float3Of c) { return (c.x == 0.0f) & (c.y == 0.0f) & (c.z == 0.0f); }
  friend Float3Of select(MaskOf<F> m, Float3Of a, Float3Of b) {
    return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
  }
};
using Float3 = Float3Of<float>;
using Floats3 = Float3Of<Floats>;

inline void set_lane(Float3& v, int, Float3 to) { v = to; }
inline Float3 lane(const Floats3& v, int k) { return {v.x[k], v.y[k], v.z[k]}; }
inline void set_lane(Floats3& v, int k, Float3 to) {
  v.x.r[k] = to.x, v.y.r[k] = to.y, v.z.r[k] = to.z;
}
inline Float3 gather(const Float3* table, int at) { return table[at]; }
inline Floats3 gather(const Float3* table, Ints at) {
  const float* first = &table->x;
  return {gather(first, 3 * at), gather(first + 1, 3 * at), gather(first + 2, 3 * at)};
}

inline constexpr float pi_f = 3.14159265358979f;

// Coefficients by rising powers, after Horner.
template <class F, std::size_t n>
F polynomial(F x, const float (&c)[n]) {
  F sum = c[n - 1];
  for (std::size_t k = n - 1; k-- > 0;) sum = fused(sum, x, F(c[k]));
  return sum;
}

// Cosine and sine of 2 pi times `turns`, to 3e-7, without a call. -1e6 < turns < 1e6.
template <class F>
struct CircleOf {
  F cosine, sine;
};
using Circle = CircleOf<float>;
template <class F>
CircleOf<F> circle(F turns) {
  const F quarters = nearbyint(4.0f * turns);
  const F a = 2.0f * pi_f * (turns - 0.25f * quarters), a2 = a * a;  // within pi/4 of 0
  const F s = a * polynomial(a2, {1.0f, -1.0f / 6, 1.0f / 120, -1.0f / 5040});
  const F c = polynomial(a2, {1.0f, -0.5f, 1.0f / 24, -1.0f / 720, 1.0f / 40320});
  const IntOf<F> q = to_int(quarters) & 3;
  const MaskOf<F> odd = (q & 1) != 0;
  const F x = select(odd, s, c), y = select(odd, c, s);
  return {select((q == 1) | (q == 2), -x, x), select(q >= 2, -y, y)};
}

// The part of a turn, from -1/2 to 1/2, by which (x, y) lies off the x axis: atan2 by 2 pi, to
// 1e-7.
template <class F>
F turn_of(F y, F x) {
  const F ax = abs(x), ay = abs(y);
  const F t = smaller(ax, ay) / larger(larger(ax, ay), F(1e-30f)), t2 = t * t;
  // The Chebyshev series of the arc tangent up to the 15th power.
  F p = polynomial(t2, {0.159154824f, -0.0530456073f, 0.0317403995f, -0.0221098703f, 0.0152815108f,
                        -0.00881427097f, 0.00342330413f, -0.000630294515f});
  p = p * t;
  p = select(ay > ax, 0.25f - p, p);
  p = select(x < 0.0f, 0.5f - p, p);
  return copysign(p, y);
}

// A right-handed basis around a unit normal (Duff et al., "Building an orthonormal basis,
// revisited", JCGT 2017).
template <class F>
struct ShadingFrameOf {
  Float3Of<F> t, b, n;

  explicit ShadingFrameOf(Float3Of<F> normal) : n(normal) {
    const F sign = copysign(F(1.0f), n.z);
    const F a = -1.0f / (sign + n.z), c = n.x * n.y * a;
    t = {fused(sign * n.x * n.x, a, F(1.0f)), sign * c, -sign * n.x};
    b = {c, fused(n.y * n.y, a, sign), -n.y};
  }
  Float3Of<F> to_local(Float3Of<F> v) const { return {dot(v, t), dot(v, b), dot(v, n)}; }
  Float3Of<F> to_world(Float3Of<F> v) const { return fused(n, v.z, fused(b, v.y, t * v.x)); }
};
using ShadingFrame = ShadingFrameOf<float>;

// A unit quaternion in single precision.
template <class F>
struct FloatQuatOf {
  F w = 1;
  Float3Of<F> v;

  FloatQuatOf() = default;
  explicit FloatQuatOf(const Quat& q)
      : w(float(q.w())), v(float(q.x()), float(q.y()), float(q.z())) {}
  FloatQuatOf inverse() const {
    FloatQuatOf q = *this;
    q.v = -v;
    return q;
  }
  Float3Of<F> rotate(Float3Of<F> p) const {
    const Float3Of<F> c = F(2.0f) * cross(v, p);
    return fused(c, w, p) + cross(v, c);
  }
};
using FloatQuat = FloatQuatOf<float>;

// Between rotations that lie close together; q and -q are the same rotation.
template <class F>
FloatQuatOf<F> nlerp(const FloatQuatOf<F>& a, const FloatQuatOf<F>& b, F t) {
  const F sign = copysign(F(1.0f), fused(a.w, b.w, dot(a.v, b.v)));
  FloatQuatOf<F> q;
  q.w = lerp(a.w, sign * b.w, t);
  q.v = lerp(a.v, sign * b.v, t);
  const F scale = 1.0f / sqrt(fused(q.w, q.w, length2(q.v)));
  q.w *= scale;
  q.v *= scale;
  return q;
}

}  // namespace gambol
