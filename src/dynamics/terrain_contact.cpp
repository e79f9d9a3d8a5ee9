#include "dynamics/terrain_contact.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// n is perpendicular to the side shared by two faces; it pushes between them if it lies on the arc
// from one face's normal to the other's (Gauss map).
bool between(const Vec3& n, const Vec3& n1, const Vec3& n2) {
  constexpr double slack = 1e-9;
  const Vec3 turn = n1.cross(n2);
  return n1.cross(n).dot(turn) >= -slack && n.cross(n2).dot(turn) >= -slack;
}

bool edge_allows(const HeightField::Edge& e, const Vec3& n) {
  return between(n, e.normal_left, e.normal_right);
}

struct Box2 {
  double x_low, y_low, x_high, y_high;
  explicit Box2(const Vec3& p, double r = 0)
      : x_low(p.x() - r), y_low(p.y() - r), x_high(p.x() + r), y_high(p.y() + r) {}
  void include(const Vec3& p, double r = 0) {
    x_low = std::min(x_low, p.x() - r), x_high = std::max(x_high, p.x() + r);
    y_low = std::min(y_low, p.y() - r), y_high = std::max(y_high, p.y() + r);
  }
  Box2 wider(double by) const {  // narrower, with by < 0
    Box2 b = *this;
    b.x_low -= by, b.y_low -= by, b.x_high += by, b.y_high += by;
    return b;
  }
};

HeightField::Cells cells_under(const HeightField& terrain, const Box2& b) {
  return terrain.cells(b.x_low, b.y_low, b.x_high, b.y_high);
}
double highest_under(const HeightField& terrain, const Box2& b) {
  return terrain.highest(b.x_low, b.y_low, b.x_high, b.y_high);
}

// Where four edges of a body cross the segment p-q, seen from above: s along the edge, in 0..1, and
// `gap`, m, by which the edge is above the segment there.
struct Crossings {
  WideMask cross;
  Wide s, gap;
};
Crossings crossings(const ContactFeatures::FourEdges& edges, const Frame& X, const Vec3& p,
                    const Vec3& q) {
  const auto turned = [&](const std::array<Wide, 3>& v, int k) {
    return v[0] * X.R(k, 0) + v[1] * X.R(k, 1) + v[2] * X.R(k, 2);
  };
  const double ex = q.x() - p.x(), ey = q.y() - p.y();
  const Wide dx = turned(edges.d, 0), dy = turned(edges.d, 1);
  const Wide wx = p.x() - X.p.x() - turned(edges.a, 0), wy = p.y() - X.p.y() - turned(edges.a, 1);
  const Wide det = dx * ey - dy * ex, whole = det * det;
  const Wide along_d = (wx * ey - wy * ex) * det, along_e = (wx * dy - wy * dx) * det;
  const Wide parallel = 1e-18 * (ex * ex + ey * ey) * (dx * dx + dy * dy);
  const WideMask cross = (along_d >= 0.0) & (along_d <= whole) & (along_e >= 0.0) &
                         (along_e <= whole) & (whole > parallel);
  if (!any(cross)) return {cross, wide(0), wide(0)};
  const Wide s = along_d / whole, t = along_e / whole;
  const Wide wz = p.z() - X.p.z() - turned(edges.a, 2);
  return {cross, s, s * turned(edges.d, 2) - wz - t * (q.z() - p.z())};
}

// How high the segment stays at least above the ground, m, as far as can be told from its ends: the
// ground rises nowhere faster than its steepest slope.
double least_gap(const HeightField& terrain, const Vec3& a, const Vec3& b) {
  const double gap_a = a.z() - terrain.height(a.x(), a.y());
  const double gap_b = b.z() - terrain.height(b.x(), b.y());
  const double least = std::min(gap_a, gap_b);
  if (least <= 0) return least;
  const double rise = b.z() - a.z();
  const double climb = terrain.steepest() * (b - a).head<2>().norm();
  const double from_a = climb - rise, from_b = climb + rise;  // what the gap may lose on the way
  if (from_a <= 0 || from_b <= 0) return least;
  const double s = std::clamp((gap_a - gap_b + from_b) / (from_a + from_b), 0.0, 1.0);
  return std::max(gap_a - s * from_a, gap_b - (1 - s) * from_b);
}

