#include "contact/find/ground_search.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <iterator>

#include "contact/find/depth.h"
#include "geometry/height_field.h"

namespace gambol {
namespace {

// Terrain sides per body that are reserved in advance; a body over more of them allocates.
constexpr std::size_t usual_sides = 64;

Wide magnitude(const Wide& x) {
  const WideMask sign = {1ll << 63, 1ll << 63, 1ll << 63, 1ll << 63};
  return reinterpret_cast<Wide>(reinterpret_cast<WideMask>(x) & ~sign);
}
Wide least(const Wide& a, const Wide& b) { return a < b ? a : b; }

// Upper bound on the speed of points within `reach` of the origin, m/s.
Wide top_speed(const WideMotion& v, const Wide& reach) {
  const Wide turning = magnitude(v.w.x) + magnitude(v.w.y) + magnitude(v.w.z);
  const Wide moving = magnitude(v.v.x) + magnitude(v.v.y) + magnitude(v.v.z);
  return moving + turning * reach;
}
double top_speed(const SpatialMotion& v, double reach) { return v.v.norm() + v.w.norm() * reach; }

Wide heights(const Placement& at, const WideVec3& p_B) {
  return at.p_WB.z + at.R_WB.x.z * p_B.x + at.R_WB.y.z * p_B.y + at.R_WB.z.z * p_B.z;
}

}  // namespace

GroundSearch::GroundSearch(const Model& model, const GroundSurface& surface)
    : surface_(surface),
      fours_(model.quads.size() + (model.welds.size() + lanes - 1) / lanes, Four{}),
      lane_of_(model.bodies.size()) {
  for (std::size_t k = 0; k < model.quads.size(); ++k)
    for (int lane = 0; lane < lanes; ++lane)
      if (const int i = model.quads[k].body[lane]; i >= 0)
        put(i, model.bodies[i], static_cast<int>(k) * lanes + lane);
  for (std::size_t w = 0; w < model.welds.size(); ++w)
    put(model.welds[w].body, model.bodies[model.welds[w].body],
        static_cast<int>(model.quads.size() * lanes + w));
  touches_.reserve(most_touches(model));
  if (!surface.terrain) return;
  near_.resize(model.bodies.size());
  for (NearGround& near : near_) near.sides.reserve(usual_sides);
}

void GroundSearch::put(int i, const Body& body, int place) {
  lane_of_[i] = place;
  Four& four = fours_[place / lanes];
  const int lane = place % lanes;
  four.may_touch[lane] = body.contacts.empty() ? 0 : -1;
  set(four.a, lane, body.features.spine.a);
  set(four.b, lane, body.features.spine.b);
  const ContactRod& spine = body.features.spine;
  four.radius[lane] = spine.radius;
  four.reach[lane] = std::max(body.reach, std::max(spine.a.norm(), spine.b.norm()) + spine.radius);
}

// Welded bodies are in no quad.
Placement GroundSearch::placement_of_welded(const Model& model, const Workspace& work,
                                            std::size_t first) const {
  Placement at{};
  for (std::size_t w = first; w < std::min(first + lanes, model.welds.size()); ++w) {
    const BodyWork& b = work.bodies[model.welds[w].body];
    const int lane = static_cast<int>(w - first);
    set(at.R_WB, lane, b.X_WB.R);
    set(at.p_WB, lane, b.X_WB.p);
    set(at.velocity.w, lane, Vec3(b.X_WB.R * b.velocity.w));
    set(at.velocity.v, lane, Vec3(b.X_WB.R * b.velocity.v));
  }
  return at;
}

void GroundSearch::find_low_on_level(Four& four, const Placement& at, double ahead) const {
  const Wide lowest = least(heights(at, four.a), heights(at, four.b)) - four.radius -
                      top_speed(at.velocity, four.reach) * ahead;
  four.low = four.may_touch & (lowest <= wide(surface_.height));
}

// A point of the body has moved by at most |dp| + reach |dR|, where |dR| is at most the Frobenius
// norm over sqrt 2, and will move by at most its speed times `ahead`. The inequality
// (a + b + c)^2 <= 3 (a^2 + b^2 + c^2) saves the square roots.
void GroundSearch::find_low_on_terrain(Four& four, const Placement& at, double ahead) const {
  const WideVec3 dp = at.p_WB - four.p;
  const WideMat3 dR = at.R_WB - four.R;
  const Wide turned = (dot(dR.x, dR.x) + dot(dR.y, dR.y) + dot(dR.z, dR.z)) * 0.5;
  const Wide onward = top_speed(at.velocity, four.reach) * ahead;
  const Wide moved = dot(dp, dp) + turned * four.reach * four.reach;
  four.low = four.may_touch & ((four.clear <= wide(0)) |
                               (3.0 * (moved + onward * onward) >= four.clear * four.clear));
  // (a + b)^2 <= 2 (a^2 + b^2); the 0.001 keeps rounding from deciding.
  four.seen = 2.001 * moved < four.slack * four.slack;
}

void GroundSearch::find_low(Four& four, const Placement& at, double ahead) const {
  if (surface_.terrain)
    find_low_on_terrain(four, at, ahead);
  else
    find_low_on_level(four, at, ahead);
}

const std::vector<BodyTouch>& GroundSearch::find(const Model& model, const Workspace& work,
                                                 double ahead) {
  touches_.clear();
  for (std::size_t k = 0; k < fours_.size(); ++k) {
    const std::size_t quads = model.quads.size();
    if (k < quads)
      find_low(fours_[k], work.quads[k].at, ahead);
    else
      find_low(fours_[k], placement_of_welded(model, work, (k - quads) * lanes), ahead);
  }
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    Four& four = fours_[lane_of_[i] / lanes];
    const int lane = lane_of_[i] % lanes;
    if (!four.low[lane]) continue;
    const Body& body = model.bodies[i];
    const BodyWork& at = work.bodies[i];
    const double margin = ahead > 0 ? ahead * top_speed(at.velocity, body.reach) : 0;
    if (!surface_.terrain) {
      meet_plane(i, body, at, Vec3::UnitZ(), surface_.height, margin, ahead);
      continue;
    }
    if (!four.seen[lane]) look_again(body, at, margin, four, lane, near_[i]);
    if (four.clear[lane] <= 0) find_on_terrain(i, body, at, margin, ahead, near_[i]);
  }
  return touches_;
}

