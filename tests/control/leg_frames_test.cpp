// Parts of a controller of leg frames, on figures/dog/body.yaml.

#include "control/skills/leg_frames.h"

#include <gtest/gtest.h>

#include "base/rotation.h"
#include "dynamics/coordinates.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

const FigureSpec& dog_figure() {
  static const FigureSpec figure = load_figure(GAMBOL_SOURCE_DIR "/figures/dog/body.yaml");
  return figure;
}
const Model& dog() {
  static const Model model = make_model(dog_figure());
  return model;
}

// The dog with joints drawn at random, moving.
struct Drawn {
  Eigen::VectorXd q, v;
  Workspace work{dog()};
  explicit Drawn(Draw& draw) : v(draw.vector(dog().nv(), 1)) {
    Eigen::VectorXd x = draw.vector(dog().nv(), 0.6);
    q = initial_q(dog(), {exp_rotation(draw.vec(0.5)), draw.vec(1)});
    const Eigen::VectorXd root = q.head(root_positions);
    set_coordinates(dog(), x, q);
    q.head(root_positions) = root;
    update_kinematics(dog(), q, v, work);
  }
};

TEST(Turns, AreUndoneByTheirCoordinates) {
  Draw draw(1);
  const std::vector<std::vector<Vec3>> joints = {
      {Vec3::UnitY()},
      {Vec3::UnitY(), -Vec3::UnitX()},
      {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()},
      {Vec3::UnitY(), Vec3::UnitX(), Vec3::UnitZ()},    // left-handed
      {Vec3::UnitY(), -Vec3::UnitX(), -Vec3::UnitZ()},  // as mirroring leaves it
  };
  for (const auto& axes : joints) {
    const Turns turns{0, 0, axes};
    for (int i = 0; i < 100; ++i) {
      Vec3 x = draw.vec(1.4);
      for (int k = static_cast<int>(axes.size()); k < 3; ++k) x[k] = 0;
      EXPECT_LT((turns.coordinates(turns.turn(x)) - x).norm(), 1e-12);
    }
  }
}

TEST(Turns, AreThoseOfTheModelsJoints) {
  Draw draw(2);
  const AtRest rest(dog());
  for (int i = 0; i < 10; ++i) {
    const Drawn now(draw);
    for (int b = 1; b < static_cast<int>(dog().bodies.size()); ++b) {
      const Turns turns = rest.turns(dog(), b);
      Vec3 x = Vec3::Zero();
      for (std::size_t k = 0; k < turns.axes.size(); ++k)
        x[static_cast<int>(k)] = coordinate(dog(), now.q, turns.dof + static_cast<int>(k));
      const Mat3 T =
          rest.turn(now.work, dog().bodies[b].parent).transpose() * rest.turn(now.work, b);
      EXPECT_LT((turns.turn(x) - T).norm(), 1e-12) << dog().bodies[b].name;
    }
  }
}

TEST(Turns, AreSharedEqually) {
  const Mat3 T = exp_rotation(Vec3(0.3, -0.8, 0.5)).toRotationMatrix();
  const Mat3 third = share_of_turn(T, 1.0 / 3);
  EXPECT_LT((third * third * third - T).norm(), 1e-12);
}

// Any ankle within reach, also where a hip's own limits or the ground would be in the way.
TEST(LegChains, ReachWhatIsWithinReach) {
  Draw draw(3);
  const AtRest rest(dog());
  int reached = 0;
  for (const LegSpec& leg : dog_figure().legs) {
    const std::string body = leg.row == 0 ? "chest" : "pelvis";
    const LegChain chain = make_leg_chain(dog(), rest, leg, dog().body_index(body));
    for (int i = 0; i < 200; ++i) {
      const Vec3 to = chain.hip_to_knee + chain.knee_to_ankle + draw.vec(0.12);
      const LegChain::Pose pose = chain.reach(to);
      const Vec3 ankle =
          chain.hip.turn(pose.hip) *
          (chain.hip_to_knee + chain.knee.turn(Vec3(pose.knee, 0, 0)) * chain.knee_to_ankle);
      if (!pose.reached) {
        EXPECT_LT(ankle.normalized().cross(to.normalized()).norm(), 1e-9);  // towards it
        continue;
      }
      ++reached;
      EXPECT_LT((ankle - to).norm(), 1e-9);
      // The knee bends its own way, in a plane that is as near to the leg frame's as can be.
      EXPECT_GT(chain.bend * (chain.knee.axes[0].dot(chain.hip_to_knee.cross(
                                 chain.knee.turn(Vec3(pose.knee, 0, 0)) * chain.knee_to_ankle))),
                0);
    }
  }
  EXPECT_GT(reached, 400);
}

TEST(LegChains, StandAtRestWithAllJointsAtZero) {
  const AtRest rest(dog());
  for (const LegSpec& leg : dog_figure().legs) {
    const int frame = dog().body_index(leg.row == 0 ? "chest" : "pelvis");
    const LegChain chain = make_leg_chain(dog(), rest, leg, frame);
    const LegChain::Pose pose = chain.reach(chain.hip_to_knee + chain.knee_to_ankle);
    EXPECT_LT(pose.hip.norm(), 1e-9) << leg.name;
    EXPECT_NEAR(pose.knee, 0, 1e-9) << leg.name;
    EXPECT_NEAR(chain.foot_height, 0.025, 1e-12) << leg.name;
    EXPECT_EQ(chain.hip_swings.size(), 2u);
  }
}

