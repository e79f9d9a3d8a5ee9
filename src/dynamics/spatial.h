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
// A 3x3 matrix as three columns in vector registers of four doubles; the fourth is of no account.
struct WideMat3 {
  using Column = Eigen::Vector4d;
  Column x, y, z;
  WideMat3(const Column& x, const Column& y, const Column& z) : x(x), y(y), z(z) {}
  explicit WideMat3(const Mat3& m)
      : x(Eigen::Map<const Column>(m.data())),
        y(Eigen::Map<const Column>(m.data() + 3)),
        z(m(0, 2), m(1, 2), m(2, 2), 0) {}
  void store(Mat3& m) const {  // each column spills into the next, which is stored after it
    Eigen::Map<Column>(m.data()) = x;
    Eigen::Map<Column>(m.data() + 3) = y;
    m(0, 2) = z[0];
    m(1, 2) = z[1];
    m(2, 2) = z[2];
  }
  WideMat3 operator+(const WideMat3& b) const { return {x + b.x, y + b.y, z + b.z}; }
  WideMat3 operator-(const WideMat3& b) const { return {x - b.x, y - b.y, z - b.z}; }
  WideMat3 times(const Mat3& b) const {
    return {x * b(0, 0) + y * b(1, 0) + z * b(2, 0), x * b(0, 1) + y * b(1, 1) + z * b(2, 1),
            x * b(0, 2) + y * b(1, 2) + z * b(2, 2)};
  }
  WideMat3 times_transposed(const Mat3& b) const {
    return {x * b(0, 0) + y * b(0, 1) + z * b(0, 2), x * b(1, 0) + y * b(1, 1) + z * b(1, 2),
            x * b(2, 0) + y * b(2, 1) + z * b(2, 2)};
  }
  static WideMat3 outer(const Column& a, const Vec3& b) {
    return {a * b.x(), a * b.y(), a * b.z()};
  }
  WideMat3 transposed() const {
    return {{x[0], y[0], z[0], 0}, {x[1], y[1], z[1], 0}, {x[2], y[2], z[2], 0}};
  }
  WideMat3 times_skew(const Vec3& p) const {  // times [p x]
    return {y * p.z() - z * p.y(), z * p.x() - x * p.z(), x * p.y() - y * p.x()};
  }
};

// The inner loop of the articulated body method: adds to a parent's inertia that of its child, less
// U U^T d_inverse of the joint between them, U in the parent. With M = R M_C R^T,
// N = [p x] M = -(M [p x])^T and B = R B_C R^T, the child's inertia in the parent is
// A = R A_C R^T - S - S^T, S = (B + N / 2) [p x]; B + N; M.
inline void add_to_parent(const Frame& X, const SpatialInertia& I_C, const SpatialForce& U,
                          double d_inverse, SpatialInertia& I_P) {
  const WideMat3 R(X.R);
  const WideMat3 M = R.times(I_C.M).times_transposed(X.R);
  const WideMat3 minus_N = M.times_skew(X.p).transposed();
  const WideMat3 B = R.times(I_C.B).times_transposed(X.R);
  const WideMat3 S =
      WideMat3(B.x - 0.5 * minus_N.x, B.y - 0.5 * minus_N.y, B.z - 0.5 * minus_N.z).times_skew(X.p);
  const WideMat3 A = R.times(I_C.A).times_transposed(X.R) - S - S.transposed();
  const Vec3 nd = U.n * -d_inverse, fd = U.f * -d_inverse;
  const Eigen::Vector4d n(nd.x(), nd.y(), nd.z(), 0), f(fd.x(), fd.y(), fd.z(), 0);
  (WideMat3(I_P.A) + A + WideMat3::outer(n, U.n)).store(I_P.A);
  (WideMat3(I_P.B) + B - minus_N + WideMat3::outer(n, U.f)).store(I_P.B);
  (WideMat3(I_P.M) + M + WideMat3::outer(f, U.f)).store(I_P.M);
}

}  // namespace gambol
