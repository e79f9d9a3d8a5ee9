#pragma once

// Single precision vectors: the path tracer's own arithmetic, where poses' double precision would
// only cost time. A frame is rendered around its camera, so that floats are fine near it.

#include <algorithm>
#include <cmath>

#include "base/vec.h"

namespace gambol {

struct Float3 {
  float x = 0, y = 0, z = 0;

  Float3() = default;
  explicit Float3(float v) : x(v), y(v), z(v) {}
  Float3(float x, float y, float z) : x(x), y(y), z(z) {}
  explicit Float3(const Vec3& v) : x(float(v.x())), y(float(v.y())), z(float(v.z())) {}

  Float3 operator-() const { return {-x, -y, -z}; }
  Float3& operator+=(Float3 b) { return x += b.x, y += b.y, z += b.z, *this; }
  Float3& operator*=(Float3 b) { return x *= b.x, y *= b.y, z *= b.z, *this; }
  Float3& operator*=(float s) { return x *= s, y *= s, z *= s, *this; }
};

inline Float3 operator+(Float3 a, Float3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Float3 operator-(Float3 a, Float3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Float3 operator*(Float3 a, Float3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline Float3 operator*(Float3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
inline Float3 operator*(float s, Float3 a) { return a * s; }
inline float dot(Float3 a, Float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Float3 cross(Float3 a, Float3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length2(Float3 a) { return dot(a, a); }
inline float length(Float3 a) { return std::sqrt(length2(a)); }
inline Float3 normalize(Float3 a) { return a * (1.0f / length(a)); }
inline Float3 lerp(Float3 a, Float3 b, float t) { return a + (b - a) * t; }
inline float lerp(float a, float b, float t) { return a + (b - a) * t; }
inline float max_component(Float3 a) { return std::max(a.x, std::max(a.y, a.z)); }
inline Float3 smaller(Float3 a, Float3 b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
inline Float3 larger(Float3 a, Float3 b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}
inline float luminance(Float3 c) { return 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z; }
inline bool is_black(Float3 c) { return c.x == 0 && c.y == 0 && c.z == 0; }

inline constexpr float pi_f = 3.14159265358979f;

// Cosine and sine of 2 pi times `turns`, to 3e-7, without a call. -1e6 < turns < 1e6.
struct Circle {
  float cosine, sine;
};
inline Circle circle(float turns) {
  const float quarters = std::nearbyint(4.0f * turns);
  const float a = 2.0f * pi_f * (turns - 0.25f * quarters), a2 = a * a;  // within pi/4 of 0
  const float s = a * (1.0f + a2 * (-1.0f / 6 + a2 * (1.0f / 120 - a2 * (1.0f / 5040))));
  const float c = 1.0f + a2 * (-0.5f + a2 * (1.0f / 24 + a2 * (-1.0f / 720 + a2 * (1.0f / 40320))));
  const int q = static_cast<int>(quarters) & 3;
  const float x = q & 1 ? s : c, y = q & 1 ? c : s;
  return {q == 1 || q == 2 ? -x : x, q >= 2 ? -y : y};
}

// A right-handed basis around a unit normal (Duff et al., "Building an orthonormal basis,
// revisited", JCGT 2017).
struct ShadingFrame {
  Float3 t, b, n;

  explicit ShadingFrame(Float3 normal) : n(normal) {
    const float sign = std::copysign(1.0f, n.z);
    const float a = -1.0f / (sign + n.z), c = n.x * n.y * a;
    t = {1.0f + sign * n.x * n.x * a, sign * c, -sign * n.x};
    b = {c, sign + n.y * n.y * a, -n.y};
  }
  Float3 to_local(Float3 v) const { return {dot(v, t), dot(v, b), dot(v, n)}; }
  Float3 to_world(Float3 v) const { return t * v.x + b * v.y + n * v.z; }
};

// A unit quaternion in single precision.
struct FloatQuat {
  float w = 1;
  Float3 v;

  FloatQuat() = default;
  explicit FloatQuat(const Quat& q)
      : w(float(q.w())), v(float(q.x()), float(q.y()), float(q.z())) {}
  FloatQuat inverse() const {
    FloatQuat q = *this;
    q.v = -v;
    return q;
  }
  Float3 rotate(Float3 p) const {
    const Float3 c = 2.0f * cross(v, p);
    return p + w * c + cross(v, c);
  }
};

// Between rotations that lie close together; q and -q are the same rotation.
inline FloatQuat nlerp(const FloatQuat& a, const FloatQuat& b, float t) {
  const float sign = a.w * b.w + dot(a.v, b.v) < 0 ? -1.0f : 1.0f;
  FloatQuat q;
  q.w = lerp(a.w, sign * b.w, t);
  q.v = lerp(a.v, sign * b.v, t);
  const float scale = 1.0f / std::sqrt(q.w * q.w + length2(q.v));
  q.w *= scale;
  q.v *= scale;
  return q;
}

}  // namespace gambol
