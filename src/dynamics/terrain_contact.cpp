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

// Calls visit(i, j, side) for the sides of the cells that the segment a-b passes over; with
// convex_only, for the convex ones of those that reach up to it.
template <class Visit>
void sides_below(const HeightField& terrain, const Vec3& a, const Vec3& b, bool convex_only,
                 const Visit& visit) {
  Box2 box(a);
  box.include(b);
  // Sides on the far border of a cell belong to the next one.
  const double more = terrain.spacing() * 1e-6;
  const auto all =
      terrain.cells(box.x_low - more, box.y_low - more, box.x_high + more, box.y_high + more);
  const double dx = b.x() - a.x(), dy = b.y() - a.y(), dz = b.z() - a.z();
  for (int j = all.j_low; j <= all.j_high; ++j) {
    int i_low = all.i_low, i_high = all.i_high;
    double lowest = std::min(a.z(), b.z());
    if (all.j_high > all.j_low && i_high > i_low && std::abs(dy) > more) {
      // The part of the segment over this row of cells.
      double t0 = std::clamp((terrain.y(j) - more - a.y()) / dy, 0.0, 1.0);
      double t1 = std::clamp((terrain.y(j + 1) + more - a.y()) / dy, 0.0, 1.0);
      const double x0 = a.x() + t0 * dx, x1 = a.x() + t1 * dx;
      const auto row = terrain.cells(std::min(x0, x1) - more, terrain.y(j), std::max(x0, x1) + more,
                                     terrain.y(j));
      i_low = row.i_low, i_high = row.i_high;
      lowest = a.z() + std::min(t0 * dz, t1 * dz);
    }
    for (int i = i_low; i <= i_high; ++i) {
      if (convex_only && (!terrain.has_convex_side(i, j) || terrain.top(i, j) < lowest)) continue;
      for (int side = 0; side < 3; ++side)
        if (convex_only ? terrain.is_convex(i, j, side) : terrain.has_side(i, j, side))
          visit(i, j, side);
    }
  }
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

// Whether the segment stays more than `margin` (m) above the ground: from what is below its ends,
// the ground rises nowhere faster than its steepest slope.
bool clears(const HeightField& terrain, const Vec3& a, const Vec3& b, double margin) {
  const double gap_a = a.z() - terrain.height(a.x(), a.y());
  const double gap_b = b.z() - terrain.height(b.x(), b.y());
  if (std::min(gap_a, gap_b) <= margin) return false;
  const double rise = b.z() - a.z();
  const double climb = terrain.steepest() * (b - a).head<2>().norm();
  const double from_a = climb - rise, from_b = climb + rise;  // what the gap may lose on the way
  if (from_a <= 0 || from_b <= 0) return true;
  const double s = std::clamp((gap_a - gap_b + from_b) / (from_a + from_b), 0.0, 1.0);
  return std::max(gap_a - s * from_a, gap_b - (1 - s) * from_b) > margin;
}

void touch_edge(const HeightField& terrain, const ContactEdge& edge, const Frame& X, double top,
                GroundTouches& touches) {
  const auto height = [&](const Vec3& p_B) { return X.R.row(2).dot(p_B) + X.p.z(); };
  if (std::min(height(edge.a), height(edge.b)) > top) return;
  const Vec3 a = X.R * edge.a + X.p, b = X.R * edge.b + X.p;
  if (clears(terrain, a, b, 0)) return;
  const auto [x_low, x_high] = std::minmax(a.x(), b.x());
  const auto [y_low, y_high] = std::minmax(a.y(), b.y());
  if (terrain.in_one_triangle(x_low, y_low, x_high, y_high)) return;  // no side to cross
  sides_below(terrain, a, b, true, [&](int i, int j, int side) {
    Vec3 p, q;
    terrain.ends_of(i, j, side, p, q);
    double s, t;
    if (!cross_in_plan(a, b, p, q, s, t)) return;
    const double gap = p.z() + t * (q.z() - p.z()) - a.z() - s * (b.z() - a.z());
    if (gap <= 0) return;
    Vec3 n = (b - a).cross(q - p).normalized();
    if (n.z() < 0) n = -n;
    const Vec3 n_B = X.R.transpose() * -n;
    if (!between(n_B, edge.normal_1, edge.normal_2)) return;
    if (!edge_allows(terrain.edge(i, j, side), n)) return;
    touches.add({gap * n.z(), edge.a + s * (edge.b - edge.a), n});
  });
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
               const Frame& X, GroundTouches& touches) {
  const double radius = rod.radius;
  Box2 box(a, radius);
  box.include(b, radius);
  if (std::min(a.z(), b.z()) - radius > highest_under(terrain, box)) return;
  const auto under = cells_under(terrain, box);
  const Vec3 d = b - a;
  const double dd = d.squaredNorm();
  for (int j = under.j_low; j <= under.j_high; ++j) {
    for (int i = under.i_low; i <= under.i_high; ++i) {
      if (!terrain.has_convex_side(i, j)) continue;
      for (int side = 0; side < 3; ++side) {
        if (!terrain.is_convex(i, j, side)) continue;
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
  }
}

}  // namespace

bool is_near(const HeightField& terrain, const Body& body, const Frame& X, NearGround& near) {
  const ContactRod& spine = body.features.spine;
  const double steep = terrain.steepest();
  if (clears(terrain, X.R * spine.a + X.p, X.R * spine.b + X.p,
             spine.radius * std::sqrt(1 + steep * steep)))
    return false;
  double lowest = INFINITY;
  Box2 box(X.R * body.contacts[0].p_B + X.p);
  for (const ContactPoint& point : body.contacts) {
    const Vec3 p = X.R * point.p_B + X.p;
    box.include(p, point.radius);
    lowest = std::min(lowest, p.z() - point.radius);
  }
  near.top = highest_under(terrain, box);
  if (lowest > near.top) return false;
  near.cells = cells_under(terrain, box);
  near.convex = false;
  for (int j = near.cells.j_low; j <= near.cells.j_high && !near.convex; ++j)
    for (int i = near.cells.i_low; i <= near.cells.i_high && !near.convex; ++i)
      near.convex = terrain.may_be_corner(i, j) ||
                    (terrain.has_convex_side(i, j) && terrain.top(i, j) >= lowest);
  near.convex &= !terrain.in_one_triangle(box.x_low, box.y_low, box.x_high, box.y_high);
  return true;
}

bool corner_touches(const HeightField& terrain, const Frame& X, const Vec3& p_B, double top,
                    GroundTouch& touch) {
  if (X.R.row(2).dot(p_B) + X.p.z() > top) return false;
  const Vec3 p = X.R * p_B + X.p;
  if (p.z() >= terrain.height(p.x(), p.y())) return false;
  const HeightField::Under below = terrain.under(p.x(), p.y());
  touch.depth = (below.height - p.z()) * below.normal.z();
  touch.p_B = p_B;
  touch.normal = below.normal;
  return true;
}

void find_touches(const HeightField& terrain, const Body& body, const Frame& X,
                  const NearGround& near, GroundTouches& touches) {
  if (near.convex) {
    for (const ContactEdge& edge : body.features.edges)
      touch_edge(terrain, edge, X, near.top, touches);
    for (std::size_t k = 0; k < body.features.boxes.size(); ++k)
      touch_box(terrain, body.features.boxes[k], body.features.halves[k], X, touches);
  }
  for (const ContactRod& rod : body.features.rods) {
    const Vec3 a = X.R * rod.a + X.p, b = X.R * rod.b + X.p;
    if (rod.round_ends) {
      touch_ball(terrain, a, rod.radius, X, touches);
      if (rod.a != rod.b) touch_ball(terrain, b, rod.radius, X, touches);
    }
    if (near.convex) touch_bar(terrain, a, b, rod, X, touches);
  }
}

double height_above(const HeightField& terrain, const Body& body, const Frame& X) {
  if (body.contacts.empty()) return X.p.z() - terrain.height(X.p.x(), X.p.y());
  double least = INFINITY;
  for (const ContactPoint& point : body.contacts) {
    const Vec3 p = X.R * point.p_B + X.p;
    least = std::min(least, p.z() - point.radius - terrain.height(p.x(), p.y()));
  }
  for (const ContactEdge& edge : body.features.edges) {
    const Vec3 a = X.R * edge.a + X.p, b = X.R * edge.b + X.p;
    Box2 box(a);
    box.include(b);
    if (std::min(a.z(), b.z()) - least > highest_under(terrain, box)) continue;
    sides_below(terrain, a, b, false, [&](int i, int j, int side) {
      Vec3 p, q;
      terrain.ends_of(i, j, side, p, q);
      double s, t;
      if (!cross_in_plan(a, b, p, q, s, t)) return;
      least = std::min(least, a.z() + s * (b.z() - a.z()) - p.z() - t * (q.z() - p.z()));
    });
  }
  return least;
}

}  // namespace gambol
