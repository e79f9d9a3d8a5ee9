#pragma once

// Vectors and matrices of four frames at once, one per lane (base/wide.h), for the inner loops.

#include "base/vec.h"
#include "base/wide.h"

namespace gambol {

struct WideVec3 {
  Wide x, y, z;
};
inline WideVec3 operator+(const WideVec3& a, const WideVec3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline WideVec3 operator-(const WideVec3& a, const WideVec3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline WideVec3 operator*(const WideVec3& a, const Wide& k) { return {a.x * k, a.y * k, a.z * k}; }
inline Wide dot(const WideVec3& a, const WideVec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline WideVec3 cross(const WideVec3& a, const WideVec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline WideVec3 keep(const WideMask& m, const WideVec3& a) {
  return {keep(m, a.x), keep(m, a.y), keep(m, a.z)};
}

struct WideMat3 {
  WideVec3 x, y, z;  // columns
};
inline WideMat3 operator+(const WideMat3& a, const WideMat3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline WideMat3 operator-(const WideMat3& a, const WideMat3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline WideMat3 operator*(const WideMat3& a, const Wide& k) { return {a.x * k, a.y * k, a.z * k}; }
inline WideVec3 operator*(const WideMat3& m, const WideVec3& v) {
  return m.x * v.x + m.y * v.y + m.z * v.z;
}
inline WideMat3 operator*(const WideMat3& a, const WideMat3& b) {
  return {a * b.x, a * b.y, a * b.z};
}
inline WideVec3 transposed_times(const WideMat3& m, const WideVec3& v) {
  return {dot(m.x, v), dot(m.y, v), dot(m.z, v)};
}
inline WideMat3 transposed(const WideMat3& m) {
  return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}

// m [r x]
inline WideMat3 times_cross(const WideMat3& m, const WideVec3& r) {
  return {m.y * r.z - m.z * r.y, m.z * r.x - m.x * r.z, m.x * r.y - m.y * r.x};
}

struct WideSym3 {
  Wide xx, xy, xz, yy, yz, zz;
  WideMat3 full() const { return {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}; }
};
inline WideSym3 operator+(const WideSym3& a, const WideSym3& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}
inline WideSym3 operator-(const WideSym3& a, const WideSym3& b) {
  return {a.xx - b.xx, a.xy - b.xy, a.xz - b.xz, a.yy - b.yy, a.yz - b.yz, a.zz - b.zz};
}
inline WideVec3 operator*(const WideSym3& m, const WideVec3& v) { return m.full() * v; }
inline WideMat3 operator*(const WideMat3& a, const WideSym3& b) { return a * b.full(); }

// The upper half of a matrix that is symmetric by its making.
inline WideSym3 upper(const WideMat3& m) { return {m.x.x, m.y.x, m.z.x, m.y.y, m.z.y, m.z.z}; }
inline WideSym3 plus_transposed(const WideMat3& m) {
  return {m.x.x + m.x.x, m.y.x + m.x.y, m.z.x + m.x.z, m.y.y + m.y.y, m.z.y + m.y.z, m.z.z + m.z.z};
}
// a b^T where a is parallel to b.
inline WideSym3 outer_parallel(const WideVec3& a, const WideVec3& b) {
  return {a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.y, a.y * b.z, a.z * b.z};
}
inline WideMat3 outer(const WideVec3& a, const WideVec3& b) { return {a * b.x, a * b.y, a * b.z}; }

// R m R^T
inline WideSym3 turned(const WideMat3& R, const WideSym3& m) {
  const WideMat3 Rm = R * m;
  return {R.x.x * Rm.x.x + R.y.x * Rm.y.x + R.z.x * Rm.z.x,
          R.x.x * Rm.x.y + R.y.x * Rm.y.y + R.z.x * Rm.z.y,
          R.x.x * Rm.x.z + R.y.x * Rm.y.z + R.z.x * Rm.z.z,
          R.x.y * Rm.x.y + R.y.y * Rm.y.y + R.z.y * Rm.z.y,
          R.x.y * Rm.x.z + R.y.y * Rm.y.z + R.z.y * Rm.z.z,
          R.x.z * Rm.x.z + R.y.z * Rm.y.z + R.z.z * Rm.z.z};
}
inline WideMat3 turned(const WideMat3& R, const WideMat3& m) { return R * m * transposed(R); }

// One lane.
inline void set(WideVec3& wide, int lane, const Vec3& v) {
  wide.x[lane] = v.x();
  wide.y[lane] = v.y();
  wide.z[lane] = v.z();
}

inline void set(WideMat3& wide, int lane, const Mat3& m) {
  set(wide.x, lane, m.col(0));
  set(wide.y, lane, m.col(1));
  set(wide.z, lane, m.col(2));
}

inline void set(WideSym3& wide, int lane, const Mat3& m) {
  wide.xx[lane] = m(0, 0);
  wide.xy[lane] = m(0, 1);
  wide.xz[lane] = m(0, 2);
  wide.yy[lane] = m(1, 1);
  wide.yz[lane] = m(1, 2);
  wide.zz[lane] = m(2, 2);
}

// Spatial vectors, angular part first, of four bodies.
struct WideMotion {
  WideVec3 w, v;
};
inline WideMotion operator+(const WideMotion& a, const WideMotion& b) {
  return {a.w + b.w, a.v + b.v};
}
inline WideMotion operator*(const WideMotion& a, const Wide& k) { return {a.w * k, a.v * k}; }

struct WideForce {
  WideVec3 n, f;
};
inline WideForce operator+(const WideForce& a, const WideForce& b) {
  return {a.n + b.n, a.f + b.f};
}
inline WideForce operator-(const WideForce& a, const WideForce& b) {
  return {a.n - b.n, a.f - b.f};
}
inline WideForce operator*(const WideForce& a, const Wide& k) { return {a.n * k, a.f * k}; }
inline Wide dot(const WideForce& f, const WideMotion& m) { return dot(f.n, m.w) + dot(f.f, m.v); }

inline WideMotion cross(const WideMotion& a, const WideMotion& b) {
  return {cross(a.w, b.w), cross(a.w, b.v) + cross(a.v, b.w)};
}
inline WideForce cross(const WideMotion& a, const WideForce& b) {
  return {cross(a.w, b.n) + cross(a.v, b.f), cross(a.w, b.f)};
}

// As SpatialInertia: n = A w + B v, f = B^T w + M v.
struct WideInertia {
  WideSym3 A;
  WideMat3 B;
  WideSym3 M;
};
inline WideForce operator*(const WideInertia& I, const WideMotion& m) {
  return {I.A * m.w + I.B * m.v, transposed_times(I.B, m.w) + I.M * m.v};
}
inline WideInertia operator+(const WideInertia& a, const WideInertia& b) {
  return {a.A + b.A, a.B + b.B, a.M + b.M};
}

// Of a body's point at r from the one so far.
inline WideMotion moved(const WideMotion& m, const WideVec3& r) {
  return {m.w, m.v + cross(m.w, r)};
}
// Taken about another point, from which r leads to the point so far.
inline WideForce moved(const WideForce& f, const WideVec3& r) { return {f.n + cross(r, f.f), f.f}; }
// With N = [r x] M: A - S - S^T with S = (B + N / 2) [r x]; B + N; M.
inline WideInertia moved(const WideInertia& I, const WideVec3& r) {
  const WideMat3 M = I.M.full();
  const WideMat3 N{cross(r, M.x), cross(r, M.y), cross(r, M.z)};
  const WideMat3 S = times_cross(I.B + N * wide(0.5), r);
  return {I.A - plus_transposed(S), I.B + N, I.M};
}

}  // namespace gambol
