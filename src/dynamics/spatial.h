#pragma once

// Spatial algebra (seed 000 App. A, seed 001 ch. 2) in 3x3 blocks, angular part first, ordinary
// transpose. Everything is expressed in one frame and taken about that frame's origin.

#include "base/vec.h"
#include "geometry/shape.h"

namespace gambol {

inline Mat3 skew(const Vec3& a) {
  Mat3 m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
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
  // Takes away U U^T / d.
  void subtract_outer(const SpatialForce& U, double d_inverse) {
    const Vec3 n = U.n * d_inverse;
    A.noalias() -= n * U.n.transpose();
    B.noalias() -= n * U.f.transpose();
    M.noalias() -= (U.f * d_inverse) * U.f.transpose();
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
// R S R^T of a symmetric S: half of it is computed, half copied.
inline Mat3 turned_symmetric(const Mat3& R, const Mat3& S) {
  const Mat3 T = R * S;
  Mat3 out;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j <= i; ++j) out(i, j) = out(j, i) = T.row(i).dot(R.row(j));
  }
  return out;
}
// The inner loop of the articulated body method: products with [p x] are written as cross products.
inline SpatialInertia to_parent(const Frame& X, const SpatialInertia& I_C) {
  SpatialInertia I;
  I.M = turned_symmetric(X.R, I_C.M);
  const Mat3 T = X.R * I_C.B;
  const Mat3 B = T * X.R.transpose();
  for (int j = 0; j < 3; ++j) I.B.col(j) = B.col(j) + X.p.cross(I.M.col(j));
  I.A = turned_symmetric(X.R, I_C.A);
  for (int i = 0; i < 3; ++i) {
    const Vec3 row = B.row(i);
    I.A.row(i) += X.p.cross(row).transpose();  // -B [p x]
    const Vec3 shifted = I.B.row(i);
    I.A.col(i) += X.p.cross(shifted);  // [p x] B_parent^T
  }
  return I;
}

}  // namespace gambol
