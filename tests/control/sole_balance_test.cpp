// Parts of balance on soles, on figures/human_walker.yaml, which stands with all joints at 0.

#include "control/skills/sole_balance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "control/skills/sole_servos.h"
#include "dynamics/coordinates.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

using namespace skills;

struct StandingHuman {
  FigureSpec figure = load_figure(GAMBOL_SOURCE_DIR "/figures/human_walker.yaml");
  Model model = make_model(figure);
  Eigen::VectorXd q = initial_q(model, {Quat::Identity(), Vec3(0, 0, 1.2535)});
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.nv());
  Workspace work{model};
  std::vector<GroundContact> contacts;
  std::vector<Actuator> actuators;
  Goals goals;
  LegFramesSpec spec;
  StridePlan plan;
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
    LegFrameSpec frame;
    frame.body = "pelvis";
    for (const LegSpec& leg : figure.legs) frame.legs.push_back(leg.name);
    spec.frames = {frame};
  }
};

// What a tick knows of it: both feet bear, at the beginning of their stances.
struct Standing {
  const StandingHuman& human;
  Anatomy body{human.spec, human.figure, human.model};
  Soles soles{human.spec, body};
  SoleBalance balance{human.spec, body, soles};
  SoleServos servos{human.spec, body};
  Seen seen{.sense = human.sense, .forces = VirtualForces(human.model, human.work)};
  Wanted wanted;
  std::vector<LegStep> legs{body.legs.size()};
  Loads bearing;

  explicit Standing(const StandingHuman& of) : human(of) {
    wanted.gait.slow = &human.plan;
    wanted.period = 1;
    wanted.frames.resize(1);
    seen.frames.resize(1);
    seen.legs.resize(legs.size());
    bearing.legs.resize(legs.size());
    for (std::size_t k = 0; k < legs.size(); ++k) {
      const LegChain& chain = body.legs[k].chain;
      const Frame& X = human.work.bodies[static_cast<std::size_t>(chain.foot_body)].X_WB;
      seen.legs[k].foot = X.R * chain.p_foot + X.p;
      legs[k].duty = 0.6;
      bearing.legs[k].push = 0.5;
    }
    seen.whole = {Vec3(0.2, 0.01, 0.9), Vec3(1.2, 0, 0), 3.2};
  }
  Stepping now() const { return {seen, wanted, legs}; }
  void press() {
    SolesMemory memory;
    balance.press(now(), memory, bearing);
  }
  // How far ahead of the ankle, along the sole, the ground is to press on a leg.
  double pressed_ahead(std::size_t k) const {
    const LegChain& chain = body.legs[k].chain;
    const Mat3 turn = body.rest.turn(human.work, chain.foot_body);
    const Vec3 ankle = seen.legs[k].foot - turn * chain.ankle_to_foot;
    return (turn.transpose() * (bearing.legs[k].press - ankle)).x();
  }
};

TEST(SoleServos, StandingLegsTakeUpASwingsCoupleByDegrees) {
  StandingHuman human;
  const Standing at(human);
  SoleServosMemory memory;
  const auto taken_up = [&](const Vec3& swinging) {
    return at.servos.taken_up(at.now(), 0, swinging, memory);
  };
  const Vec3 couple(0, 100, 0);
  EXPECT_EQ(taken_up(couple), couple);
  human.plan.balance.swing_eases = 0.05;
  EXPECT_EQ(taken_up(Vec3::Zero()), Vec3(0, 0, 0));
  Vec3 taken;
  for (int tick = 0; tick < 5; ++tick) taken = taken_up(couple);
  EXPECT_NEAR(taken.y(), 100 * (1 - std::exp(-1)), 1e-9) << "after the time itself";
  // The leg has come down: what it asked for goes by degrees, too.
  EXPECT_NEAR(taken_up(Vec3::Zero()).y(), 100 * (1 - std::exp(-1)) * std::exp(-0.2), 1e-9);
}