// The knee of a leg that is pulled out at a steady speed turns at a bounded rate, and nowhere
// backwards; a leg that is not soft all but jumps as it becomes straight.
TEST(LegChains, StraightenSoftly) {
  const AtRest rest(dog());
  const LegSpec& leg = dog_figure().legs.front();
  LegChain chain = make_leg_chain(dog(), rest, leg, dog().body_index("chest"));
  const double length = chain.hip_to_knee.norm() + chain.knee_to_ankle.norm();
  const auto knee = [&](double share) {
    return chain.bend * chain.reach(Vec3(0, 0, -share * length)).knee;
  };
  const auto fastest = [&] {
    double most = 0;  // rad per leg's length
    for (double r = 0.7; r < 1.2; r += 1e-3) {
      const double rate = (knee(r) - knee(r + 1e-3)) / 1e-3;
      EXPECT_GE(rate, -1e-9) << r;
      most = std::max(most, rate);
    }
    return most;
  };
  EXPECT_GT(fastest(), 20);
  const double bent = knee(0.9);
  chain.soft = 0.06;
  EXPECT_LT(fastest(), 8);
  EXPECT_EQ(knee(0.9), bent);  // nothing changes within the reach
}

// Virtual work: the torques do the same work at the joints as the force at its point against the
// base, which they leave without a net force.
TEST(VirtualForces, DoTheWorkOfTheirForce) {
  Draw draw(4);
  for (int i = 0; i < 20; ++i) {
    const Drawn now(draw);
    const VirtualForces forces(dog(), now.work);
    for (const auto& [from, to] :
         {std::pair("pelvis", "chest"), std::pair("chest", "pelvis"),
          std::pair("chest", "front_left_paw"), std::pair("pelvis", "head"),
          std::pair("hind_left_paw", "front_right_paw")}) {
      const int base = dog().body_index(from), body = dog().body_index(to);
      const Vec3 F = draw.vec(1), c = draw.vec(1), p_B = draw.vec(0.1);
      const BodyWork &b = now.work.bodies[body], &a = now.work.bodies[base];
      const Vec3 p = b.X_WB.R * p_B + b.X_WB.p;
      const Vec3 relative = point_velocity(b, p_B) - point_velocity(a, seen_from(a.X_WB, p));
      const Vec3 spin = b.X_WB.R * b.velocity.w - a.X_WB.R * a.velocity.w;
      Eigen::VectorXd Q = Eigen::VectorXd::Zero(dog().nv());
      forces.add_force(base, body, p, F, Q);
      forces.add_couple(base, body, c, Q);
      EXPECT_EQ(Q.head(root_dofs).norm(), 0);
      EXPECT_NEAR(Q.dot(now.v), F.dot(relative) + c.dot(spin), 1e-12);
    }
  }
}

TEST(VirtualForces, KnowTheCoupleOfAJoint) {
  Draw draw(5);
  const Drawn now(draw);
  const VirtualForces forces(dog(), now.work);
  for (const char* name : {"chest", "hind_left_femur", "hind_left_metatarsus", "hind_left_tibia"}) {
    const int body = dog().body_index(name);
    const Body& b = dog().bodies[body];
    const Eigen::VectorXd Q = draw.vector(dog().nv(), 1);
    const Vec3 couple = forces.couple_of(body, Q);
    for (int i = b.v_start; i < b.v_start + b.nv; ++i)
      EXPECT_NEAR(couple.dot(forces.axis(i)), Q[i], 1e-12) << dog().joint_name(i);
  }
}

StrideSpec gait(const std::string& name, double from, double to, double duty) {
  StrideSpec s;
  s.name = name;
  s.speeds = Vec2(from, to);
  s.gait.phases.emplace();
  s.gait.phases->left = {0.5, 0};
  s.gait.phases->right = {0, 0.5};
  s.duty_factor = duty;
  return s;
}

TEST(Strides, AreInterpolatedWhereTheirSpeedsOverlap) {
  LegFramesSpec spec;
  spec.frames.resize(1);
  spec.gaits.push_back(gait("slow", 0, 1.5, 0.6));
  spec.gaits.push_back(gait("fast", 1, 3, 0.4));
  spec.gaits[0].legs.resize(2);
  spec.gaits[0].legs[0].name = "*";
  spec.gaits[0].legs[0].placement = 0.1;
  spec.gaits[0].legs[1].name = "hind_*";
  spec.gaits[0].legs[1].placement = 0.3;
  const Strides strides(spec, groups_of_gaits(spec).front(), dog_figure(), dog(), {0, 1, 2, 3},
                        {0.45});
  const auto duty = [](const StridePlan& s) { return s.legs[0].duty_factor; };
  EXPECT_EQ(strides.at(-2).of(duty), 0.6);
  EXPECT_EQ(strides.at(0.99).of(duty), 0.6);
  EXPECT_NEAR(strides.at(1.25).of(duty), 0.5, 1e-12);
  EXPECT_EQ(strides.at(1.5).of(duty), 0.4);
  EXPECT_EQ(strides.at(9).of(duty), 0.4);
  // The last element that means a leg counts.
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_EQ(strides.at(0).slow->legs[k].placement, dog_figure().legs[k].row == 0 ? 0.1 : 0.3);
  spec.only = "fast";
  EXPECT_EQ(Strides(spec, groups_of_gaits(spec).front(), dog_figure(), dog(), {0, 1, 2, 3}, {0.45})
                .at(0)
                .of(duty),
            0.4);
}

}  // namespace
}  // namespace gambol::testing
