#pragma once

// Spatial algebra (McKenna's MS thesis, MIT 1990, "seed 000", App. A; Arnold's MSc thesis, SFU
// 1997, "seed 001", ch. 2) in 3x3 blocks, angular part first, ordinary transpose. All quantities
// are expressed in one frame and taken about that frame's origin.

#include "base/vec.h"
#include "geometry/shape.h"

namespace gambol {

inline Mat3 skew(const Vec3& a) {
  Mat3 m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
}

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
// Number by number: GCC 12 warns of Eigen's copies of three numbers into six.
inline Vec6 stacked(const Vec3& a, const Vec3& b) {
  Vec6 v;
  v << a[0], a[1], a[2], b[0], b[1], b[2];
  return v;
}

// Velocity or acceleration: w of the body, v of the body's point at the origin.
struct SpatialMotion {
  Vec3 w = Vec3::Zero();
  Vec3 v = Vec3::Zero();
  SpatialMotion operator+(const SpatialMotion& b) const { return {w + b.w, v + b.v}; }
  SpatialMotion operator-(const SpatialMotion& b) const { return {w - b.w, v - b.v}; }
  SpatialMotion operator*(double k) const { return {w * k, v * k}; }
};

// Force or momentum: couple n about the origin, force f.
struct SpatialForce {
  Vec3 n = Vec3::Zero();
  Vec3 f = Vec3::Zero();
  SpatialForce& operator+=(const SpatialForce& b) {
    n += b.n;
    f += b.f;
    return *this;
  }
  SpatialForce operator+(const SpatialForce& b) const { return {n + b.n, f + b.f}; }
  SpatialForce operator-(const SpatialForce& b) const { return {n - b.n, f - b.f}; }
  SpatialForce operator*(double k) const { return {n * k, f * k}; }
};

inline double dot(const SpatialMotion& m, const SpatialForce& f) {
  return m.w.dot(f.n) + m.v.dot(f.f);
}
inline SpatialMotion cross(const SpatialMotion& a, const SpatialMotion& b) {
  return {a.w.cross(b.w), a.w.cross(b.v) + a.v.cross(b.w)};
}
inline SpatialForce cross(const SpatialMotion& a, const SpatialForce& b) {
  return {a.w.cross(b.n) + a.v.cross(b.f), a.w.cross(b.f)};
}

// Symmetric: n = A w + B v, f = B^T w + M v. A rigid body has M = m 1; articulated ones do not.
struct SpatialInertia {
  Mat3 A = Mat3::Zero();
  Mat3 B = Mat3::Zero();
  Mat3 M = Mat3::Zero();
  SpatialForce operator*(const SpatialMotion& m) const {
    return {A * m.w + B * m.v, B.transpose() * m.w + M * m.v};
  }
  SpatialInertia& operator+=(const SpatialInertia& o) {
    A += o.A;
    B += o.B;
    M += o.M;
    return *this;
  }
};

inline SpatialInertia spatial_inertia(const MassProperties& m) {
  const Vec3& c = m.com;
  return {m.I_cm + m.mass * (c.squaredNorm() * Mat3::Identity() - c * c.transpose()),
          m.mass * skew(c), m.mass * Mat3::Identity()};
}

// A pose with its rotation as a matrix, for the inner loops.
struct Frame {
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero();
};

inline Vec3 seen_from(const Frame& X, const Vec3& p) { return X.R.transpose() * (p - X.p); }
inline Frame operator*(const Frame& a, const Frame& b) { return {a.R * b.R, a.R * b.p + a.p}; }

// X is the pose of child C in parent P.
inline SpatialMotion to_child(const Frame& X, const SpatialMotion& m_P) {
  return {X.R.transpose() * m_P.w, X.R.transpose() * (m_P.v + m_P.w.cross(X.p))};
}
inline SpatialMotion to_parent(const Frame& X, const SpatialMotion& m_C) {
  const Vec3 w = X.R * m_C.w;
  return {w, X.R * m_C.v + X.p.cross(w)};
}
inline SpatialForce to_parent(const Frame& X, const SpatialForce& f_C) {
  const Vec3 f = X.R * f_C.f;
  return {X.R * f_C.n + X.p.cross(f), f};
}
inline SpatialForce to_child(const Frame& X, const SpatialForce& f_P) {
  return {X.R.transpose() * (f_P.n - X.p.cross(f_P.f)), X.R.transpose() * f_P.f};
}

}  // namespace gambol
