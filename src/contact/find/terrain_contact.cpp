#include "contact/find/terrain_contact.h"

#include <algorithm>
#include <cmath>

#include "contact/find/over_terrain.h"

namespace gambol {
namespace {

// Whether n, which is perpendicular to the side shared by two faces, lies on the arc between the
// faces' normals n1 and n2 (Gauss map). Only then can the side push along n.
bool between(const Vec3& n, const Vec3& n1, const Vec3& n2) {
  constexpr double slack = 1e-9;
  const Vec3 turn = n1.cross(n2);
  return n1.cross(n).dot(turn) >= -slack && n.cross(n2).dot(turn) >= -slack;
}

bool edge_allows(const HeightField::Edge& e, const Vec3& n) {
  return between(n, e.normal_left, e.normal_right);
}

// Adds the touch of `edge`, which crosses a side of the terrain at `s` and lies `gap` (m) below it.
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

// Adds the touches of the terrain's corners with the faces of a box.
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
        // The face that the corner came through pushes back: the nearest face whose direction the
        // corner allows.
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

// Tests a ball with centre c against the terrain's faces and convex corners within its radius.
void touch_ball(const HeightField& terrain, const Vec3& c, double radius, const Frame& X,
                GroundTouches& touches) {
  const Box2 box(c, radius);
  if (c.z() - radius > highest_under(terrain, box)) return;
  const auto add = [&](double depth, const Vec3& n) {
    touches.add({depth, X.R.transpose() * (c - radius * n - X.p), n});
  };
  const HeightField::Under below = terrain.under(c.x(), c.y());
  const double above = (c.z() - below.height) * below.normal.z();
  if (above <= 0) {  // the centre is within the ground: the face above it pushes the ball out
    add(radius - above, below.normal);
    return;
  }
  // The ball touches a face if the nearest point of the face's plane lies on that face.
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
  Vec3 seen[GroundTouches::most];  // a plane that several triangles share is tested once
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

// Position along a tapered bar at which its surface is nearest to a line. The axis passes the line
// at s, at the distance `above` (m, negative if the axis is within the ground); at s' its distance
// from the line is sqrt(across (s' - s)^2 + above^2). The radius grows by `widens` per unit of s.
double nearest_ball(double s, double across, double widens, double above) {
  const double steeper = across - widens * widens;
  if (steeper <= 1e-9 * across) return widens > 0 ? 1 : 0;  // the thick end is always nearest
  return s + widens * above / std::sqrt(across * steeper);
}

// Tests the lateral surface of a bar, or a ball, against a convex side of the terrain.
void touch_bar(const HeightField& terrain, const ContactRod& rod, const Frame& X,
               const TerrainSide& side, GroundTouches& touches) {
  const Vec3 a = X.R * rod.a + X.p, d = X.R * (rod.b - rod.a);
  const double widens = rod.end_radius - rod.radius, dd = d.squaredNorm();
  const HeightField::Edge edge = terrain.edge(side.i, side.j, side.side);
  const Vec3 e = edge.q - edge.p, w = a - edge.p;
  const double ee = e.squaredNorm(), de = d.dot(e), det = dd * ee - de * de;
  double s = 0;  // position along the bar of the point nearest to the side's line
  if (dd > 0) {
    if (det > 1e-9 * dd * ee) {
      s = (de * e.dot(w) - ee * d.dot(w)) / det;
    } else {  // parallel: the middle of the part of the bar that lies beside the side
      const double s0 = -w.dot(d) / dd, s1 = s0 + de / dd;
      s = (std::clamp(s0, 0.0, 1.0) + std::clamp(s1, 0.0, 1.0)) / 2;
    }
    if (widens != 0) {
      const Vec3 cross = d.cross(e), up = edge.normal_left + edge.normal_right;
      const double above = std::abs(cross.dot(w)) / cross.norm();
      s = nearest_ball(s, det / ee, widens, (w + s * d).dot(up) < 0 ? -above : above);
    }
    if (!rod.round_ends && (s < 0 || s > 1)) return;
    s = std::clamp(s, 0.0, 1.0);
  }
  const double radius = rod.radius + s * widens;
  const Vec3 on_bar = a + s * d;
  const double t = e.dot(on_bar - edge.p) / ee;
  if (t < 0 || t > 1) return;
  const Vec3 apart = on_bar - edge.p - t * e;
  double far = apart.norm();
  if (far == 0) return;
  Vec3 normal = apart / far;
  if (normal.dot(edge.normal_left + edge.normal_right) < 0) {  // the bar's axis is in the ground
    if (dd == 0) return;                                       // touch_ball finds a ball's face
    normal = -normal;
    far = -far;
  }
  if (far >= radius || !edge_allows(edge, normal)) return;
  touches.add({radius - far, X.R.transpose() * (on_bar - radius * normal - X.p), normal});
}

}  // namespace

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
  const Footprint span(body, X);
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
    if (rod.a != rod.b) touch_ball(terrain, X.R * rod.b + X.p, rod.end_radius, X, touches);
  }
}

}  // namespace gambol
