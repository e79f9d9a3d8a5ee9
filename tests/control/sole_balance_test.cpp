// Parts of balance on soles, on figures/human_walker.yaml, which stands with all joints at 0.

#include "control/skills/soles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/coordinates.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

using leg_frames::Now, leg_frames::SoleBalance;

struct StandingHuman {
  FigureSpec figure = load_figure(GAMBOL_SOURCE_DIR "/figures/human_walker.yaml");
  Model model = make_model(figure);
  AtRest rest{model};
  Eigen::VectorXd q = initial_q(model, {Quat::Identity(), Vec3(0, 0, 1.2535)});
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.nv());
  Workspace work{model};
  std::vector<GroundContact> contacts;
  std::vector<Actuator> actuators;
  Goals goals;
  LegFramesSpec spec;
  StridePlan plan;
  std::vector<leg_frames::LegFrame> frames;
  std::vector<leg_frames::Leg> legs;
  Sense sense{1, 0.01, model, q, v, work, contacts, actuators, goals};

  // `pitch`: of the whole figure, toes down.
  explicit StandingHuman(double pitch = 0) {
    q = initial_q(model, {Quat(turn_to(0, pitch)), Vec3(0, 0, 1.2535)});
    update_kinematics(model, q, v, work);
    spec.sole.emplace();
    spec.sole->heel = -0.039;
    spec.sole->ball = 0.13;
    spec.sole->rolls = 0.5;
    spec.sole->inner = -0.02;
    spec.sole->outer = 0.025;
    leg_frames::LegFrame frame;
    frame.body = model.body_index("pelvis");
    for (const LegSpec& leg : figure.legs) {
      leg_frames::Leg made;
      made.side = leg.side == Side::left ? 1 : -1;
      made.chain = make_leg_chain(model, rest, leg, frame.body);
      frame.legs.push_back(legs.size());
      legs.push_back(made);
    }
    frames = {frame};
  }
  SoleBalance balance() const { return SoleBalance({spec, rest, frames, legs}); }
  // Both feet bear, at the beginning of their stances.
  Now now() const {
    Now now{.sense = sense, .forces = VirtualForces(model, work)};
    now.gait.slow = &plan;
    now.period = 1;
    now.frames.resize(1);
    now.legs.resize(legs.size());
    for (std::size_t k = 0; k < legs.size(); ++k) {
      const LegChain& chain = legs[k].chain;
      const Frame& X = work.bodies[static_cast<std::size_t>(chain.foot_body)].X_WB;
      now.legs[k].foot = X.R * chain.p_foot + X.p;
      now.legs[k].duty = 0.6;
      now.legs[k].push = 0.5;
    }
    now.Q = now.aims = now.rates = now.slack = Eigen::VectorXd::Zero(model.nv());
    now.whole = {Vec3(0.2, 0.01, 0.9), Vec3(1.2, 0, 0), 3.2};
    return now;
  }
  // How far ahead of the ankle, along the sole, the ground is to press on a leg.
  double pressed_ahead(const Now& now, std::size_t k) const {
    const LegChain& chain = legs[k].chain;
    const Mat3 turn = rest.turn(work, chain.foot_body);
    const Vec3 ankle = now.legs[k].foot - turn * chain.ankle_to_foot;
    return (turn.transpose() * (now.legs[k].press - ankle)).x();
  }
};

TEST(SoleBalance, StandingLegsTakeUpASwingsCoupleByDegrees) {
  StandingHuman human;
  LegFramesMemory::Balance memory;
  const Vec3 couple(0, 100, 0);
  human.plan.balance.swing_share = 0.8;
  EXPECT_EQ(human.balance().taken_up(human.now(), 0, couple, memory), 0.8 * couple);
  human.plan.balance.swing_eases = 0.05;
  EXPECT_EQ(human.balance().taken_up(human.now(), 0, Vec3::Zero(), memory), Vec3(0, 0, 0));
  Vec3 taken;
  for (int tick = 0; tick < 5; ++tick)
    taken = human.balance().taken_up(human.now(), 0, couple, memory);
  EXPECT_NEAR(taken.y(), 80 * (1 - std::exp(-1)), 1e-9) << "after the time itself";
  // The leg has come down: what it asked for goes by degrees, too.
  taken = human.balance().taken_up(human.now(), 0, Vec3::Zero(), memory);
  EXPECT_NEAR(taken.y(), 80 * (1 - std::exp(-1)) * std::exp(-0.2), 1e-9);
}