// No point of the line through a along d is nearer to the one through p along e than this, squared.
double squared_line_distance(const Vec3& a, const Vec3& d, const Vec3& p, const Vec3& e) {
  const Vec3 n = d.cross(e), w = p - a;
  const double nn = n.squaredNorm(), ee = e.squaredNorm();
  if (nn > 1e-12 * d.squaredNorm() * ee) {
    const double along = w.dot(n);
    return along * along / nn;
  }
  return d.isZero() ? w.cross(e).squaredNorm() / ee : 0;
}
double squared_line_distance(const Vec3& a, const Vec3& d, const Vec3& p) {
  const double dd = d.squaredNorm();
  return dd > 0 ? (p - a).cross(d).squaredNorm() / dd : (p - a).squaredNorm();
}

// Where the body's spine is, and the rectangle below the body.
struct Span {
  Vec3 a, b;
  double radius;
  Box2 box;
  Span(const Body& body, const Frame& X)
      : a(X.R * body.features.spine.a + X.p),
        b(X.R * body.features.spine.b + X.p),
        radius(body.features.spine.radius),
        box(a, radius) {
    box.include(b, radius);
  }
};

// Whether a side of the terrain passes within `more` of the bar that holds the body. One that is
// farther above it has the whole body below it, and is no affair of its edges.
bool passes(const TerrainSide& side, const Span& span, double more = 0) {
  const double radius = span.radius + more;
  const Vec3 e = side.q - side.p;
  const double at_a = e.dot(span.a - side.p), at_b = e.dot(span.b - side.p), length = e.norm();
  if (std::max(at_a, at_b) < -radius * length || std::min(at_a, at_b) > (length + radius) * length)
    return false;
  return squared_line_distance(span.a, span.b - span.a, side.p, e) <= radius * radius * (1 + 1e-9);
}

// Where `edge` lies `gap` below a side of the terrain that it crosses at `s`.
void touch_edge(const HeightField& terrain, const ContactEdge& edge, double s, double gap,
                const Frame& X, const TerrainSide& side, GroundTouches& touches) {
  const Vec3 d = edge.b - edge.a;
  Vec3 n = (X.R * d).cross(side.q - side.p).normalized();
  if (n.z() < 0) n = -n;
  if (!between(X.R.transpose() * -n, edge.normal_1, edge.normal_2)) return;
  if (!edge_allows(terrain.edge(side.i, side.j, side.side), n)) return;
  touches.add({gap * n.z(), edge.a + s * d, n});
}

void touch_edges(const HeightField& terrain, const ContactFeatures& features, const Frame& X,
                 const TerrainSide& side, GroundTouches& touches) {
  for (std::size_t four = 0; four < features.edge_fours.size(); ++four) {
    const Crossings found = crossings(features.edge_fours[four], X, side.p, side.q);
    const WideMask below = found.cross & (found.gap < 0.0);
    if (!any(below)) continue;
    for (int k = 0; k < lanes; ++k)
      if (below[k])
        touch_edge(terrain, features.edges[four * lanes + k], found.s[k], -found.gap[k], X, side,
                   touches);
  }
}