namespace {

// Adds touches other than those of corners; `touches` ends with the body's corners, if any. Where a
// ball is a contact point, its deepest touch is that point's, which friction's spring holds.
void add_found(int body, const Body& b, const Mat3& R_WB, const GroundTouches& found,
               std::vector<BodyTouch>& touches) {
  std::bitset<GroundTouches::most> named;
  const auto number = [&](const GroundTouch& t) {
    return static_cast<std::size_t>(&t - found.begin());
  };
  bool unsorted = false;
  for (std::size_t k = 0; k < b.contacts.size(); ++k) {
    const ContactPoint& ball = b.contacts[k];
    if (ball.radius == 0) continue;
    constexpr double rounding = 1e-6;
    const GroundTouch* deepest = nullptr;
    for (const GroundTouch& touch : found) {
      const Vec3 centre = touch.p_B + ball.radius * (R_WB.transpose() * touch.normal);
      if ((centre - ball.p_B).norm() > rounding * ball.radius || named[number(touch)]) continue;
      if (!deepest || touch.depth > deepest->depth) deepest = &touch;
    }
    if (!deepest) continue;
    named.set(number(*deepest));
    const int point = static_cast<int>(k);
    unsorted = unsorted ||
               (!touches.empty() && touches.back().body == body && touches.back().point > point);
    touches.push_back({body, point, *deepest});
  }
  if (unsorted) {  // by body, then by point
    auto from = touches.end();
    while (from != touches.begin() && std::prev(from)->body == body) --from;
    std::sort(from, touches.end(),
              [](const BodyTouch& a, const BodyTouch& c) { return a.point < c.point; });
  }
  for (const GroundTouch& touch : found)
    if (!named[number(touch)]) touches.push_back({body, -1, touch});
}

}  // namespace

// Tests the body's points against the half space below normal . x = offset.
void GroundSearch::meet_plane(int body, const Body& b, const BodyWork& at, const Vec3& normal,
                              double offset, double margin, double ahead) {
  const Vec3 n = at.X_WB.R.transpose() * normal;
  const double level = offset - normal.dot(at.X_WB.p);
  for (std::size_t k = 0; k < b.contacts.size(); ++k) {
    const ContactPoint& point = b.contacts[k];
    if (surface_.terrain && point.radius > 0) continue;  // find_touches() finds balls
    const double depth = level - n.dot(point.p_B) + point.radius;
    if (depth <= -margin) continue;
    const Vec3 p_B = point.p_B - point.radius * n;
    const Vec3 velocity = at.velocity.v + at.velocity.w.cross(p_B);
    if (depth <= 0 && depth_after(ahead, depth, n, velocity) <= 0) continue;
    touches_.push_back({body, static_cast<int>(k), {depth, p_B, normal}});
  }
}

void GroundSearch::look_again(const Body& b, const BodyWork& at, double margin, Four& four,
                              int lane, NearGround& near) {
  look_below(*surface_.terrain, b, at.X_WB, margin, near);
  four.clear[lane] = near.clear > margin ? near.clear : 0;
  four.slack[lane] = near.slack;
  set(four.R, lane, at.X_WB.R);
  set(four.p, lane, at.X_WB.p);
}

void GroundSearch::find_on_terrain(int body, const Body& b, const BodyWork& at, double margin,
                                   double ahead, const NearGround& near) {
  const HeightField& terrain = *surface_.terrain;
  HeightField::TrianglePlane plane;
  if (over_one_triangle(terrain, b, at.X_WB, near, plane))
    meet_plane(body, b, at, plane.normal, plane.offset, margin, ahead);
  else
    meet_corners(body, b, at, margin, ahead, near);
  found_.clear();
  find_touches(terrain, b, at.X_WB, near, found_);
  add_found(body, b, at.X_WB.R, found_, touches_);
}

void GroundSearch::meet_corners(int body, const Body& b, const BodyWork& at, double margin,
                                double ahead, const NearGround& near) {
  for (std::size_t first = 0; first < b.contacts.size(); first += lanes) {
    const WideMask may = corners_near(*surface_.terrain, at.X_WB, b.features.points[first / lanes],
                                      near.top, margin);
    if (!any(may)) continue;
    const std::size_t end = std::min(first + lanes, b.contacts.size());
    for (std::size_t k = first; k < end; ++k) {
      GroundTouch touch;
      if (!may[k - first] || b.contacts[k].radius > 0 ||
          !corner_touches(*surface_.terrain, at.X_WB, b.contacts[k].p_B, margin, touch))
        continue;
      const Vec3 velocity = point_velocity(at, touch.p_B);
      if (touch.depth <= 0 && depth_after(ahead, touch.depth, touch.normal, velocity) <= 0)
        continue;
      touches_.push_back({body, static_cast<int>(k), touch});
    }
  }
}

std::size_t most_touches(const Model& model) {
  std::size_t points = 0;
  for (const Body& body : model.bodies) points += body.contacts.size() + GroundTouches::most;
  return points;
}

}  // namespace gambol