TEST(SoleBalance, ForcesMeetAboveTheCentreOfMassAsTheStanceAsks) {
  StandingHuman human;
  human.plan.balance.through_centre.keys = {{0, 0.5}, {1, 1}};
  for (const double stance : {0.0, 0.5, 1.0}) {
    Now now = human.now();
    for (auto& leg : now.legs) leg.state = stance * leg.duty * (1 - 1e-12);
    LegFramesMemory::Balance memory;
    human.balance().press_soles(now, memory);
    for (const auto& leg : now.legs) {
      const Vec3 to = now.whole.com - leg.press;
      const Vec3 to_centre = Vec3(to.x(), to.y(), 0) / to.z();
      EXPECT_LT((leg.slope - (0.5 + stance / 2) * to_centre).norm(), 1e-9) << stance;
    }
  }
}

TEST(SoleBalance, AFootOnItsHeelIsPressedThere) {
  const double up = 0.1;  // rad, toes
  StandingHuman human(-up);
  Now now = human.now();
  now.whole.com.x() = 2;  // the pressure is to be as far ahead as it may
  LegFramesMemory::Balance memory;
  human.balance().press_soles(now, memory);
  const PressedSoleSpec& sole = *human.spec.sole;
  EXPECT_NEAR(human.pressed_ahead(now, 0), sole.ball - up / 0.5 * (sole.ball - sole.heel), 1e-9);
  human.spec.sole->heel_rolls = up / 2;
  human.balance().press_soles(now, memory);
  EXPECT_NEAR(human.pressed_ahead(now, 0), sole.heel, 1e-9);
}

// After the push-off the knee bends until the foot lifts.
TEST(SoleBalance, ALegThatGivesItsLoadAwayGivesUpItsServos) {
  StandingHuman human;
  human.spec.sole->knee_slack = 0.9;
  human.plan.balance.lifts_slack = 0.6;
  Now now = human.now();
  now.legs[0].state = 0.55;  // of 0.6
  for (std::size_t k = 0; k < 2; ++k) human.balance().slacken(now, k);
  const LegChain &lifts = human.legs[0].chain, &stands = human.legs[1].chain;
  for (const int i : lifts.hip_swings) EXPECT_DOUBLE_EQ(now.slack[i], 0.6);
  EXPECT_DOUBLE_EQ(now.slack[lifts.knee.dof], 0.9 * 0.6);
  for (const int i : stands.hip_swings) EXPECT_EQ(now.slack[i], 0);
  EXPECT_EQ(now.slack[stands.knee.dof], 0);
}

TEST(SoleBalance, ServosOfALegThatLiftsBeginWithItsOwnAngles) {
  StandingHuman human;
  human.plan.balance.lift_eases = 0.1;
  LegFramesMemory memory;
  memory.balance.resize(1);
  const int knee = human.legs[0].chain.knee.dof;
  const auto tick = [&](bool swings) {
    Now now = human.now();
    now.aims[knee] = 0.3;
    now.rates[knee] = 2;
    now.legs[0].state = swings ? 0.7 : 0.5;
    if (swings) now.legs[0].swing = 0.25;
    human.balance().ease(now, memory);
    return Vec2(now.aims[knee], now.rates[knee]);
  };
  EXPECT_EQ(tick(false), Vec2(0.3, 2)) << "it stands";
  const Vec2 own(coordinate(human.model, human.q, knee), 0);
  EXPECT_LT((tick(true) - own).norm(), 1e-12) << "it lifts";
  human.sense.time += 0.2;
  EXPECT_EQ(tick(true), Vec2(0.3, 2)) << "long since";
}

}  // namespace
}  // namespace gambol::testing
