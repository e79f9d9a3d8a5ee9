#include "dynamics/ground_search.h"

#include <algorithm>
#include <cmath>

#include "dynamics/contact_law.h"

namespace gambol {
namespace {

// A body over more of them makes room for more.
constexpr std::size_t usual_sides = 256;

Wide magnitude(const Wide& x) {
  const WideMask sign = {1ll << 63, 1ll << 63, 1ll << 63, 1ll << 63};
  return reinterpret_cast<Wide>(reinterpret_cast<WideMask>(x) & ~sign);
}
Wide least(const Wide& a, const Wide& b) { return a < b ? a : b; }

// No point within `reach` of the origin moves faster, m/s.
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
      fours_(model.quads.size(), Four{}),
      low_(model.quads.size()),
      lane_of_(model.bodies.size()) {
  for (std::size_t k = 0; k < model.quads.size(); ++k) {
    for (int lane = 0; lane < lanes; ++lane) {
      const int i = model.quads[k].body[lane];
      if (i < 0) continue;
      const Body& body = model.bodies[i];
      lane_of_[i] = static_cast<int>(k) * lanes + lane;
      fours_[k].may_touch[lane] = body.contacts.empty() ? 0 : -1;
      set(fours_[k].a, lane, body.features.spine.a);
      set(fours_[k].b, lane, body.features.spine.b);
      fours_[k].radius[lane] = body.features.spine.radius;
      fours_[k].reach[lane] = body.reach;
    }
  }
  touches_.reserve(most_touches(model));
  near_.sides.reserve(usual_sides);
}

WideMask GroundSearch::near_level(const Four& four, const Placement& at, double ahead) const {
  const Wide lowest = least(heights(at, four.a), heights(at, four.b)) - four.radius -
                      top_speed(at.velocity, four.reach) * ahead;
  return four.may_touch & (lowest <= wide(surface_.height));
}

// A point of the body has moved by at most |dp| + reach |dR|, |dR| being at most its Frobenius norm
// by sqrt 2, and goes on by its speed; (a + b + c)^2 <= 3 (a^2 + b^2 + c^2) saves the roots.
WideMask GroundSearch::near_terrain(const Four& four, const Placement& at, double ahead) const {
  const WideVec3 dp = at.p_WB - four.p;
  const WideMat3 dR = at.R_WB - four.R;
  const Wide turned = (dot(dR.x, dR.x) + dot(dR.y, dR.y) + dot(dR.z, dR.z)) * 0.5;
  const Wide onward = top_speed(at.velocity, four.reach) * ahead;
  const Wide moved = 3.0 * (dot(dp, dp) + turned * four.reach * four.reach + onward * onward);
  return four.may_touch & ((four.clear <= wide(0)) | (moved >= four.clear * four.clear));
}

const std::vector<BodyTouch>& GroundSearch::find(const Model& model, const Workspace& work,
                                                 double ahead) {
  touches_.clear();
  for (std::size_t k = 0; k < fours_.size(); ++k) {
    const Placement& at = work.quads[k].at;
    low_[k] =
        surface_.terrain ? near_terrain(fours_[k], at, ahead) : near_level(fours_[k], at, ahead);
  }
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const int k = lane_of_[i] / lanes, lane = lane_of_[i] % lanes;
    if (!low_[k][lane]) continue;
    const Body& body = model.bodies[i];
    if (surface_.terrain) {
      find_on_terrain(i, body, work.bodies[i], ahead, fours_[k], lane);
    } else {
      meet_plane(i, body, work.bodies[i], Vec3::UnitZ(), surface_.height, ahead);
    }
  }
  return touches_;
}

// The body's points against the half space below normal . x = offset.
void GroundSearch::meet_plane(int body, const Body& b, const BodyWork& at, const Vec3& normal,
                              double offset, double ahead) {
  const Vec3 n = at.X_WB.R.transpose() * normal;
  const double level = offset - normal.dot(at.X_WB.p);
  const double margin = ahead > 0 ? ahead * top_speed(at.velocity, b.reach) : 0;
  for (std::size_t k = 0; k < b.contacts.size(); ++k) {
    const ContactPoint& point = b.contacts[k];
    if (surface_.terrain && point.radius > 0) continue;  // balls on terrain are find_touches()'s
    const double depth = level - n.dot(point.p_B) + point.radius;
    if (depth <= -margin) continue;
    const Vec3 p_B = point.p_B - point.radius * n;
    const Vec3 velocity = at.velocity.v + at.velocity.w.cross(p_B);
    if (depth <= 0 && depth_after(ahead, depth, n, velocity) <= 0) continue;
    touches_.push_back({body, static_cast<int>(k), {depth, p_B, normal}});
  }
}

void GroundSearch::find_on_terrain(int body, const Body& b, const BodyWork& at, double ahead,
                                   Four& four, int lane) {
  const HeightField& terrain = *surface_.terrain;
  const Frame& X = at.X_WB;
  const double margin = ahead > 0 ? ahead * top_speed(at.velocity, b.reach) : 0;
  look_below(terrain, b, X, margin, near_);
  four.clear[lane] = near_.clear;
  if (near_.clear > margin) {
    set(four.R, lane, X.R);
    set(four.p, lane, X.p);
    return;
  }
  four.clear[lane] = 0;
  if (near_.one_triangle) {
    meet_plane(body, b, at, near_.normal, near_.offset, ahead);
  } else {
    for (std::size_t k = 0; k < b.contacts.size(); ++k) {
      GroundTouch touch;
      if (b.contacts[k].radius > 0 ||
          !corner_touches(terrain, X, b.contacts[k].p_B, near_.top, margin, touch))
        continue;
      const Vec3 velocity = point_velocity(at, touch.p_B);
      if (touch.depth <= 0 && depth_after(ahead, touch.depth, touch.normal, velocity) <= 0)
        continue;
      touches_.push_back({body, static_cast<int>(k), touch});
    }
  }
  found_.clear();
  find_touches(terrain, b, X, near_, found_);
  for (const GroundTouch& touch : found_) touches_.push_back({body, -1, touch});
}

std::size_t most_touches(const Model& model) {
  std::size_t points = 0;
  for (const Body& body : model.bodies) points += body.contacts.size() + GroundTouches::most;
  return points;
}

}  // namespace gambol