TEST(SoleBalance, ForcesMeetAboveTheCentreOfMassAsTheStanceAsks) {
  StandingHuman human;
  human.plan.balance.through_centre.keys = {{0, 0.5}, {1, 1}};
  for (const double stance : {0.0, 0.5, 1.0}) {
    Standing at(human);
    for (LegStep& leg : at.legs) leg.state = stance * leg.duty * (1 - 1e-12);
    at.press();
    for (const LegBears& leg : at.bearing.legs) {
      const Vec3 to = at.seen.whole.com - leg.press;
      const Vec3 to_centre = Vec3(to.x(), to.y(), 0) / to.z();
      EXPECT_LT((leg.slope - (0.5 + stance / 2) * to_centre).norm(), 1e-9) << stance;
    }
  }
}

TEST(SoleBalance, AFootOnItsHeelIsPressedThere) {
  const double up = 0.1;  // rad, toes
  StandingHuman human(-up);
  const PressedSoleSpec& sole = *human.spec.sole;
  Standing at(human);
  at.seen.whole.com.x() = 2;  // the pressure is to be as far ahead as it may
  at.press();
  EXPECT_NEAR(at.pressed_ahead(0), sole.ball - up / 0.5 * (sole.ball - sole.heel), 1e-9);
  human.spec.sole->rolls = up / 2;  // of a raised heel
  at.press();
  EXPECT_NEAR(at.pressed_ahead(0), sole.ball - up / 0.5 * (sole.ball - sole.heel), 1e-9);
}

// After the push-off the knee bends until the foot lifts.
TEST(SoleServos, ALegThatGivesItsLoadAwayGivesUpItsServos) {
  StandingHuman human;
  human.spec.sole->knee_slack = 0.9;
  human.plan.balance.lifts_slack = 0.6;
  Standing at(human);
  at.legs[0].state = 0.55;  // of 0.6
  const int nv = human.model.nv();
  Torques torques{Eigen::VectorXd::Zero(nv), Eigen::VectorXd::Zero(nv)};
  for (std::size_t k = 0; k < 2; ++k) at.servos.slacken(at.now(), at.bearing.legs[k], k, torques);
  const LegChain &lifts = at.body.legs[0].chain, &stands = at.body.legs[1].chain;
  for (const int i : lifts.hip_swings) EXPECT_DOUBLE_EQ(torques.slack[i], 0.6);
  EXPECT_DOUBLE_EQ(torques.slack[lifts.knee.dof], 0.9 * 0.6);
  for (const int i : stands.hip_swings) EXPECT_EQ(torques.slack[i], 0);
  EXPECT_EQ(torques.slack[stands.knee.dof], 0);
}

TEST(SoleServos, ServosOfALegThatLiftsBeginWithItsOwnAngles) {
  StandingHuman human;
  human.plan.balance.lift_eases = 0.1;
  SoleServosMemory memory;
  int knee = 0;
  const auto tick = [&](bool swings) {
    Standing at(human);
    const int nv = human.model.nv();
    knee = at.body.legs[0].chain.knee.dof;
    Aims aims{Eigen::VectorXd::Zero(nv), Eigen::VectorXd::Zero(nv)};
    aims.angles[knee] = 0.3;
    aims.rates[knee] = 2;
    at.legs[0].state = swings ? 0.7 : 0.5;
    if (swings) at.legs[0].swing = 0.25;
    at.servos.ease(at.now(), memory, aims);
    return Vec2(aims.angles[knee], aims.rates[knee]);
  };
  EXPECT_EQ(tick(false), Vec2(0.3, 2)) << "it stands";
  const Vec2 own(coordinate(human.model, human.q, knee), 0);
  EXPECT_LT((tick(true) - own).norm(), 1e-12) << "it lifts";
  human.sense.time += 0.2;
  EXPECT_EQ(tick(true), Vec2(0.3, 2)) << "long since";
}

}  // namespace
}  // namespace gambol::testing
