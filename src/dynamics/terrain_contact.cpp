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
};

HeightField::Cells cells_under(const HeightField& terrain, const Box2& b) {
  return terrain.cells(b.x_low, b.y_low, b.x_high, b.y_high);
}
double highest_under(const HeightField& terrain, const Box2& b) {
  return terrain.highest(b.x_low, b.y_low, b.x_high, b.y_high);
}

// Where two segments cross seen from above: s along a-b, t along p-q, both in 0..1.
bool cross_in_plan(const Vec3& a, const Vec3& b, const Vec3& p, const Vec3& q, double& s,
                   double& t) {
  const Vec3 d = b - a, e = q - p, w = p - a;
  const double det = d.x() * e.y() - d.y() * e.x();
  if (det * det < 1e-18 * d.squaredNorm() * e.squaredNorm()) return false;  // parallel
  s = (w.x() * e.y() - w.y() * e.x()) / det;
  t = (w.x() * d.y() - w.y() * d.x()) / det;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1;
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

void touch_edge(const HeightField& terrain, const ContactEdge& edge, const Frame& X,
                const std::vector<TerrainSide>& sides, GroundTouches& touches) {
  const Vec3 a = X.R * edge.a + X.p, b = X.R * edge.b + X.p;
  for (const TerrainSide& side : sides) {
    const auto& [i, j, k, p, q] = side;
    double s, t;
    if (!cross_in_plan(a, b, p, q, s, t)) continue;
    const double gap = p.z() + t * (q.z() - p.z()) - a.z() - s * (b.z() - a.z());
    if (gap <= 0) continue;
    Vec3 n = (b - a).cross(q - p).normalized();
    if (n.z() < 0) n = -n;
    const Vec3 n_B = X.R.transpose() * -n;
    if (!between(n_B, edge.normal_1, edge.normal_2)) continue;
    if (!edge_allows(terrain.edge(i, j, k), n)) continue;
    touches.add({gap * n.z(), edge.a + s * (edge.b - edge.a), n});
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

// The bar's side, or a ball, against the convex sides of the terrain.
void touch_bar(const HeightField& terrain, const Vec3& a, const Vec3& b, const ContactRod& rod,
               const Frame& X, const std::vector<TerrainSide>& sides, GroundTouches& touches) {
  const double radius = rod.radius;
  const Vec3 d = b - a;
  const double dd = d.squaredNorm();
  for (const auto& [i, j, side, p, q] : sides) {
    const HeightField::Edge edge = terrain.edge(i, j, side);
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
      if (!rod.round_ends && (s < 0 || s > 1)) continue;
      s = std::clamp(s, 0.0, 1.0);
    }
    const Vec3 on_bar = a + s * d;
    const double t = e.dot(on_bar - edge.p) / ee;
    if (t < 0 || t > 1) continue;
    const Vec3 apart = on_bar - edge.p - t * e;
    double far = apart.norm();
    if (far == 0) continue;
    Vec3 normal = apart / far;
    if (normal.dot(edge.normal_left + edge.normal_right) < 0) {  // its axis is within
      if (dd == 0) continue;                                     // the face's affair
      normal = -normal;
      far = -far;
    }
    if (far >= radius || !edge_allows(edge, normal)) continue;
    touches.add({radius - far, X.R.transpose() * (on_bar - radius * normal - X.p), normal});
  }
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

// The convex sides and corners of the terrain in `cells` that a point within `radius` of the
// segment a-b may touch.
void gather_sides(const HeightField& terrain, const HeightField::Cells& cells, const Vec3& a,
                  const Vec3& b, double radius, NearGround& near) {
  const double lowest = std::min(a.z(), b.z()) - radius;
  const double reach = radius * radius * (1 + 1e-9);
  const Vec3 d = b - a;
  for (int j = cells.j_low; j <= cells.j_high; ++j) {
    for (int i = cells.i_low; i <= cells.i_high; ++i) {
      if (!near.corners && terrain.may_be_corner(i, j) && terrain.z(i, j) >= lowest - radius)
        near.corners = squared_line_distance(a, d, terrain.vertex(i, j)) <= reach;
      if (!terrain.has_convex_side(i, j) || terrain.top(i, j) < lowest) continue;
      for (int side = 0; side < 3; ++side) {
        if (!terrain.is_convex(i, j, side)) continue;
        TerrainSide s{i, j, side, {}, {}};
        terrain.ends_of(i, j, side, s.p, s.q);
        const Vec3 e = s.q - s.p;
        // Past its ends?
        const double at_a = e.dot(a - s.p), at_b = e.dot(b - s.p), length = e.norm();
        if (std::max(at_a, at_b) < -radius * length ||
            std::min(at_a, at_b) > (length + radius) * length)
          continue;
        if (squared_line_distance(a, d, s.p, e) <= reach) near.sides.push_back(s);
      }
    }
  }
}

// Vertically.
double height_above_plane(const Body& body, const Frame& X, const NearGround& near) {
  const Vec3 n = X.R.transpose() * near.normal;
  const double level = near.offset - near.normal.dot(X.p), per_height = 1 / near.normal.z();
  double least = INFINITY;
  for (const ContactPoint& point : body.contacts)
    least = std::min(least, (n.dot(point.p_B) - level) * per_height - point.radius);
  return least;
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

// Seen from above, whether the line through p and q comes within the span's radius of its spine.
bool may_cross_in_plan(const Span& span, const Vec3& p, const Vec3& q) {
  const double ex = q.x() - p.x(), ey = q.y() - p.y();
  const auto beside = [&](const Vec3& c) { return ex * (c.y() - p.y()) - ey * (c.x() - p.x()); };
  const double a = beside(span.a), b = beside(span.b);
  if ((a > 0) != (b > 0)) return true;
  const double nearest = std::min(std::abs(a), std::abs(b));
  return nearest * nearest <= span.radius * span.radius * (ex * ex + ey * ey) * (1 + 1e-9);
}

bool over_one_triangle(const HeightField& terrain, const Box2& box, double more = 0) {
  return terrain.in_one_triangle(box.x_low - more, box.y_low - more, box.x_high + more,
                                 box.y_high + more);
}

void find_plane(const HeightField& terrain, const Span& span, NearGround& near) {
  const HeightField::Under below = terrain.under(span.a.x(), span.a.y());
  near.normal = below.normal;
  near.offset = below.normal.dot(Vec3(span.a.x(), span.a.y(), below.height));
}

// No point of the body is nearer to the ground than this, m, as far as can be told in no time.
double clearance(const HeightField& terrain, const Span& span, const NearGround& near) {
  if (near.one_triangle) {
    const double above =
        std::min(near.normal.dot(span.a), near.normal.dot(span.b)) - near.offset - span.radius;
    // That far, what is below it remains that triangle.
    if (above > 0 && over_one_triangle(terrain, span.box, above)) return above;
  }
  const double steep = terrain.steepest();
  return least_gap(terrain, span.a, span.b) / std::sqrt(1 + steep * steep) - span.radius;
}

double least_height_of_points(const HeightField& terrain, const Body& body, const Frame& X) {
  Wide least = wide(INFINITY);
  for (const ContactFeatures::FourPoints& p : body.features.points) {
    const auto row = [&](int k) {
      return p.x * X.R(k, 0) + p.y * X.R(k, 1) + p.z * X.R(k, 2) + X.p[k];
    };
    const Wide height = row(2) - p.radius - terrain.heights(row(0), row(1));
    least = height < least ? height : least;
  }
  return std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
}

// Of the body's lower edges where they cross convex sides of the terrain.
double least_height_on_sides(const HeightField& terrain, const Body& body, const Frame& X) {
  const Span span(body, X);
  const Vec3 up = X.R.row(2).transpose();
  const auto cells = cells_under(terrain, span.box);
  double least = INFINITY;
  for (int j = cells.j_low; j <= cells.j_high; ++j) {
    for (int i = cells.i_low; i <= cells.i_high; ++i) {
      for (int side = 0; side < 3; ++side) {
        if (!terrain.is_convex(i, j, side)) continue;
        Vec3 p, q;
        terrain.ends_of(i, j, side, p, q);
        if (!may_cross_in_plan(span, p, q)) continue;
        for (const ContactEdge& edge : body.features.edges) {
          if (up.dot(edge.normal_1) > 0 && up.dot(edge.normal_2) > 0) continue;  // above the body
          const Vec3 a = X.R * edge.a + X.p, b = X.R * edge.b + X.p;
          double s, t;
          if (!cross_in_plan(a, b, p, q, s, t)) continue;
          least = std::min(least, a.z() + s * (b.z() - a.z()) - p.z() - t * (q.z() - p.z()));
        }
      }
    }
  }
  return least;
}

}  // namespace

void look_below(const HeightField& terrain, const Body& body, const Frame& X, double margin,
                NearGround& near) {
  const Span span(body, X);
  near.sides.clear();
  near.corners = false;
  near.one_triangle = over_one_triangle(terrain, span.box);
  if (near.one_triangle) find_plane(terrain, span, near);
  near.clear = clearance(terrain, span, near);
  if (near.clear > margin || near.one_triangle) return;
  near.top = highest_under(terrain, span.box);
  gather_sides(terrain, cells_under(terrain, span.box), span.a, span.b, span.radius, near);
}

bool corner_touches(const HeightField& terrain, const Frame& X, const Vec3& p_B, double top,
                    double margin, GroundTouch& touch) {
  if (X.R.row(2).dot(p_B) + X.p.z() - margin > top) return false;
  const Vec3 p = X.R * p_B + X.p;
  const HeightField::Under below = terrain.under(p.x(), p.y());
  touch.depth = (below.height - p.z()) * below.normal.z();
  touch.p_B = p_B;
  touch.normal = below.normal;
  return touch.depth > -margin;
}

void find_touches(const HeightField& terrain, const Body& body, const Frame& X,
                  const NearGround& near, GroundTouches& touches) {
  if (!near.sides.empty()) {
    for (const ContactEdge& edge : body.features.edges)
      touch_edge(terrain, edge, X, near.sides, touches);
  }
  if (near.corners) {
    for (std::size_t k = 0; k < body.features.boxes.size(); ++k)
      touch_box(terrain, body.features.boxes[k], body.features.halves[k], X, touches);
  }
  for (const ContactRod& rod : body.features.rods) {
    const Vec3 a = X.R * rod.a + X.p, b = X.R * rod.b + X.p;
    if (rod.round_ends) {
      touch_ball(terrain, a, rod.radius, X, touches);
      if (rod.a != rod.b) touch_ball(terrain, b, rod.radius, X, touches);
    }
    touch_bar(terrain, a, b, rod, X, near.sides, touches);
  }
}

double height_above(const HeightField& terrain, const Body& body, const Frame& X) {
  if (body.contacts.empty()) return X.p.z() - terrain.height(X.p.x(), X.p.y());
  if (const Span span(body, X); over_one_triangle(terrain, span.box)) {
    NearGround near;
    find_plane(terrain, span, near);
    return height_above_plane(body, X, near);
  }
  return std::min(least_height_of_points(terrain, body, X),
                  least_height_on_sides(terrain, body, X));
}

}  // namespace gambol
