// The polygon in which two convex parts overlap, seen along the direction of their least overlap.

#include <algorithm>
#include <cmath>

#include "contact/find/polytopes.h"

namespace gambol {
namespace {

constexpr double parallel = 1e-12;

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
double thickness_along(const PlacedPart& placed, const Vec3& n) {
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
  const PlacedPart pa{&a, &X_WA, 1 / size, X_WA.p, grown}, pb{&b, &X_WB, 1 / size, X_WA.p, grown};
  Vec3 n;
  if (!overlap_direction(pa, pb, n)) return;
  if (is_polytope(a) && is_polytope(b)) return touch_polytopes(pa, pb, n, margin, touches);
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
