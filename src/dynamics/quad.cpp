#include "dynamics/quad.h"

#include <algorithm>
#include <tuple>

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
  std::vector<int> child;          // the first; -1: none
  int last_fork = 0;               // depth from which on none has more than one child
  explicit Tree(const std::vector<Rigid>& rigids)
      : depth(rigids.size()), height(rigids.size()), child(rigids.size(), -1) {
    for (std::size_t i = 1; i < rigids.size(); ++i) depth[i] = depth[rigids[i].parent] + 1;
    for (std::size_t i = rigids.size(); i-- > 1;) {
      const int parent = rigids[i].parent;
      height[parent] = std::max(height[parent], height[i] + 1);
      if (child[parent] >= 0) last_fork = std::max(last_fork, depth[i]);
      child[parent] = static_cast<int>(i);
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

// Bodies that hang on each other, each the only child, and not all arranged yet.
struct Chain {
  int next;   // body
  int left;   // number of bodies, with that
  int lane;   // of the body before
  bool runs;  // that body is in the quad before
};

std::vector<Chain> chains_below(const std::vector<Lanes>& level, const Tree& tree) {
  std::vector<Chain> chains;
  for (const Lanes& quad : level)
    for (int lane = 0; lane < lanes; ++lane)
      if (const int next = quad[lane] < 0 ? -1 : tree.child[quad[lane]]; next >= 0)
        chains.push_back({next, tree.height[next] + 1, lane, quad == level[0]});
  return chains;
}

// The next bodies of the first chains, at most one a lane; chains that run keep theirs.
Lanes next_of(std::vector<Chain>& chains, const Tree& tree) {
  Lanes quad{-1, -1, -1, -1};
  const auto advance = [&](Chain& chain) {
    quad[chain.lane] = chain.next;
    chain.next = tree.child[chain.next];
    --chain.left;
  };
  const std::size_t most = std::min<std::size_t>(chains.size(), lanes);
  for (std::size_t c = 0; c < most; ++c)
    if (chains[c].runs) advance(chains[c]);
  for (std::size_t c = 0; c < most; ++c) {
    if (chains[c].runs) continue;
    if (quad[chains[c].lane] >= 0)
      chains[c].lane = static_cast<int>(std::ranges::find(quad, -1) - quad.begin());
    advance(chains[c]);
  }
  for (std::size_t c = 0; c < chains.size(); ++c) chains[c].runs = c < most;
  return quad;
}

// Arranges the chains below a level in as few quads as there can be: more than four chains take
// turns (McNaughton 1959, scheduling with preemption). A chain leaves its lane only to one that
// would come too late otherwise, because parents in other lanes or quads have to be gathered.
std::vector<Lanes> in_turns(std::vector<Chain> chains, const Tree& tree) {
  int bodies = 0, left = 0;  // left: number of quads
  for (const Chain& chain : chains) {
    bodies += chain.left;
    left = std::max(left, chain.left);
  }
  left = std::max(left, (bodies + lanes - 1) / lanes);
  std::vector<Lanes> quads;
  for (; left > 0; --left) {
    std::erase_if(chains, [](const Chain& c) { return c.left == 0; });
    const auto rank = [&](const Chain& c) { return std::tuple(c.left == left, c.runs, c.left); };
    std::ranges::stable_sort(chains, std::ranges::greater(), rank);
    quads.push_back(next_of(chains, tree));
  }
  return quads;
}

std::vector<Lanes> arrange(const std::vector<Rigid>& rigids) {
  if (rigids.empty()) return {};
  const Tree tree(rigids);
  std::vector<Lanes> quads{{0, -1, -1, -1}}, above = quads, chained;
  std::size_t by_levels = 0;  // number of quads above the chains
  for (int depth = 1; !above.empty(); ++depth) {
    if (depth == tree.last_fork + 1) {
      chained = in_turns(chains_below(above, tree), tree);
      by_levels = quads.size();
    }
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
  if (by_levels + chained.size() >= quads.size()) return quads;
  quads.resize(by_levels);
  quads.insert(quads.end(), chained.begin(), chained.end());
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
