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
inline WideVec3 fused(const WideVec3& a, const Wide& k, const WideVec3& plus) {
  return {fused(a.x, k, plus.x), fused(a.y, k, plus.y), fused(a.z, k, plus.z)};
}
inline WideVec3 fused_from(const WideVec3& from, const WideVec3& a, const Wide& k) {
  return {fused_from(from.x, a.x, k), fused_from(from.y, a.y, k), fused_from(from.z, a.z, k)};
}
inline Wide dot(const WideVec3& a, const WideVec3& b) {
  return fused(a.z, b.z, fused(a.y, b.y, a.x * b.x));
}
// plus + a . b
inline Wide dot(const WideVec3& a, const WideVec3& b, const Wide& plus) {
  return fused(a.z, b.z, fused(a.y, b.y, fused(a.x, b.x, plus)));
}
inline WideVec3 cross(const WideVec3& a, const WideVec3& b) {
  return {fused_from(a.y * b.z, a.z, b.y), fused_from(a.z * b.x, a.x, b.z),
          fused_from(a.x * b.y, a.y, b.x)};
}
// plus + a x b
inline WideVec3 cross(const WideVec3& a, const WideVec3& b, const WideVec3& plus) {
  return {fused_from(fused(a.y, b.z, plus.x), a.z, b.y),
          fused_from(fused(a.z, b.x, plus.y), a.x, b.z),
          fused_from(fused(a.x, b.y, plus.z), a.y, b.x)};
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
  return fused(m.z, v.z, fused(m.y, v.y, m.x * v.x));
}
// plus + m v
inline WideVec3 times(const WideMat3& m, const WideVec3& v, const WideVec3& plus) {
  return fused(m.z, v.z, fused(m.y, v.y, fused(m.x, v.x, plus)));
}
inline WideMat3 fused(const WideMat3& a, const Wide& k, const WideMat3& plus) {
  return {fused(a.x, k, plus.x), fused(a.y, k, plus.y), fused(a.z, k, plus.z)};
}
inline WideMat3 operator*(const WideMat3& a, const WideMat3& b) {
  return {a * b.x, a * b.y, a * b.z};
}
inline WideVec3 transposed_times(const WideMat3& m, const WideVec3& v) {
  return {dot(m.x, v), dot(m.y, v), dot(m.z, v)};
}
// plus + m^T v
inline WideVec3 transposed_times(const WideMat3& m, const WideVec3& v, const WideVec3& plus) {
  return {dot(m.x, v, plus.x), dot(m.y, v, plus.y), dot(m.z, v, plus.z)};
}
inline WideMat3 transposed(const WideMat3& m) {
  return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}

// m [r x]
inline WideMat3 times_cross(const WideMat3& m, const WideVec3& r) {
  return {fused_from(m.y * r.z, m.z, r.y), fused_from(m.z * r.x, m.x, r.z),
          fused_from(m.x * r.y, m.y, r.x)};
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
// from - a b^T where a is parallel to b.
inline WideSym3 less_outer_parallel(const WideSym3& from, const WideVec3& a, const WideVec3& b) {
  return {fused_from(from.xx, a.x, b.x), fused_from(from.xy, a.x, b.y),
          fused_from(from.xz, a.x, b.z), fused_from(from.yy, a.y, b.y),
          fused_from(from.yz, a.y, b.z), fused_from(from.zz, a.z, b.z)};
}
// from - a b^T
inline WideMat3 less_outer(const WideMat3& from, const WideVec3& a, const WideVec3& b) {
  return {fused_from(from.x, a, b.x), fused_from(from.y, a, b.y), fused_from(from.z, a, b.z)};
}

// R m R^T
inline WideSym3 turned(const WideMat3& R, const WideSym3& m) {
  const WideMat3 Rm = R * m;
  const auto entry = [&](const Wide WideVec3::*i, const Wide WideVec3::*j) {
    return fused(R.z.*i, Rm.z.*j, fused(R.y.*i, Rm.y.*j, R.x.*i * (Rm.x.*j)));
  };
  constexpr auto x = &WideVec3::x, y = &WideVec3::y, z = &WideVec3::z;
  return {entry(x, x), entry(x, y), entry(x, z), entry(y, y), entry(y, z), entry(z, z)};
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
inline WideMotion fused(const WideMotion& a, const Wide& k, const WideMotion& plus) {
  return {fused(a.w, k, plus.w), fused(a.v, k, plus.v)};
}

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
inline WideForce fused(const WideForce& a, const Wide& k, const WideForce& plus) {
  return {fused(a.n, k, plus.n), fused(a.f, k, plus.f)};
}
inline Wide dot(const WideForce& f, const WideMotion& m) { return dot(f.f, m.v, dot(f.n, m.w)); }

inline WideMotion cross(const WideMotion& a, const WideMotion& b) {
  return {cross(a.w, b.w), cross(a.w, b.v, cross(a.v, b.w))};
}
inline WideForce cross(const WideMotion& a, const WideForce& b) {
  return {cross(a.w, b.n, cross(a.v, b.f)), cross(a.w, b.f)};
}

// As SpatialInertia: n = A w + B v, f = B^T w + M v.
struct WideInertia {
  WideSym3 A;
  WideMat3 B;
  WideSym3 M;
};
// plus + I m
inline WideForce times(const WideInertia& I, const WideMotion& m, const WideForce& plus) {
  return {times(I.A.full(), m.w, times(I.B, m.v, plus.n)),
          times(I.M.full(), m.v, transposed_times(I.B, m.w, plus.f))};
}
inline WideForce operator*(const WideInertia& I, const WideMotion& m) {
  return {times(I.A.full(), m.w, I.B * m.v), times(I.M.full(), m.v, transposed_times(I.B, m.w))};
}
inline WideInertia operator+(const WideInertia& a, const WideInertia& b) {
  return {a.A + b.A, a.B + b.B, a.M + b.M};
}

// Of a body's point at r from the one so far.
inline WideMotion moved(const WideMotion& m, const WideVec3& r) {
  return {m.w, cross(m.w, r, m.v)};
}
// Taken about another point, from which r leads to the point so far.
inline WideForce moved(const WideForce& f, const WideVec3& r) { return {cross(r, f.f, f.n), f.f}; }
// With N = [r x] M: A - S - S^T with S = (B + N / 2) [r x]; B + N; M.
inline WideInertia moved(const WideInertia& I, const WideVec3& r) {
  const WideMat3 M = I.M.full();
  const WideMat3 N{cross(r, M.x), cross(r, M.y), cross(r, M.z)};
  const WideMat3 S = times_cross(fused(N, wide(0.5), I.B), r);
  return {I.A - plus_transposed(S), I.B + N, I.M};
}

}  // namespace gambol
