// Overlap of two convex parts: the direction of least overlap (from libccd, or without it for
// spheres and capsules), and the polygon in which the parts overlap, seen along that direction.

#include <ccd/ccd.h>

#include <algorithm>
#include <cmath>

#include "contact/find/collider.h"

namespace gambol {
namespace {

constexpr double parallel = 1e-12;

// A part in W, in units of the pair's size because libccd's tolerances are absolute.
struct Placed {
  const ConvexPart* part;
  const Frame* X;
  double scale;  // 1/m
  Vec3 origin;   // W, m
  double grown;  // by which every ball of the part is larger, in the pair's units
  Vec3 point(std::size_t i) const { return (X->R * part->points[i] + X->p - origin) * scale; }
  double radius(std::size_t i) const { return part->radius_at(i) * scale + grown; }
};

Vec3 from(const ccd_vec3_t& v) { return {v.v[0], v.v[1], v.v[2]}; }

void support(const void* object, const ccd_vec3_t* dir, ccd_vec3_t* out) {
  const auto& placed = *static_cast<const Placed*>(object);
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

Vec3 middle(const Placed& placed) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < placed.part->points.size(); ++i) sum += placed.point(i);
  return sum / static_cast<double>(placed.part->points.size());
}

void center(const void* object, ccd_vec3_t* out) {
  const Vec3 c = middle(*static_cast<const Placed*>(object));
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
    s = denominator > parallel * a * e ? std::clamp((b * f - c * e) / denominator, 0.0, 1.0) : 0.5;
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
  explicit Bar(const Placed& p)
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
    if (steeper <= parallel * dd) return widens > 0 ? 1 : 0;
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
bool overlap_direction(const Placed& a, const Placed& b, Vec3& normal) {
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

// The direction out of b into a; false if they do not overlap. Of parts that overlap only as they
// are grown it is that in which they meet first as they grow: the refinement's own direction is
// right only where the overlap is shallow.
bool direction(const Placed& a, const Placed& b, Vec3& normal) {
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
  if (a.grown <= 0) return overlap_direction(a, b, normal);
  // Of parts that only just overlap the refinement may return any direction.
  constexpr double least = 1e-5;  // of the pair's size
  constexpr int halvings = 6;
  const auto meet = [&](double grown) {
    Placed x = a, y = b;
    x.grown = y.grown = grown;
    return overlap_direction(x, y, normal);
  };
  if (meet(least)) return true;
  if (a.grown <= least || !meet(a.grown)) return false;
  double apart = least, together = a.grown;
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

// A corner of an overlap seen along the normal: its position, and how far its surface reaches.
struct Corner {
  Eigen::Vector2d at;
  double reach = 0;  // along the normal, in the pair's units
};
constexpr std::size_t most_corners = 64;
struct Outline {
  std::array<Corner, most_corners> corners;
  std::size_t size = 0;
  void add(const Corner& c) {
    if (size < most_corners) corners[size++] = c;
  }
};

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}

// Counter-clockwise hull of an outline's corners (Andrew's monotone chain), without points on its
// edges.
Outline hull(Outline o) {
  if (o.size < 3) return o;
  std::sort(o.corners.begin(), o.corners.begin() + o.size, [](const Corner& a, const Corner& b) {
    return a.at.x() != b.at.x() ? a.at.x() < b.at.x() : a.at.y() < b.at.y();
  });
  std::array<Corner, 2 * most_corners> chain;
  std::size_t n = 0;
  const auto extend = [&](const Corner& c, std::size_t least) {
    while (n >= least &&
           cross(chain[n - 1].at - chain[n - 2].at, c.at - chain[n - 2].at) <= parallel)
      --n;
    chain[n++] = c;
  };
  for (std::size_t i = 0; i < o.size; ++i) extend(o.corners[i], 2);
  const std::size_t lower = n + 1;
  for (std::size_t i = o.size - 1; i-- > 0;) extend(o.corners[i], lower);
  Outline out;
  for (std::size_t i = 0; i + 1 < n; ++i) out.add(chain[i]);
  if (out.size == 0) out.add(o.corners[0]);
  return out;
}

// The part of `o` that lies to the left of the line from p to q; reaches are interpolated.
Outline clipped(const Outline& o, const Eigen::Vector2d& p, const Eigen::Vector2d& q) {
  Outline out;
  const auto side = [&](const Corner& c) { return cross(q - p, c.at - p); };
  const std::size_t edges = o.size < 3 ? o.size - 1 : o.size;
  if (o.size == 1) {
    if (side(o.corners[0]) >= 0) out.add(o.corners[0]);
    return out;
  }
  for (std::size_t i = 0; i < edges; ++i) {
    const Corner &a = o.corners[i], &b = o.corners[(i + 1) % o.size];
    const double sa = side(a), sb = side(b);
    if (sa >= 0) out.add(a);
    if ((sa < 0) != (sb < 0)) {
      const double s = sa / (sa - sb);
      out.add({a.at + s * (b.at - a.at), a.reach + s * (b.reach - a.reach)});
    }
    if (o.size == 2 && sb >= 0) out.add(b);
  }
  return out;
}

Outline intersection(Outline subject, const Outline& by) {
  for (std::size_t i = 0; i < by.size && subject.size > 0; ++i)
    subject = clipped(subject, by.corners[i].at, by.corners[(i + 1) % by.size].at);
  return subject;
}

// Where two segments cross, seen along the normal: one touch of an edge with an edge.
Outline crossing(const Outline& a, const Outline& b) {
  Outline out;
  const Eigen::Vector2d u = a.corners[1].at - a.corners[0].at,
                        v = b.corners[1].at - b.corners[0].at;
  const double denominator = cross(u, v);
  if (std::abs(denominator) <= parallel) {
    out.add(a.corners[0]);
    out.add(a.corners[1]);
    return out;
  }
  const double s = std::clamp(cross(b.corners[0].at - a.corners[0].at, v) / denominator, 0.0, 1.0);
  out.add({a.corners[0].at + s * u,
           a.corners[0].reach + s * (a.corners[1].reach - a.corners[0].reach)});
  return out;
}

// The reach of an outline's surface at a point: that of its plane, edge or corner.
double reach_at(const Outline& o, const Eigen::Vector2d& at) {
  if (o.size == 1) return o.corners[0].reach;
  const Corner &a = o.corners[0], &b = o.corners[1];
  const Eigen::Vector2d u = b.at - a.at;
  if (o.size == 2) {
    const double s =
        u.squaredNorm() > 0 ? std::clamp(u.dot(at - a.at) / u.squaredNorm(), 0.0, 1.0) : 0.0;
    return a.reach + s * (b.reach - a.reach);
  }
  // The corners within the overlap carry the face; three of them give its plane.
  const Corner& c = o.corners[2];
  const Eigen::Vector2d v = c.at - a.at;
  const double area = cross(u, v);
  if (std::abs(area) <= parallel) return a.reach;
  const Eigen::Vector2d d = at - a.at;
  const double s = cross(d, v) / area, t = cross(u, d) / area;
  return a.reach + s * (b.reach - a.reach) + t * (c.reach - a.reach);
}

// In the pair's units, without what the part is grown by.
double thickness_along(const Placed& placed, const Vec3& n) {
  double low = 1e300, high = -1e300;
  for (std::size_t i = 0; i < placed.part->points.size(); ++i) {
    const double along = n.dot(placed.point(i)), radius = placed.radius(i) - placed.grown;
    low = std::min(low, along - radius);
    high = std::max(high, along + radius);
  }
  return high - low;
}

}  // namespace

void touch_parts(const ConvexPart& a, const Frame& X_WA, const ConvexPart& b, const Frame& X_WB,
                 std::vector<Touch>& touches, double margin) {
  const double size = std::max(
      std::min((a.bounds.high - a.bounds.low).norm(), (b.bounds.high - b.bounds.low).norm()), 1e-9);
  // Parts that are closer than the margin overlap if each is larger by half of it.
  const double grown = margin / 2 / size;
  const Placed pa{&a, &X_WA, 1 / size, X_WA.p, grown}, pb{&b, &X_WB, 1 / size, X_WA.p, grown};
  Vec3 n;
  if (!direction(pa, pb, n)) return;
  if (b.one_sided || a.one_sided) {
    // The way of least overlap out of a triangle that a thin leg has pierced is sideways, and would
    // never take it out again.
    n = b.one_sided ? Vec3(X_WB.R * b.normal) : Vec3(X_WA.R * -a.normal);
    if (n.dot(middle(pa) - middle(pb)) <= 0) return;  // a is behind b, or b behind a
  }
  Vec3 x = std::abs(n.x()) < 0.6 ? Vec3::UnitX() : Vec3::UnitY();
  x = (x - n.dot(x) * n).normalized();
  const Vec3 y = n.cross(x);
  // Along n, a reaches down to `low` and b up to `high`; the parts overlap between these.
  double low = 1e300, high = -1e300;
  const auto reach_a = [&](std::size_t i) {
    return n.dot(pa.point(i)) - a.radius_at(i) / size - grown;
  };
  const auto reach_b = [&](std::size_t i) {
    return n.dot(pb.point(i)) + b.radius_at(i) / size + grown;
  };
  for (std::size_t i = 0; i < a.points.size(); ++i) low = std::min(low, reach_a(i));
  for (std::size_t i = 0; i < b.points.size(); ++i) high = std::max(high, reach_b(i));
  if (low >= high) return;
  // Only corners within the overlap take part; with a margin, which may be larger than the parts
  // are thick, not those of their backs.
  double to = high, from = low;
  if (margin > 0) {
    to = std::min(to, low + thickness_along(pa, n) / 2);
    from = std::max(from, high - thickness_along(pb, n) / 2);
  }
  Outline oa, ob;
  const auto seen = [&](const Vec3& p, double reach) {
    return Corner{{x.dot(p), y.dot(p)}, reach};
  };
  for (std::size_t i = 0; i < a.points.size(); ++i) {
    if (reach_a(i) < to || reach_a(i) == low) oa.add(seen(pa.point(i), reach_a(i)));
  }
  for (std::size_t i = 0; i < b.points.size(); ++i) {
    if (reach_b(i) > from || reach_b(i) == high) ob.add(seen(pb.point(i), reach_b(i)));
  }
  oa = hull(oa);
  ob = hull(ob);
  // An outline without area cannot clip.
  Outline overlap;
  if (oa.size == 1 || ob.size == 1) {
    overlap = oa.size == 1 ? oa : ob;
  } else if (oa.size == 2 && ob.size == 2) {
    overlap = crossing(oa, ob);
  } else if (ob.size < 3) {
    overlap = intersection(ob, oa);
  } else {
    overlap = intersection(oa, ob);
  }
  if (overlap.size == 0) {
    // The outlines do not overlap: the deepest corner of a touches.
    Corner deepest = oa.corners[0];
    for (std::size_t i = 1; i < oa.size; ++i)
      if (oa.corners[i].reach < deepest.reach) deepest = oa.corners[i];
    overlap.add(deepest);
  }
  for (std::size_t i = 0; i < overlap.size; ++i) {
    const Eigen::Vector2d& at = overlap.corners[i].at;
    const double bottom = std::max(reach_at(oa, at), low), top = std::min(reach_at(ob, at), high);
    if (top <= bottom) continue;
    Touch t;
    t.normal = n;
    t.depth = (top - bottom) * size - margin;
    t.p_W = (x * at.x() + y * at.y() + n * (bottom + top) / 2) * size + X_WA.p;
    touches.push_back(t);
  }
}

}  // namespace gambol