// Corners of the terrain in a face of a box.
void touch_box(const HeightField& terrain, const Transform& X_BS, const Vec3& half, const Frame& X,
               GroundTouches& touches) {
  const Mat3 R = X.R * X_BS.R.toRotationMatrix();
  const Vec3 centre = X.R * X_BS.p + X.p;
  const Vec3 reach = R.cwiseAbs() * half;
  Box2 box(centre - reach);
  box.include(centre + reach);
  if (centre.z() - reach.z() > highest_under(terrain, box)) return;
  const auto under = cells_under(terrain, box);
  for (int j = under.j_low; j <= under.j_high; ++j) {
    for (int i = under.i_low; i <= under.i_high; ++i) {
      if (!terrain.may_be_corner(i, j)) continue;
      const Vec3 v = R.transpose() * (terrain.vertex(i, j) - centre);
      const Vec3 within = half - v.cwiseAbs();
      if (within.minCoeff() <= 0) continue;
      int best = -1;
      Vec3 normal;
      for (int axis = 0; axis < 3; ++axis) {
        // The face that the corner came through pushes back.
        const Vec3 n = R.col(axis) * (v[axis] > 0 ? -1.0 : 1.0);
        if (best >= 0 && within[axis] >= within[best]) continue;
        if (!terrain.is_corner_for(i, j, n)) continue;
        best = axis;
        normal = n;
      }
      if (best < 0) continue;
      Vec3 at = v;
      at[best] += std::copysign(within[best], v[best]);
      touches.add({within[best], X_BS * at, normal});
    }
  }
}

// A ball's centre c against the faces and convex corners within its reach.
void touch_ball(const HeightField& terrain, const Vec3& c, double radius, const Frame& X,
                GroundTouches& touches) {
  const Box2 box(c, radius);
  if (c.z() - radius > highest_under(terrain, box)) return;
  const auto add = [&](double depth, const Vec3& n) {
    touches.add({depth, X.R.transpose() * (c - radius * n - X.p), n});
  };
  const HeightField::Under below = terrain.under(c.x(), c.y());
  const double above = (c.z() - below.height) * below.normal.z();
  if (above <= 0) {  // the centre itself is within: out through the face above it
    add(radius - above, below.normal);
    return;
  }
  // A face is touched where its own plane's nearest point lies on it.
  const auto face = [&](const Vec3& n, double height) {
    const double away = height * n.z();
    if (away < 0 || away >= radius) return;
    const Vec3 foot = c - away * n;
    const HeightField::Under there = terrain.under(foot.x(), foot.y());
    if ((there.normal - n).squaredNorm() < 1e-18 && std::abs(there.height - foot.z()) < 1e-9)
      add(radius - away, n);
  };
  const auto under = cells_under(terrain, box);
  if (under.i_high < under.i_low) return face(below.normal, c.z() - below.height);
  Vec3 seen[GroundTouches::most];  // a plane that several triangles share counts once
  std::size_t planes = 0;
  const auto plane = [&](const Vec3& n, const Vec3& on) {
    for (std::size_t k = 0; k < planes; ++k)
      if ((seen[k] - n).squaredNorm() < 1e-18) return;
    if (planes < GroundTouches::most) seen[planes++] = n;
    face(n, (c - on).dot(n) / n.z());
  };
  for (int j = under.j_low; j <= under.j_high; ++j) {
    for (int i = under.i_low; i <= under.i_high; ++i) {
      for (int side = 0; side < 3; ++side) {
        if (!terrain.has_side(i, j, side)) continue;
        const HeightField::Edge e = terrain.edge(i, j, side);
        plane(e.normal_left, e.p);
        plane(e.normal_right, e.p);
      }
      const Vec3 away = c - terrain.vertex(i, j);
      const double far = away.norm();
      if (!terrain.may_be_corner(i, j) || far >= radius || far == 0) continue;
      if (terrain.is_corner_for(i, j, away / far)) add(radius - far, away / far);
    }
  }
}

