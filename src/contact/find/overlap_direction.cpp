// The direction from libccd's Minkowski portal refinement, which is checked against the faces of
// both parts; of spheres and capsules from the distance of their axes.

#include "contact/find/overlap_direction.h"

#include <ccd/ccd.h>

#include <algorithm>
#include <cmath>

#include "contact/find/polytopes.h"

namespace gambol {
namespace {

constexpr double parallel_axes = 1e-12;
// Of the pair's size. Of parts that overlap by less, the refinement may return any direction.
constexpr double least_grown = 1e-5;

Vec3 from(const ccd_vec3_t& v) { return {v.v[0], v.v[1], v.v[2]}; }

void support(const void* object, const ccd_vec3_t* dir, ccd_vec3_t* out) {
  const auto& placed = *static_cast<const PlacedPart*>(object);
  const Vec3 d = from(*dir), d_B = placed.X->R.transpose() * d;
  const double length = d.norm();
  const bool differ = !placed.part->radii.empty();
  std::size_t best = 0;
  double farthest = -1e300;
  for (std::size_t i = 0; i < placed.part->points.size(); ++i) {
    double along = d_B.dot(placed.part->points[i]);
    if (differ) along += length * placed.part->radii[i];
    if (along > farthest) {
      farthest = along;
      best = i;
    }
  }
  Vec3 p = placed.point(best);
  if (length > 0) p += d * (placed.radius(best) / length);
  ccdVec3Set(out, p.x(), p.y(), p.z());
}

void center(const void* object, ccd_vec3_t* out) {
  const Vec3 c = middle(*static_cast<const PlacedPart*>(object));
  ccdVec3Set(out, c.x(), c.y(), c.z());
}

// Closest points of two segments (Ericson, Real-Time Collision Detection, 5.1.9).
void closest(const Vec3& p1, const Vec3& q1, const Vec3& p2, const Vec3& q2, Vec3& c1, Vec3& c2) {
  const Vec3 d1 = q1 - p1, d2 = q2 - p2, r = p1 - p2;
  const double a = d1.squaredNorm(), e = d2.squaredNorm(), f = d2.dot(r);
  double s = 0, t = 0;
  if (a > 0 && e > 0) {
    const double b = d1.dot(d2), c = d1.dot(r), denominator = a * e - b * b;
    // Parallel segments are equally close along their length; the middle of the first serves.
    s = denominator > parallel_axes * a * e ? std::clamp((b * f - c * e) / denominator, 0.0, 1.0)
                                            : 0.5;
    t = (b * s + f) / e;
    const double clamped = std::clamp(t, 0.0, 1.0);
    if (t != clamped) s = std::clamp((b * clamped - c) / a, 0.0, 1.0);
    t = clamped;
  } else if (a > 0) {
    s = std::clamp(-d1.dot(r) / a, 0.0, 1.0);
  } else if (e > 0) {
    t = std::clamp(f / e, 0.0, 1.0);
  }
  c1 = p1 + s * d1;
  c2 = p2 + t * d2;
}

// A ball, or balls along a segment whose radii change linearly from one end to the other.
struct Bar {
  Vec3 a, b;
  double radius_a, radius_b;
  explicit Bar(const PlacedPart& p)
      : a(p.point(0)),
        b(p.point(p.part->points.size() - 1)),
        radius_a(p.radius(0)),
        radius_b(p.radius(p.part->points.size() - 1)) {}
  Vec3 at(double s) const { return a + s * (b - a); }
  double widest() const { return std::max(radius_a, radius_b); }
  double radius(double s) const { return radius_a + s * (radius_b - radius_a); }
  // Position s of the ball whose surface is nearest to p.
  double nearest(const Vec3& p) const {
    const Vec3 d = b - a;
    const double dd = d.squaredNorm(), widens = radius_b - radius_a;
    if (dd == 0) return 0;
    const double s = d.dot(p - a) / dd, steeper = dd - widens * widens;
    if (steeper <= parallel_axes * dd) return widens > 0 ? 1 : 0;
    const double away = (at(s) - p).norm();
    return std::clamp(s + widens * away / std::sqrt(dd * steeper), 0.0, 1.0);
  }
};

// The direction between the nearest balls of two tapered bars. The distance of the surfaces is
// convex in both positions, so that minimising over each in turn converges to its minimum.
bool direction(const Bar& a, const Bar& b, Vec3& normal) {
  constexpr int rounds = 30;
  Vec3 c1, c2;
  closest(a.a, a.b, b.a, b.b, c1, c2);
  // Their axes are too far apart for the widest of their balls.
  if ((c1 - c2).norm() >= a.widest() + b.widest()) return false;
  double s = 0, t = 0;
  for (int i = 0; i < rounds; ++i) {
    const double before = s;
    t = b.nearest(i == 0 ? c1 : a.at(s));
    s = a.nearest(b.at(t));
    if (i > 0 && s == before) break;  // for ever
  }
  const Vec3 apart = a.at(s) - b.at(t);
  const double distance = apart.norm();
  if (distance >= a.radius(s) + b.radius(t)) return false;
  normal = distance > 0 ? Vec3(apart / distance) : Vec3(Vec3::UnitZ());
  return true;
}

// The same of any two parts, by Minkowski portal refinement.
bool portal_direction(const PlacedPart& a, const PlacedPart& b, Vec3& normal) {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = support;
  ccd.center1 = ccd.center2 = center;
  ccd.mpr_tolerance = 1e-6;
  ccd.max_iterations = 100;
  ccd_real_t depth;
  ccd_vec3_t dir, pos;
  // libccd's direction is the one in which the second part must move to separate them.
  if (ccdMPRPenetration(&a, &b, &ccd, &depth, &dir, &pos) != 0) return false;
  normal = -from(dir);
  const double length = normal.norm();
  if (length == 0) return false;
  normal /= length;
  return true;
}

// By how much the parts overlap along a unit direction, in the pair's units.
double overlap_along(const PlacedPart& a, const PlacedPart& b, const Vec3& normal) {
  double low = 1e300, high = -1e300;
  for (std::size_t i = 0; i < a.part->points.size(); ++i)
    low = std::min(low, normal.dot(a.point(i)) - a.radius(i));
  for (std::size_t i = 0; i < b.part->points.size(); ++i)
    high = std::max(high, normal.dot(b.point(i)) + b.radius(i));
  return high - low;
}

// Where the refinement's direction is wrong, takes that of the face along which the parts overlap
// least. Of a crate that is 0.1 mm deep in a ramp it is off by up to 60 degrees in one case of
// 3000, with an overlap of up to 0.9 m along it, and in one of 20 where the crate lies in the
// ramp's very middle, so that a ray between both middles passes through an edge of the portal.
void mend(const PlacedPart& a, const PlacedPart& b, Vec3& normal) {
  if (a.part->one_sided || b.part->one_sided) return;  // they have a direction of their own
  constexpr double wrong = 2, exact = 1e-5;  // times the least overlap; of the pair's size
  double least = (overlap_along(a, b, normal) - exact) / wrong;
  const auto consider = [&](const Vec3& face) {
    const double overlap = overlap_along(a, b, face);
    if (overlap >= least) return;
    least = overlap;
    normal = face;
  };
  for (const Hull::Face& f : a.part->hull.faces) consider(-(a.X->R * f.normal));
  for (const Hull::Face& f : b.part->hull.faces) consider(b.X->R * f.normal);
}

// Parts that are grown are round at their edges; by the little with which they count as touching,
// they are polytopes still.
bool direction_of_any(const PlacedPart& a, const PlacedPart& b, Vec3& normal) {
  const bool exact = a.grown <= least_grown && is_polytope(*a.part) && is_polytope(*b.part);
  if (exact) return least_overlap(a, b, normal);
  if (!portal_direction(a, b, normal)) return false;
  mend(a, b, normal);
  return true;
}

}  // namespace

Vec3 middle(const PlacedPart& placed) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < placed.part->points.size(); ++i) sum += placed.point(i);
  return sum / static_cast<double>(placed.part->points.size());
}

