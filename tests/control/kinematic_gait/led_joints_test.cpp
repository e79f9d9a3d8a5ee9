// All joints of a figure from where its trunk and its feet are to be.

#include "control/kinematic_gait/led_joints.h"

#include <gtest/gtest.h>

#include "dynamics/momentum.h"
#include "support/led_walker.h"
#include "support/scenes.h"

namespace gambol::testing {
namespace {

// Four legs of nine joints, a head on as many, and an arm that swings.
FigureSpec with_head_and_arm() {
  FigureSpec figure = legged(4, 9);
  const std::string trunk = figure.bodies[0].name;
  const Vec3 axes[] = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  const double bends[] = {0.5, -1, 0.5};  // rad about y: a stretched neck could not give way
  for (int k = 0; k < 9; ++k) {
    figure.bodies.push_back(
        box_body("neck_" + std::to_string(k), k == 0 ? trunk : figure.bodies.back().name,
                 k == 0 ? Vec3(0.25, 0, 0) : Vec3(0.05, 0, 0), Vec3(0.05, 0.05, 0.05)));
    JointSpec& joint = figure.bodies.back().joint;
    joint.axis = axes[k % 3];
    if (k % 3 == 1) joint.initial = {bends[k / 3]};
  }
  figure.bodies.push_back(box_body("arm", trunk, Vec3(0.1, 0, 0.1), Vec3(0.02, 0.02, 0.1)));
  figure.bodies.back().joint.axis = Vec3::UnitY();
  figure.bodies.back().joint.limits = Vec2(-0.2, 0.2);
  return figure;
}

struct Joints {
  LedWalker walker;
  WalkMemory memory;
  explicit Joints(const KinematicGaitSpec& spec = trot_spec())
      : walker(with_head_and_arm(), spec), memory(walker.walk.begin(walker.start)) {}
  // The posture at the beginning, with this offset of the trunk.
  LedPosture pose(const BodyOffset& offset = {}) const {
    return walker.walk.pose(walker.walk.at(walker.world, memory), offset, walker.led.posture);
  }
  Workspace kinematics(const Eigen::VectorXd& q) const {
    Workspace work(walker.model);
    update_kinematics(walker.model, q, Eigen::VectorXd::Zero(walker.model.nv()), work);
    return work;
  }
  Vec3 tip(const Workspace& work, std::size_t leg) const {
    return tip_of(walker.model, walker.figure.legs[leg], work);
  }
};

TEST(LedJoints, PutTheFeetWhereTheyAreToBe) {
  const Joints joints;
  const std::vector<FootTarget> targets =
      joints.walker.walk.at(joints.walker.world, joints.memory).feet;
  for (const Vec3& by : {Vec3(0, 0, 0), Vec3(0.01, -0.02, -0.01)}) {
    const LedPosture posture = joints.pose({Vec3(0.02, 0, 0.03), by});
    const Workspace work = joints.kinematics(posture.q);
    for (std::size_t leg = 0; leg < targets.size(); ++leg) {
      EXPECT_LT((joints.tip(work, leg) - targets[leg].tip).norm(), 1e-6);
      EXPECT_LT(posture.missing[leg], 1e-6);
    }
  }
}

TEST(LedJoints, MoveTheTrunkByItsOffset) {
  const Joints joints;
  const BodyOffset offset{Vec3(0.02, -0.01, 0.03), Vec3(0.01, 0.02, -0.015)};
  const LedPosture plain = joints.pose(), moved = joints.pose(offset);
  EXPECT_LT((moved.trunk - plain.trunk - offset.by).norm(), 1e-12);
  const Mat3 before = joints.kinematics(plain.q).bodies[0].X_WB.R,
             after = joints.kinematics(moved.q).bodies[0].X_WB.R;
  EXPECT_LT((after - exp_rotation(offset.turn) * before).norm(), 1e-9);
}

TEST(LedJoints, TellHowFarAFootIsFromAPlaceOutOfReach) {
  const Joints joints;
  WalkInstant now = joints.walker.walk.at(joints.walker.world, joints.memory);
  now.feet[1].tip += Vec3(0, 0, -3);
  const LedPosture posture = joints.walker.walk.pose(now, {}, joints.walker.led.posture);
  const Vec3 tip = joints.tip(joints.kinematics(posture.q), 1);
  EXPECT_GT(posture.missing[1], 2.5);
  EXPECT_NEAR(posture.missing[1], (tip - now.feet[1].tip).norm(), 1e-6);
}

TEST(LedJoints, KeepAHeadLevelWhileTheTrunkNods) {
  KinematicGaitSpec spec = trot_spec();
  spec.steady.push_back({{}, "neck_8", 1});
  const Joints joints(spec);
  const int head = joints.walker.model.body_index("neck_8");
  const auto turned = [&](const LedPosture& posture) {
    return joints.kinematics(posture.q).bodies[static_cast<std::size_t>(head)].X_WB.R;
  };
  const Mat3 level = turned(joints.pose()), nods = turned(joints.pose({Vec3(0.05, 0.1, 0), {}}));
  EXPECT_LT((nods - level).norm(), 0.01);
}

// The animal of poda_quadruped with its hind feet farther ahead and its front feet farther back.
double gathered_bend(double spine, double by) {
  ShotSpec s = load_shot(scene_file("poda_quadruped"));
  KinematicGaitSpec spec = gait_of(s);
  spec.spine = spine;
  spec.spine_aside = 0;
  const LedWalker walker(s.motion.figures[0].figure, spec);
  const WalkMemory memory = walker.walk.begin(walker.start);
  WalkInstant now = walker.walk.at(walker.world, memory);
  const Frame way = now.trunk.body.heading();
  for (std::size_t leg = 0; leg < now.feet.size(); ++leg) {
    const LegLimb& limb = walker.led.limbs[leg];
    const double ahead = limb.foot + (limb.section == 0 ? by : -by);
    now.feet[leg].tip = way.R * Vec3(ahead, 0.08 * limb.outwards, 0) + way.p;
  }
  Workspace work(walker.model);
  update_kinematics(walker.model, walker.walk.pose(now, {}, walker.led.posture).q,
                    Eigen::VectorXd::Zero(walker.model.nv()), work);
  const Mat3& chest = work.bodies[walker.model.body_index("chest")].X_WB.R;
  return std::asin((work.bodies[0].X_WB.R.transpose() * chest.col(0)).z());  // up is positive
}

TEST(LedJoints, ArchTheSpineAsTheLegsGather) {
  const double still = gathered_bend(0, 0.1);
  EXPECT_NEAR(gathered_bend(0, 0), still, 1e-6);
  // Each end turns by half of its legs' swing; the body's centre is 0.62 m high.
  EXPECT_NEAR(gathered_bend(0.5, 0.1) - still, -std::atan2(0.1, 0.62), 0.02);
  EXPECT_GT(gathered_bend(0.5, -0.1), still + 0.1) << "it stretches with them, too";
}

// Front and rear rise apart in a bound: each is highest in the middle of its legs' swing.
TEST(LedTrunkPlan, NodsAsFrontAndRearAreInTheAir) {
  ShotSpec s = load_shot(scene_file("poda_run@bound"));
  const LedWalker walker(s.motion.figures[0].figure, gait_of(s));
  PlanMemory memory = walker.walk.plan.begin(walker.start);
  const GaitClock clock = memory.lead.clock;
  const BodyRing& body = walker.walk.plan.run({walker.world, 1.0}, memory);
  for (std::size_t leg = 0; leg < clock.legs.size(); ++leg) {
    const double up = clock.legs[leg].lift() + clock.legs[leg].transfer / 2;
    const double nod = body.at(up < 0 ? up + clock.legs[leg].period() : up).nod;
    if (walker.led.limbs[leg].section > 0)
      EXPECT_GT(nod, 0.01) << "its nose is up";
    else
      EXPECT_LT(nod, -0.01);
  }
}

TEST(LedJoints, SwingAnArmWithALegWithinItsLimits) {
  KinematicGaitSpec spec = trot_spec();
  SwingSpec swing;
  swing.joints = {"arm"};
  swing.leg = legged(4, 9).legs[0].name;
  spec.swings.push_back(swing);
  for (double gain : {0.5, 50.0}) {
    spec.swings[0].gain = Curve(gain);
    const Joints joints(spec);
    WalkInstant now = joints.walker.walk.at(joints.walker.world, joints.memory);
    const SwingJoint& swing = joints.walker.led.swings[0];
    const double foot = joints.walker.led.limbs[swing.leg].foot;
    const Frame way = now.trunk.body.heading();
    now.feet[0].tip = way.R * Vec3(foot + 0.05, 0.1, 0) + way.p;
    const LedPosture posture = joints.walker.walk.pose(now, {}, joints.walker.led.posture);
    const double wanted = gain * std::atan2(0.05, joints.walker.led.height);
    EXPECT_NEAR(posture.q[joints.walker.led.swings[0].q], std::min(wanted, 0.2), 1e-12);
  }
}

// A swing of a joint within a leg: its angle goes along, and the foot stays where it is to be.
TEST(LedJoints, OfALegSwingAroundTheirPlantedFoot) {
  KinematicGaitSpec spec = trot_spec();
  SwingSpec swing;
  swing.joints = {"left0_4"};
  swing.leg = "right0";
  swing.gain = Curve(0.0);
  const auto posed = [&](double offset) {
    swing.offset = Curve(offset);
    spec.swings = {swing};
    return Joints(spec);
  };
  const Joints plain = posed(0), bent = posed(0.3);
  const int joint = plain.walker.model.dofs[plain.walker.model.dof_of("left0_4")].q;
  const LedPosture a = plain.pose(), b = bent.pose();
  EXPECT_GT(b.q[joint] - a.q[joint], 0.05);
  for (std::size_t leg = 0; leg < 4; ++leg) EXPECT_LT(b.missing[leg], 1e-6);
  const auto walked = plain.walker.walk.at(plain.walker.world, plain.memory).feet;
  EXPECT_LT((bent.tip(bent.kinematics(b.q), 0) - walked[0].tip).norm(), 1e-5);
}

}  // namespace
}  // namespace gambol::testing