// The bar's side, or a ball, against a convex side of the terrain.
void touch_bar(const HeightField& terrain, const ContactRod& rod, const Frame& X,
               const TerrainSide& side, GroundTouches& touches) {
  const Vec3 a = X.R * rod.a + X.p, d = X.R * (rod.b - rod.a);
  const double radius = rod.radius, dd = d.squaredNorm();
  const HeightField::Edge edge = terrain.edge(side.i, side.j, side.side);
  const Vec3 e = edge.q - edge.p, w = a - edge.p;
  const double ee = e.squaredNorm(), de = d.dot(e), det = dd * ee - de * de;
  double s = 0;  // along the bar, of the lines' nearest points
  if (dd > 0) {
    if (det > 1e-9 * dd * ee) {
      s = (de * e.dot(w) - ee * d.dot(w)) / det;
    } else {  // parallel: the middle of where they lie side by side
      const double s0 = -w.dot(d) / dd, s1 = s0 + de / dd;
      s = (std::clamp(s0, 0.0, 1.0) + std::clamp(s1, 0.0, 1.0)) / 2;
    }
    if (!rod.round_ends && (s < 0 || s > 1)) return;
    s = std::clamp(s, 0.0, 1.0);
  }
  const Vec3 on_bar = a + s * d;
  const double t = e.dot(on_bar - edge.p) / ee;
  if (t < 0 || t > 1) return;
  const Vec3 apart = on_bar - edge.p - t * e;
  double far = apart.norm();
  if (far == 0) return;
  Vec3 normal = apart / far;
  if (normal.dot(edge.normal_left + edge.normal_right) < 0) {  // its axis is within
    if (dd == 0) return;                                       // the face's affair
    normal = -normal;
    far = -far;
  }
  if (far >= radius || !edge_allows(edge, normal)) return;
  touches.add({radius - far, X.R.transpose() * (on_bar - radius * normal - X.p), normal});
}

// The convex sides and corners of the terrain in `cells` that a body may touch that moves by up to
// `slack`.
void gather_sides(const HeightField& terrain, const HeightField::Cells& cells, const Span& span,
                  double slack, NearGround& near) {
  near.sides.clear();
  near.corners = false;
  const double radius = span.radius + slack;
  const double lowest = std::min(span.a.z(), span.b.z()) - radius;
  const Vec3 d = span.b - span.a;
  for (int j = cells.j_low; j <= cells.j_high; ++j) {
    for (int i = cells.i_low; i <= cells.i_high; ++i) {
      if (!near.corners && terrain.may_be_corner(i, j) && terrain.z(i, j) >= lowest - radius)
        near.corners =
            squared_line_distance(span.a, d, terrain.vertex(i, j)) <= radius * radius * (1 + 1e-9);
      if (!terrain.has_convex_side(i, j) || terrain.top(i, j) < lowest) continue;
      for (int side = 0; side < 3; ++side) {
        if (!terrain.is_convex(i, j, side)) continue;
        TerrainSide s{i, j, side, {}, {}};
        terrain.ends_of(i, j, side, s.p, s.q);
        if (passes(s, span, slack)) near.sides.push_back(s);
      }
    }
  }
}

// Vertically.
double height_above_plane(const Body& body, const Frame& X,
                          const HeightField::TrianglePlane& plane) {
  const Vec3 n = X.R.transpose() * plane.normal;
  const double level = plane.offset - plane.normal.dot(X.p), per_height = 1 / plane.normal.z();
  double least = INFINITY;
  for (const ContactPoint& point : body.contacts)
    least = std::min(least, (n.dot(point.p_B) - level) * per_height - point.radius);
  return least;
}

bool in_one_triangle(const HeightField& terrain, const Box2& box) {
  return terrain.in_one_triangle(box.x_low, box.y_low, box.x_high, box.y_high);
}

HeightField::TrianglePlane plane_below(const HeightField& terrain, const Span& span) {
  return terrain.triangle_under(span.a.x(), span.a.y());
}

// No point of the body is nearer to the ground than this, m, as far as can be told in no time.
double clearance(const HeightField& terrain, const Span& span) {
  if (in_one_triangle(terrain, span.box)) {
    const auto [normal, offset] = plane_below(terrain, span);
    const double above = std::min(normal.dot(span.a), normal.dot(span.b)) - offset - span.radius;
    // That far, what is below it remains that triangle.
    if (above > 0 && in_one_triangle(terrain, span.box.wider(above))) return above;
  }
  const double steep = terrain.steepest();
  return least_gap(terrain, span.a, span.b) / std::sqrt(1 + steep * steep) - span.radius;
}

