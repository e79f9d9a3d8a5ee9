#include "dynamics/quad.h"

#include <algorithm>

#include "dynamics/model.h"

namespace gambol {
namespace {

using Lanes = std::array<int, lanes>;  // bodies; -1: empty

struct Tree {
  std::vector<int> depth, height;  // per body: distance from the root, and to its farthest leaf
  explicit Tree(const std::vector<Body>& bodies) : depth(bodies.size()), height(bodies.size()) {
    for (std::size_t i = 1; i < bodies.size(); ++i) depth[i] = depth[bodies[i].parent] + 1;
    for (std::size_t i = bodies.size(); i-- > 1;) {
      height[bodies[i].parent] = std::max(height[bodies[i].parent], height[i] + 1);
    }
  }
};

void pack(const std::vector<int>& level, std::vector<Lanes>& quads) {
  for (std::size_t k = 0; k < level.size(); ++k) {
    if (k % lanes == 0) quads.push_back({-1, -1, -1, -1});
    quads.back()[k % lanes] = level[k];
  }
}

// Arranges the bodies of one level, each in the lane of its parent. Further children of a parent go
// to additional quads.
std::vector<Lanes> in_their_parents_lanes(const std::vector<Body>& bodies,
                                          const std::vector<Lanes>& above, std::vector<int> level) {
  std::vector<Lanes> quads;
  for (const Lanes& parents : above) {
    Lanes quad{-1, -1, -1, -1};
    for (int lane = 0; lane < lanes; ++lane) {
      const auto child = std::find_if(level.begin(), level.end(),
                                      [&](int i) { return bodies[i].parent == parents[lane]; });
      if (child == level.end()) continue;
      quad[lane] = *child;
      level.erase(child);
    }
    if (quad != Lanes{-1, -1, -1, -1}) quads.push_back(quad);
  }
  pack(level, quads);
  return quads;
}

std::vector<Lanes> arrange(const std::vector<Body>& bodies) {
  if (bodies.empty()) return {};
  const Tree tree(bodies);
  std::vector<Lanes> quads{{0, -1, -1, -1}}, above = quads;
  for (int depth = 1; !above.empty(); ++depth) {
    std::vector<int> level;
    for (std::size_t i = 1; i < bodies.size(); ++i) {
      if (tree.depth[i] == depth) level.push_back(static_cast<int>(i));
    }
    std::stable_sort(level.begin(), level.end(),
                     [&](int a, int b) { return tree.height[a] > tree.height[b]; });
    std::vector<Lanes> here = in_their_parents_lanes(bodies, above, level);
    if (here.size() > (level.size() + lanes - 1) / lanes) {
      here.clear();
      pack(level, here);
    }
    quads.insert(quads.end(), here.begin(), here.end());
    above = std::move(here);
  }
  return quads;
}

void fill(Quad& quad, int lane, const Body& body) {
  const Mat3& R = body.X_PB.R;
  const Vec3 axis_P = R * body.axis;
  const bool moves = body.parent >= 0 && body.nv > 0,
             rotary = moves && body.type == JointType::rotary;
  set(quad.p_PB, lane, body.X_PB.p);
  set(quad.axis_P, lane, moves ? axis_P : Vec3::Zero());
  const Mat3 turn_1 = rotary ? Mat3(axis_P * body.axis.transpose()) : R;
  set(quad.turn_1, lane, turn_1);
  set(quad.turn_cos, lane, R - turn_1);
  set(quad.turn_sin, lane, rotary ? Mat3(R * skew(body.axis)) : Mat3::Zero());
  quad.mass[lane] = body.mass.mass;
  set(quad.first_moment, lane, body.mass.mass * body.mass.com);
  set(quad.rotational, lane, body.inertia.A);
  quad.has_dof[lane] = moves ? -1 : 0;
  quad.rotary[lane] = rotary ? -1 : 0;
  quad.dof[lane] = moves ? body.v_start : 0;
  quad.q[lane] = moves ? body.q_start : 0;
  quad.jointed |= moves;
  quad.slides |= moves && !rotary;
}

}  // namespace

std::vector<Quad> make_quads(const std::vector<Body>& bodies) {
  const std::vector<Lanes> places = arrange(bodies);
  std::vector<int> quad_of(bodies.size()), lane_of(bodies.size());
  std::vector<Quad> quads(places.size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    Quad& quad = quads[k] = Quad{};
    quad.body = places[k];
    quad.above = -2;  // not known yet
    for (int lane = 0; lane < lanes; ++lane) {
      const int i = quad.body[lane];
      if (i < 0) continue;
      quad_of[i] = static_cast<int>(k);
      lane_of[i] = lane;
      fill(quad, lane, bodies[i]);
      if (i == 0) continue;
      const int parent = bodies[i].parent;
      quad.parent_quad[lane] = quad_of[parent];
      quad.parent_lane[lane] = lane_of[parent];
      const bool below = lane_of[parent] == lane;
      if (!below || (quad.above != -2 && quad.above != quad_of[parent])) {
        quad.above = -1;
      } else if (quad.above == -2) {
        quad.above = quad_of[parent];
      }
    }
    if (quad.above == -2) quad.above = -1;
    quad.one_parent = quad.body[0] >= 0 && std::ranges::all_of(quad.body, [&](int i) {
                        return i < 0 || bodies[i].parent == bodies[quad.body[0]].parent;
                      });
  }
  return quads;
}

}  // namespace gambol
