#include "dynamics/quad.h"

#include <algorithm>

#include "dynamics/model.h"

namespace gambol {
namespace {

using Lanes = std::array<int, lanes>;  // indices of Rigids; -1: empty

// A body that its joint moves, or the root, with all that is welded to it.
struct Rigid {
  int body = 0;
  int parent = -1;  // index of an earlier Rigid
  Frame X_PB;       // in the parent's frame, at q = 0
  MassProperties mass;
};

MassProperties moved(const MassProperties& m, const Frame& X) {
  return {m.mass, X.R * m.com + X.p, X.R * m.I_cm * X.R.transpose()};
}

std::vector<Rigid> rigids_of(const std::vector<Body>& bodies) {
  std::vector<Rigid> rigids;
  std::vector<int> index(bodies.size());  // [body] of its host's Rigid
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    if (body.host != static_cast<int>(i)) {
      index[i] = index[body.host];
      Rigid& host = rigids[index[i]];
      host.mass = combine(host.mass, moved(body.mass, body.X_HB));
      continue;
    }
    index[i] = static_cast<int>(rigids.size());
    Rigid rigid{static_cast<int>(i), -1, body.X_PB, body.mass};
    if (body.parent >= 0) {
      const Body& parent = bodies[body.parent];
      rigid.parent = index[parent.host];
      if (parent.host != body.parent) rigid.X_PB = parent.X_HB * body.X_PB;
    }
    rigids.push_back(rigid);
  }
  return rigids;
}

struct Tree {
  std::vector<int> depth, height;  // distance from the root, and to its farthest leaf
  explicit Tree(const std::vector<Rigid>& rigids) : depth(rigids.size()), height(rigids.size()) {
    for (std::size_t i = 1; i < rigids.size(); ++i) depth[i] = depth[rigids[i].parent] + 1;
    for (std::size_t i = rigids.size(); i-- > 1;) {
      height[rigids[i].parent] = std::max(height[rigids[i].parent], height[i] + 1);
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
std::vector<Lanes> in_their_parents_lanes(const std::vector<Rigid>& rigids,
                                          const std::vector<Lanes>& above, std::vector<int> level) {
  std::vector<Lanes> quads;
  for (const Lanes& parents : above) {
    Lanes quad{-1, -1, -1, -1};
    for (int lane = 0; lane < lanes; ++lane) {
      const auto child = std::find_if(level.begin(), level.end(),
                                      [&](int i) { return rigids[i].parent == parents[lane]; });
      if (child == level.end()) continue;
      quad[lane] = *child;
      level.erase(child);
    }
    if (quad != Lanes{-1, -1, -1, -1}) quads.push_back(quad);
  }
  pack(level, quads);
  return quads;
}

std::vector<Lanes> arrange(const std::vector<Rigid>& rigids) {
  if (rigids.empty()) return {};
  const Tree tree(rigids);
  std::vector<Lanes> quads{{0, -1, -1, -1}}, above = quads;
  for (int depth = 1; !above.empty(); ++depth) {
    std::vector<int> level;
    for (std::size_t i = 1; i < rigids.size(); ++i) {
      if (tree.depth[i] == depth) level.push_back(static_cast<int>(i));
    }
    std::stable_sort(level.begin(), level.end(),
                     [&](int a, int b) { return tree.height[a] > tree.height[b]; });
    std::vector<Lanes> here = in_their_parents_lanes(rigids, above, level);
    if (here.size() > (level.size() + lanes - 1) / lanes) {
      here.clear();
      pack(level, here);
    }
    quads.insert(quads.end(), here.begin(), here.end());
    above = std::move(here);
  }
  return quads;
}

// Fills in the m-th mode of a body; R is the rotation from the frame before it at q = 0.
void fill(QuadMode& mode, int lane, const Body& body, int m, const Mat3& R, const Model& model) {
  const bool moves = m < body.motion.degrees(), ball = moves && body.motion.ball;
  const JointMode joint = moves ? body.motion.modes[m] : JointMode{};
  const bool turns = moves && !ball && joint.turns;
  const Vec3 axis_P = R * joint.axis;
  set(mode.axis, lane, moves && !ball ? axis_P : Vec3::Zero());
  const Mat3 turn_1 = turns ? Mat3(axis_P * joint.axis.transpose()) : R;
  set(mode.turn_1, lane, turn_1);
  set(mode.turn_cos, lane, R - turn_1);
  set(mode.turn_sin, lane, turns ? Mat3(R * skew(joint.axis)) : Mat3::Zero());
  set(mode.ball_turn, lane, ball && joint.turns ? joint.axis : Vec3::Zero());
  set(mode.ball_slide, lane, ball && !joint.turns ? joint.axis : Vec3::Zero());
  mode.turns[lane] = turns ? -1 : 0;
  mode.slide[lane] = moves && !ball ? joint.slide : 0;
  mode.has_dof[lane] = moves ? -1 : 0;
  mode.has_position[lane] = moves && !ball ? -1 : 0;
  mode.dof[lane] = moves ? body.v_start + m : 0;
  mode.q[lane] = moves && !ball ? body.q_start + m : 0;
  mode.armature[lane] = moves ? model.dofs[body.v_start + m].armature : 0;
  mode.slides |= moves && joint.slide != 0;
}

void fill(Quad& quad, int lane, const Rigid& rigid, const Body& body) {
  const bool ball = body.motion.ball;
  quad.has_balls |= ball;
  quad.ball[lane] = ball ? -1 : 0;
  quad.ball_q[lane] = ball ? body.q_start + body.nq - 4 : 3;
  quad.ball_p[lane] = ball && body.nv == 6 ? body.q_start : -1;
  set(quad.p_PB, lane, rigid.X_PB.p);
  quad.mass[lane] = rigid.mass.mass;
  set(quad.first_moment, lane, rigid.mass.mass * rigid.mass.com);
  set(quad.rotational, lane, spatial_inertia(rigid.mass).A);
}

void fill_modes(Quad& quad, const Lanes& at, const std::vector<Rigid>& rigids, const Model& model) {
  int degrees = 0;
  for (int i : quad.body)
    if (i > 0) degrees = std::max(degrees, model.bodies[i].motion.degrees());
  for (int m = 0; m < degrees; ++m) {
    QuadMode& mode = quad.modes.emplace_back(QuadMode{});
    for (int lane = 0; lane < lanes; ++lane) {
      if (quad.body[lane] < 0) continue;
      const Mat3 R = m == 0 ? rigids[at[lane]].X_PB.R : Mat3::Identity();
      fill(mode, lane, model.bodies[quad.body[lane]], m, R, model);
    }
  }
}

}  // namespace

std::vector<Quad> make_quads(const Model& model) {
  const std::vector<Rigid> rigids = rigids_of(model.bodies);
  const std::vector<Lanes> places = arrange(rigids);
  std::vector<int> quad_of(rigids.size()), lane_of(rigids.size());
  std::vector<Quad> quads(places.size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    Quad& quad = quads[k] = Quad{};
    quad.body.fill(-1);
    quad.above = -2;  // not known yet
    for (int lane = 0; lane < lanes; ++lane) {
      const int i = places[k][lane];
      if (i < 0) continue;
      quad.body[lane] = rigids[i].body;
      quad_of[i] = static_cast<int>(k);
      lane_of[i] = lane;
      fill(quad, lane, rigids[i], model.bodies[rigids[i].body]);
      if (i == 0) continue;
      const int parent = rigids[i].parent;
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
    quad.one_parent = places[k][0] >= 0 && std::ranges::all_of(places[k], [&](int i) {
                        return i < 0 || rigids[i].parent == rigids[places[k][0]].parent;
                      });
    fill_modes(quad, places[k], rigids, model);
    if (k > 0)
      quad.first_mode = quads[k - 1].first_mode + static_cast<int>(quads[k - 1].modes.size());
  }
  return quads;
}

}  // namespace gambol