// The refinement's own direction is right only where the overlap is shallow: parts are shrunk until
// they just overlap.
bool overlap_direction(const PlacedPart& a, const PlacedPart& b, Vec3& normal) {
  const bool bars = a.part->points.size() <= 2 && b.part->points.size() <= 2;
  if (bars && !(a.part->radii.empty() && b.part->radii.empty()))
    return direction(Bar(a), Bar(b), normal);
  if (bars) {
    Vec3 c1, c2;
    closest(a.point(0), a.point(a.part->points.size() - 1), b.point(0),
            b.point(b.part->points.size() - 1), c1, c2);
    const double distance = (c1 - c2).norm();
    if (distance >= (a.part->radius + b.part->radius) * a.scale + a.grown + b.grown) return false;
    normal = distance > 0 ? Vec3((c1 - c2) / distance) : Vec3(Vec3::UnitZ());
    return true;
  }
  if (a.grown <= 0) return direction_of_any(a, b, normal);
  constexpr int halvings = 6;
  const auto meet = [&](double grown) {
    PlacedPart x = a, y = b;
    x.grown = y.grown = grown;
    return direction_of_any(x, y, normal);
  };
  if (meet(least_grown)) return true;
  if (a.grown <= least_grown || !meet(a.grown)) return false;
  double apart = least_grown, together = a.grown;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (apart + together) / 2;
    const Vec3 before = normal;
    if (meet(middle)) {
      together = middle;
    } else {
      apart = middle;
      normal = before;
    }
  }
  return true;
}

}  // namespace gambol