// Where four points are in the world; `k`: the axis.
Wide placed(const ContactFeatures::FourPoints& p, const Frame& X, int k) {
  return p.x * X.R(k, 0) + p.y * X.R(k, 1) + p.z * X.R(k, 2) + X.p[k];
}
double least_of(const Wide& w) { return std::min(std::min(w[0], w[1]), std::min(w[2], w[3])); }

// Also `lowest`: their least z.
double least_height_of_points(const HeightField& terrain, const Body& body, const Frame& X,
                              double& lowest) {
  Wide least = wide(INFINITY), low = wide(INFINITY);
  for (const ContactFeatures::FourPoints& p : body.features.points) {
    const Wide z = placed(p, X, 2) - p.radius;
    const Wide height = z - terrain.heights(placed(p, X, 0), placed(p, X, 1));
    low = z < low ? z : low;
    least = height < least ? height : least;
  }
  lowest = least_of(low);
  return least_of(least);
}

// Whether the bar that holds the body crosses the line through p and q, seen from above, and may be
// less than `least` above it there.
bool may_be_lower(const Span& span, const Vec3& p, const Vec3& q, double least) {
  constexpr double rounding = 1e-9;
  const double ex = q.x() - p.x(), ey = q.y() - p.y(), ee = ex * ex + ey * ey;
  const auto beside = [&](const Vec3& c) { return ex * (c.y() - p.y()) - ey * (c.x() - p.x()); };
  const double a = beside(span.a), b = beside(span.b);
  const double reach = span.radius * std::sqrt(ee) * (1 + rounding);
  if (std::min(a, b) > reach || std::max(a, b) < -reach) return false;
  // Above the line, and above level ground to both sides of it.
  const double rise = (q.z() - p.z()) / ee;
  const auto gap = [&](const Vec3& c) {
    return c.z() - p.z() - rise * (ex * (c.x() - p.x()) + ey * (c.y() - p.y()));
  };
  const double gap_a = gap(span.a), gap_b = gap(span.b);
  const double deep = span.radius * std::sqrt(1 + rise * rise * ee) + rounding;
  double lower = std::min(gap_a, gap_b);
  if (lower - deep < least && std::abs(b - a) > rounding * reach) {  // where it is near the line
    const double per = 1 / (b - a), s = (-reach - a) * per, t = (reach - a) * per;
    const auto at = [&](double u) { return gap_a + std::clamp(u, 0.0, 1.0) * (gap_b - gap_a); };
    lower = std::min(at(s), at(t));
  }
  return lower - deep < least;
}

// Of the body's edges where they cross p-q.
double least_height_on_side(const Body& body, const Frame& X, const Vec3& p, const Vec3& q) {
  Wide least = wide(INFINITY);
  for (const ContactFeatures::FourEdges& edges : body.features.edge_fours) {
    const Crossings found = crossings(edges, X, p, q);
    least = found.cross & (found.gap < least) ? found.gap : least;
  }
  return least_of(least);
}

// The same of all convex sides of the terrain. No point of the body has a lower z than `lowest`.
double least_height_on_sides(const HeightField& terrain, const Body& body, const Frame& X,
                             const Span& span, double lowest, double least) {
  const auto cells = cells_under(terrain, span.box);
  for (int j = cells.j_low; j <= cells.j_high; ++j) {
    for (int i = cells.i_low; i <= cells.i_high; ++i) {
      if (!terrain.has_convex_side(i, j) || lowest - terrain.top(i, j) >= least) continue;
      for (int side = 0; side < 3; ++side) {
        if (!terrain.is_convex(i, j, side)) continue;
        Vec3 p, q;
        terrain.ends_of(i, j, side, p, q);
        if (lowest - std::max(p.z(), q.z()) >= least || !may_be_lower(span, p, q, least)) continue;
        least = std::min(least, least_height_on_side(body, X, p, q));
      }
    }
  }
  return least;
}

}  // namespace

