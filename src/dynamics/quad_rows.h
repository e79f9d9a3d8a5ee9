#pragma once

// Between bodies, each with its own numbers in a row, and quads, whose lanes hold the same numbers
// side by side; and between a quad and that of its parents. For the articulated body method only.

#include <array>

#include "dynamics/articulated_body.h"

namespace gambol {

// Address of the first number of lane `lane` in a struct of Wides; the lane's next number is
// `lanes` doubles further on.
template <class T>
double* in_lane(T& wides, int lane) {
  return reinterpret_cast<double*>(&wides) + lane;
}
template <class T>
const double* in_lane(const T& wides, int lane) {
  return reinterpret_cast<const double*>(&wides) + lane;
}

// `field` of a quad's parents, each in the lane of its child. Uses `space` if the values must be
// gathered from several lanes or quads.
template <class T>
const T& of_parents(const Workspace& work, const Quad& quad, T QuadWork::*field, T& space) {
  if (quad.above >= 0) return work.quads[quad.above].*field;
  if (quad.one_parent) {
    const double* from = in_lane(work.quads[quad.parent_quad[0]].*field, quad.parent_lane[0]);
    Wide* to = reinterpret_cast<Wide*>(&space);
    for (std::size_t k = 0; k < sizeof(T) / sizeof(Wide); ++k) to[k] = wide(from[k * lanes]);
    return space;
  }
  for (int lane = 0; lane < lanes; ++lane) {
    const double* from = in_lane(work.quads[quad.parent_quad[lane]].*field, quad.parent_lane[lane]);
    double* to = in_lane(space, lane);
    for (std::size_t k = 0; k < sizeof(T) / sizeof(double); k += lanes) to[k] = from[k];
  }
  return space;
}

template <class T>
void add_to_parents(Workspace& work, const Quad& quad, T QuadWork::*field, const T& sent) {
  if (quad.above >= 0) {
    T& sum = work.quads[quad.above].*field;
    sum = sum + sent;
    return;
  }
  if (quad.one_parent) {
    const Wide* from = reinterpret_cast<const Wide*>(&sent);
    double* to = in_lane(work.quads[quad.parent_quad[0]].*field, quad.parent_lane[0]);
    for (std::size_t k = 0; k < sizeof(T) / sizeof(Wide); ++k) {
      to[k * lanes] += (from[k][0] + from[k][1]) + (from[k][2] + from[k][3]);
    }
    return;
  }
  for (int lane = 0; lane < lanes; ++lane) {
    if (quad.body[lane] < 0) continue;
    const double* from = in_lane(sent, lane);
    double* to = in_lane(work.quads[quad.parent_quad[lane]].*field, quad.parent_lane[lane]);
    for (std::size_t k = 0; k < sizeof(T) / sizeof(double); k += lanes) to[k] += from[k];
  }
}

// read_six, write_six and write_poses rely on these layouts.
static_assert(sizeof(Frame) == 12 * sizeof(double) && sizeof(SpatialMotion) == 6 * sizeof(double) &&
              sizeof(SpatialForce) == 6 * sizeof(double));

inline BodyWork& body_in(Workspace& work, const Quad& quad, int lane) {
  return quad.body[lane] < 0 ? work.nobody : work.bodies[quad.body[lane]];
}

// Addresses of consecutive numbers of each body, such as the six of a SpatialForce, to be
// transposed to lanes and back.
using Rows = std::array<double*, lanes>;
using ConstRows = std::array<const double*, lanes>;

inline void read_six(const ConstRows& rows, WideVec3& first, WideVec3& second) {
  std::array<Wide, lanes> a, b;
  for (int lane = 0; lane < lanes; ++lane) {
    a[lane] = load(rows[lane]);
    b[lane] = load(rows[lane] + 2);
  }
  transpose(a[0], a[1], a[2], a[3]);
  transpose(b[0], b[1], b[2], b[3]);
  first = {a[0], a[1], a[2]};
  second = {a[3], b[2], b[3]};
}

inline void write_six(const WideVec3& first, const WideVec3& second, const Rows& rows) {
  std::array<Wide, lanes> a{first.x, first.y, first.z, second.x};
  std::array<Wide, lanes> b{first.z, second.x, second.y, second.z};
  transpose(a[0], a[1], a[2], a[3]);
  transpose(b[0], b[1], b[2], b[3]);
  for (int lane = 0; lane < lanes; ++lane) {
    store(a[lane], rows[lane]);
    store(b[lane], rows[lane] + 2);
  }
}

inline void write_poses(const WideMat3& R, const WideVec3& p, const Rows& rows) {
  std::array<Wide, lanes> a{R.x.x, R.x.y, R.x.z, R.y.x}, b{R.y.y, R.y.z, R.z.x, R.z.y},
      c{R.z.z, p.x, p.y, p.z};
  for (auto* four : {&a, &b, &c}) transpose((*four)[0], (*four)[1], (*four)[2], (*four)[3]);
  for (int lane = 0; lane < lanes; ++lane) {
    store(a[lane], rows[lane]);
    store(b[lane], rows[lane] + 4);
    store(c[lane], rows[lane] + 8);
  }
}

template <class T>
Rows rows_of(Workspace& work, const Quad& quad, T BodyWork::*part) {
  Rows rows;
  for (int lane = 0; lane < lanes; ++lane) {
    rows[lane] = reinterpret_cast<double*>(&(body_in(work, quad, lane).*part));
  }
  return rows;
}

inline WideVec3 to_wide(const Vec3& v) { return {wide(v.x()), wide(v.y()), wide(v.z())}; }
inline WideMotion to_wide(const SpatialMotion& m) { return {to_wide(m.w), to_wide(m.v)}; }
inline Vec3 first_lane(const WideVec3& v) { return {v.x[0], v.y[0], v.z[0]}; }

}  // namespace gambol
