// What makes the human of figures/human walk as people do: arms that hang, feet that come down on
// their outer edge, strides that vary, torques that need time, and ways that are not straight
// ahead.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "control/skills/course.h"
#include "control/skills/efforts.h"
#include "control/skills/foot_pitch.h"
#include "control/skills/posture.h"
#include "control/skills/sole_balance.h"
#include "control/skills/sole_servos.h"
#include "control/skills/torques.h"
#include "control/standing_figure.h"

namespace gambol::testing {
namespace {

using namespace skills;

struct WalkingHuman : StandingFigure {
  WalkingHuman() : StandingFigure("human/human_walk.yaml") {}
  int dof(const std::string& name) const {
    for (int i = root_dofs; i < model.nv(); ++i)
      if (model.means(name, i)) return i;
    throw std::runtime_error(name);
  }
};

Eigen::VectorXd weights_borne(const WalkingHuman& human, const Seen& seen, const Wanted& wanted) {
  const std::vector<LegStep> legs(human.body.legs.size());
  const Loads none{
      std::vector<LegBears>(legs.size()), std::vector<FrameBears>(human.body.frames.size()), {}};
  const Aims aims{Eigen::VectorXd::Zero(human.model.nv()), Eigen::VectorXd::Zero(human.model.nv())};
  SoleServosMemory memory;
  return TorqueMaker(human.spec, human.body, nullptr)
      .run({seen, wanted, legs}, none, aims, memory)
      .Q;
}

TEST(HangingArms, AreBorneByTheTrunkAndNotByTheirShoulders) {
  WalkingHuman human;
  // Held out to the side: their weight turns shoulders and elbows.
  for (const char* side : {"left", "right"})
    human.q[human.dof(std::string(side) + "_humerus.r2") + 1] = 1;
  update_kinematics(human.model, human.q, human.v, human.work);
  const Sense sense = human.sense();
  const Seen seen = human.see(sense);
  const Wanted wanted = human.by(seen, human.gait("stand"), 0, 0);
  const Eigen::VectorXd hang = weights_borne(human, seen, wanted);
  EXPECT_EQ(hang[human.dof("left_humerus.r2")], 0);
  EXPECT_EQ(hang[human.dof("left_forearm")], 0);

  WalkingHuman held;
  held.q = human.q;
  update_kinematics(held.model, held.q, held.v, held.work);
  for (JointGainSpec& gain : held.spec.joints) gain.hangs = false;
  held.body = Anatomy(held.spec, held.figure, held.model);
  const Eigen::VectorXd borne = weights_borne(held, seen, wanted);
  EXPECT_GT(std::abs(borne[held.dof("left_humerus.r2")]), 5) << "N*m: the arm's own weight";
  for (const char* joint : {"pelvis.r1", "abdomen.r1", "head.r1"})
    EXPECT_NEAR(hang[human.dof(joint)], borne[held.dof(joint)], 1e-9) << joint;
}

TEST(FootInversion, LiftsTheInnerEdgeOfEitherFoot) {
  WalkingHuman human;
  const Sense sense = human.sense();
  const Seen seen = human.see(sense);
  const Soles soles(human.spec, human.body);
  const Postures postures(human.spec, human.body, &soles, tick);
  const StridePlan& walk = human.gait("walk");
  for (std::size_t k = 0; k < 2; ++k) {
    const double state = walk.legs[k].duty_factor + 0.9 * (1 - walk.legs[k].duty_factor);
    const Wanted wanted =
        human.by(seen, walk, std::fmod(state + walk.legs[k].relative_phase + 1, 1.0), 1.3);
    std::vector<LegStep> legs(2);
    for (std::size_t j = 0; j < 2; ++j) {
      legs[j].duty = walk.legs[j].duty_factor;
      legs[j].stance_time = legs[j].duty * wanted.period;
      legs[j].aim = seen.legs[j].foot;
    }
    legs[k].state = state;
    legs[k].swing = 0.9;
    const double inverted = foot_inversion({seen, wanted, legs}, k, 0);
    EXPECT_NEAR(inverted, walk.legs[k].inversion.at(0.9), 1e-12);
    EXPECT_GT(inverted, 0);
    // The ankle's second axis everts by positive angles (figures/human_body.yaml).
    const std::string ankle = k == human.named("left") ? "left_talus.r2" : "right_talus.r2";
    const Aims with = postures.legs({seen, wanted, legs});
    Wanted flat = wanted;
    StridePlan without = walk;
    without.legs[k].inversion = Curve(0.0);
    flat.gait = {&without, &without};
    const Aims level = postures.legs({seen, flat, legs});
    EXPECT_LT(with.angles[human.dof(ankle)], level.angles[human.dof(ankle)] - inverted / 2)
        << ankle;
  }
}

// The mean and the standard deviation of durations of strides.
std::pair<double, double> strides(std::uint64_t seed, double varies, int count = 400) {
  WalkingHuman human;
  for (StrideSpec& gait : human.spec.gaits) gait.varies = Curve(varies);
  const StrideClock clock(human.spec, human.body, human.figure, human.model, seed);
  const Sense sense = human.sense();
  const Seen seen = human.see(sense);
  const StridePlan* walk = nullptr;
  for (std::size_t g = 0; g < human.spec.gaits.size(); ++g)
    if (human.spec.gaits[g].name == "walk") walk = &clock.plans()[g];
  StrideMemory memory;
  Wanted wanted = begin_wanted(seen, human.body, 0);
  double sum = 0, squares = 0, time = 0;
  for (int n = 0; n < count;) {
    const double before = memory.phase;
    clock.run_in_place({seen, *walk, 0, 1.3}, memory, wanted);
    time += tick;
    if (memory.phase >= before) continue;
    sum += time;
    squares += time * time;
    time = 0;
    ++n;
  }
  const double mean = sum / count;
  return {mean, std::sqrt(squares / count - mean * mean) / mean};
}

TEST(StrideClock, VariesStridesByTheirDeviationAndTheSeed) {
  const auto [mean, deviation] = strides(1, 0.02);
  EXPECT_NEAR(deviation, 0.02, 0.002);
  EXPECT_EQ(strides(1, 0.02, 20), strides(1, 0.02, 20));
  EXPECT_NE(strides(1, 0.02, 20).first, strides(2, 0.02, 20).first);
  const auto [even, none] = strides(1, 0, 20);
  EXPECT_LT(none, 0.001) << "a tick";
  EXPECT_NEAR(mean, even, 0.003 * even);
}

TEST(Efforts, ChangeNoTorqueFasterThanItsJointMay) {
  WalkingHuman human;
  human.spec.torque_rise = Curve(0.01);
  const int hip = human.dof("left_thigh.r1");
  const auto k = static_cast<std::size_t>(hip);
  const double most = human.model.dofs[k].most_torque;
  const Efforts efforts(human.spec, tick);
  EffortsMemory memory;
  const auto asked = [&](double torque) {
    Command command;
    command.joints.resize(static_cast<std::size_t>(human.model.nv()));
    command.joints[k].torque = torque;
    efforts.limit(human.sense(), 1.3, memory, command);
    return std::clamp(command.joints[k].torque, -most, most);  // as the joint exerts it
  };
  EXPECT_EQ(asked(-most), -most) << "the first tick begins somewhere";
  double torque = -most;
  for (int n = 1; n <= 20; ++n) {
    const double now = asked(2 * most);
    EXPECT_NEAR(now - torque, most / 10, 1e-9) << n;
    torque = now;
  }
  EXPECT_EQ(asked(2 * most), most);
  human.spec.torque_rise = Curve(0.0);
  EXPECT_EQ(asked(-most), -most);
  EXPECT_TRUE(memory.torques.empty());
}

TEST(CoursePlanner, FacesElsewhereThanItGoes) {
  WalkingHuman human;
  human.spec.heading = Curve(0.3);
  human.spec.facing = Curve(M_PI / 2);
  human.spec.speed = Curve(0.5);
  human.spec.most_turn = 4;
  const Sense sense = human.sense();
  CourseMemory memory;
  const Course course = CoursePlanner(human.spec).run({human.see(sense), {}}, memory);
  EXPECT_NEAR(course.way, 0.3, 1e-12);
  EXPECT_NEAR(course.present + course.off, 0.3 + M_PI / 2, 1e-12);
}

// Sideways the leading foot steps out, the other one comes up to it, and none crosses.
TEST(SoleBalance, PlansStepsToTheSideThatDoNotCross) {
  WalkingHuman human;
  human.spec.facing = Curve(-M_PI / 2);  // it goes along x and faces to its right: left leads
  const Sense sense = human.sense();
  const Seen seen = human.see(sense);
  const Soles soles(human.spec, human.body);
  const SoleBalance balance(human.spec, human.body, soles);
  Wanted wanted = human.by(seen, human.gait("step"), 0, 0);
  wanted.velocity = wanted.frames[0].velocity = 0.5 * wanted.left();
  std::vector<LegStep> legs(2);
  const std::size_t left = human.named("left"), right = human.named("right");
  for (LegStep& leg : legs) leg.duty = 0.62;
  legs[left].swing = 0.5;
  legs[left].state = 0.8;
  Footfalls plan{{left, 0.2}, {right, 0.75}, {left, 1.3}};
  ASSERT_TRUE(balance.ask({seen, wanted, legs}, plan));
  const double out = (plan[0].asked - plan[1].asked).dot(wanted.left());
  const double on = (plan[2].asked - plan[1].asked).dot(wanted.left());
  const double step = 0.5 * wanted.period / 2;
  EXPECT_GT(out, 0.09) << "m: left of the right foot when that has come up";
  EXPECT_NEAR(on - out, 2 * step, 1e-9) << "and steps out by two steps' way";
}

}  // namespace
}  // namespace gambol::testing