void look_below(const HeightField& terrain, const Body& body, const Frame& X, double margin,
                NearGround& near) {
  // The wider, the longer it holds, and the more is within it.
  constexpr double slack_per_radius = 0.5;
  const Span span(body, X);
  near.clear = clearance(terrain, span);
  near.slack = 0;
  if (near.clear > margin) return;
  near.slack = slack_per_radius * span.radius;
  const Box2 wider = span.box.wider(near.slack);
  near.top = highest_under(terrain, wider);
  if (in_one_triangle(terrain, wider)) {
    near.below = NearGround::Below::one_triangle;
    near.plane = plane_below(terrain, span);
    near.sides.clear();
    near.corners = false;
    return;
  }
  const Box2 core = span.box.wider(-near.slack);
  const bool may_be_one =
      core.x_low >= core.x_high || core.y_low >= core.y_high || in_one_triangle(terrain, core);
  near.below = may_be_one ? NearGround::Below::unsure : NearGround::Below::several;
  gather_sides(terrain, cells_under(terrain, wider), span, near.slack, near);
}

bool over_one_triangle(const HeightField& terrain, const Body& body, const Frame& X,
                       const NearGround& near, HeightField::TrianglePlane& plane) {
  if (near.below == NearGround::Below::several) return false;
  if (near.below == NearGround::Below::one_triangle) {
    plane = near.plane;
    return true;
  }
  const Span span(body, X);
  if (!in_one_triangle(terrain, span.box)) return false;
  plane = plane_below(terrain, span);
  return true;
}

WideMask corners_near(const HeightField& terrain, const Frame& X,
                      const ContactFeatures::FourPoints& corners, double top, double margin) {
  constexpr double rounding = 1e-9;
  const double steep = terrain.steepest();
  const double above = margin * std::sqrt(1 + steep * steep) + rounding;
  const Wide z = placed(corners, X, 2);
  const WideMask low = z <= wide(top + above);
  if (!any(low)) return low;
  return low & (z - terrain.heights(placed(corners, X, 0), placed(corners, X, 1)) <= wide(above));
}

bool corner_touches(const HeightField& terrain, const Frame& X, const Vec3& p_B, double margin,
                    GroundTouch& touch) {
  const Vec3 p = X.R * p_B + X.p;
  const HeightField::Under below = terrain.under(p.x(), p.y());
  touch.depth = (below.height - p.z()) * below.normal.z();
  touch.p_B = p_B;
  touch.normal = below.normal;
  return touch.depth > -margin;
}

void find_touches(const HeightField& terrain, const Body& body, const Frame& X,
                  const NearGround& near, GroundTouches& touches) {
  const ContactFeatures& features = body.features;
  const Span span(body, X);
  for (const TerrainSide& side : near.sides) {
    if (!passes(side, span)) continue;
    touch_edges(terrain, features, X, side, touches);
    for (const ContactRod& rod : features.rods) touch_bar(terrain, rod, X, side, touches);
  }
  if (near.corners) {
    for (std::size_t k = 0; k < features.boxes.size(); ++k)
      touch_box(terrain, features.boxes[k], features.halves[k], X, touches);
  }
  for (const ContactRod& rod : features.rods) {
    if (!rod.round_ends) continue;
    touch_ball(terrain, X.R * rod.a + X.p, rod.radius, X, touches);
    if (rod.a != rod.b) touch_ball(terrain, X.R * rod.b + X.p, rod.radius, X, touches);
  }
}

double height_above(const HeightField& terrain, const Body& body, const Frame& X) {
  if (body.contacts.empty()) return X.p.z() - terrain.height(X.p.x(), X.p.y());
  const Span span(body, X);
  if (in_one_triangle(terrain, span.box))
    return height_above_plane(body, X, plane_below(terrain, span));
  double lowest;
  const double least = least_height_of_points(terrain, body, X, lowest);
  return least_height_on_sides(terrain, body, X, span, lowest, least);
}

}  // namespace gambol
