// A led walk whose quantities cues set while it goes on.

#include <gtest/gtest.h>

#include <algorithm>

#include "control/controller_memory.h"
#include "control/kinematic_gait/kinematic_gait.h"
#include "control/kinematic_gait/led_walk.h"
#include "support/led_walker.h"

namespace gambol::testing {
namespace {

GaitSetting to(const std::string& field, double from, double value, double at, double over) {
  return {field, at, {at, at + over, from, value}};
}

// Goes on by `ticks`; look(posture, memory) sees each.
template <class Look>
Eigen::VectorXd go_on(const LedWalker& w, WalkMemory& m, Eigen::VectorXd q, int ticks,
                      Look&& look) {
  for (int k = 0; k < ticks; ++k) {
    const LedPosture posture = w.walk.run({w.world, {}, q}, m);
    q = posture.q;
    look(posture, m);
  }
  return q;
}
const auto nothing = [](const LedPosture&, const WalkMemory&) {};

TEST(GaitSettings, GoFromTheOldValueToTheNewOneWithoutJumps) {
  GaitSettings set;
  EXPECT_EQ(set.at("height", 1, Curve(0.3)), 0.3);
  set.all.push_back(to("height", 0.3, 0.1, 2, 0.5));
  EXPECT_EQ(set.at("height", 2, 9.0), 0.3);
  EXPECT_NEAR(set.at("height", 2.25, 9.0), 0.2, 1e-12);
  EXPECT_EQ(set.at("height", 3, 9.0), 0.1);
  EXPECT_EQ(set.at("pitch", 3, 9.0), 9);
  EXPECT_NEAR(set.at("height", 2.005, 9.0), 0.3, 1e-4);  // it begins with zero slope
}

TEST(GaitScore, FollowsWhatCuesSet) {
  const LedWalker w(legged(4, 9), trot_spec());
  GaitSettings set;
  set.all = {to("period", 0.5, 0.8, 1, 1), to("body_speed", 0.88, 0.4, 1, 1)};
  EXPECT_EQ(w.score.times(1, set).period, 0.5);
  EXPECT_NEAR(w.score.times(2, set).period, 0.8, 1e-12);
  EXPECT_NEAR(w.score.times(2, set).body_speed, 0.4, 1e-12);
  EXPECT_NEAR(w.score.times(2, set).duty_factor, 0.45, 1e-12);  // the pattern's still
  EXPECT_NEAR(w.score.longest_cycle(set) / w.score.longest_cycle(), 0.8 / 0.5, 1e-9);
  set.all.push_back(to("duty_factor", 0.45, 0.6, 1, 1));
  EXPECT_NEAR(w.score.duty_factor(2, 2, set), 0.6, 1e-12);
}

TEST(LedWalk, PlannedAnewWithoutAChangeGoesOnToTheBit) {
  const LedWalker w(legged(4, 9), trot_spec());
  WalkMemory m = w.walk.begin(w.start);
  const Eigen::VectorXd q = go_on(w, m, w.led.posture, 130, nothing);
  WalkMemory again = m;
  w.walk.change(w.world, {}, again);
  EXPECT_EQ(go_on(w, again, q, 300, nothing), go_on(w, m, q, 300, nothing));
}

TEST(LedWalk, PlannedAnewKeepsWhatLiesBeforeTheChange) {
  const LedWalker w(legged(4, 9), trot_spec());
  WalkMemory m = w.walk.begin(w.start);
  Eigen::VectorXd q = go_on(w, m, w.led.posture, 130, nothing);
  WalkMemory changed = m;
  const double t = w.walk.time_of(m.posed, m);
  GaitSettings set;
  set.all = {to("body_speed", 0.88, 0.5, t + 0.25, 0.4)};
  w.walk.change(w.world, set, changed);
  const auto p_at = [](const WalkMemory& of, double at) { return of.plan.ring.at(at).p; };
  for (double s : {-0.2, 0.0, 0.1, 0.24}) EXPECT_EQ(p_at(changed, t + s), p_at(m, t + s)) << s;
  EXPECT_GT((p_at(changed, t + 0.8) - p_at(m, t + 0.8)).norm(), 0.01);
  LedPosture last, later;
  q = go_on(w, changed, q, 300, [&](const LedPosture& p, const WalkMemory&) { last = p; });
  go_on(w, changed, q, 125, [&](const LedPosture& p, const WalkMemory&) { later = p; });
  EXPECT_NEAR((later.trunk - last.trunk).x() / (125 * LedWalker::tick), 0.5, 0.01);
}

// A cue in the middle of swings and turns: no foot jumps, and all land where they were going.
TEST(LedFeet, InTheAirLandWhereTheyWereGoing) {
  const LedWalker w(legged(4, 9), trot_spec());
  for (int ticks : {130, 145, 160}) {
    WalkMemory m = w.walk.begin(w.start);
    Eigen::VectorXd q = go_on(w, m, w.led.posture, ticks, nothing);
    GaitSettings set;
    const double t = w.walk.time_of(m.posed, m);
    // Sooner than a gait would begin to change: the body is elsewhere when the feet land.
    set.all = {to("body_speed", 0.88, 2, t, 0.1), to("direction", 0, 0.8, t, 0.1)};
    const FeetMemory before = m.feet;
    std::vector<FootTarget> last = w.walk.at(w.world, m).feet;
    w.walk.change(w.world, set, m);
    const std::vector<FootTarget> now = w.walk.at(w.world, m).feet;
    int in_air = 0, landed = 0;
    for (std::size_t leg = 0; leg < 4; ++leg) {
      EXPECT_LT((now[leg].tip - last[leg].tip).norm(), 1e-9);
      in_air += !before.feet[leg].stands;
    }
    std::vector<char> told(4, 0);
    go_on(w, m, q, 60, [&](const LedPosture&, const WalkMemory& at) {
      const std::vector<FootTarget> feet = w.walk.at(w.world, at).feet;
      for (std::size_t leg = 0; leg < 4; ++leg) {
        EXPECT_LT((feet[leg].tip - last[leg].tip).norm(), 0.03) << leg;
        if (!before.feet[leg].stands && at.feet.feet[leg].stands && !told[leg]) {
          told[leg] = 1;
          ++landed;
          EXPECT_EQ(at.feet.feet[leg].at, before.feet[leg].next);
          // It comes down there: its last place in the air is near.
          EXPECT_LT((last[leg].tip - feet[leg].tip).norm(), 3e-3);
        }
      }
      last = feet;
    });
    EXPECT_EQ(landed, in_air);
    EXPECT_GT(in_air, 0);
  }
}

// Legs that take longer need a plan that reaches farther.
TEST(BodyPlan, HoldsTheLongerCyclesThatACueSets) {
  const LedWalker w(legged(4, 9), trot_spec());
  WalkMemory m = w.walk.begin(w.start);
  Eigen::VectorXd q = go_on(w, m, w.led.posture, 130, nothing);
  const std::size_t before = m.plan.ring.ring.size();
  GaitSettings set;
  const double t = w.walk.time_of(m.posed, m);
  set.all = {to("period", 0.5, 1.5, t + 0.25, 0.5)};
  const BodyAhead behind = m.plan.ring.at(t - 0.2);
  w.walk.change(w.world, set, m);
  EXPECT_GT(m.plan.ring.ring.size(), 2 * before);
  EXPECT_EQ(m.plan.ring.at(t - 0.2).p, behind.p);
  double most = 0;
  q = go_on(w, m, q, 1000, [&](const LedPosture& p, const WalkMemory&) {
    for (double missing : p.missing) most = std::max(most, missing);
  });
  EXPECT_LT(m.feet.clock.legs[0].period(), 1.7);
  EXPECT_GT(m.feet.clock.legs[0].period(), 1.3);
}

TEST(BodyPlan, AllowsWhatEachStandingFootCanGive) {
  KinematicGaitSpec spec = trot_spec();
  spec.foot_force = 0.6;
  spec.legs.emplace_back();
  spec.legs[0].legs = {"left0", "right1"};  // a pair of the trot
  spec.legs[0].foot_force = 0.1;
  const LedWalker w(legged(4, 9), spec);
  WalkMemory m = w.walk.begin(w.start);
  std::vector<double> allowed;
  go_on(w, m, w.led.posture, 200, [&](const LedPosture& p, const WalkMemory&) {
    double sum = 0;
    for (std::size_t leg = 0; leg < 4; ++leg) {
      const std::string& name = w.figure.legs[leg].name;
      if (!p.swings[leg]) sum += name == "left0" || name == "right1" ? 0.1 : 0.6;
    }
    EXPECT_NEAR(p.allowed, sum * 9.81, 1e-9);
    allowed.push_back(sum);
  });
  EXPECT_NEAR(*std::max_element(allowed.begin(), allowed.end()), 1.2, 1e-9);
}

TEST(LedWalk, LiftsItsFeetHigherAsACueSays) {
  const LedWalker w(legged(4, 9), trot_spec());
  const auto highest = [&](const GaitSettings& set) {
    WalkMemory m = w.walk.begin(w.start);
    Eigen::VectorXd q = go_on(w, m, w.led.posture, 130, nothing);
    w.walk.change(w.world, set, m);
    double most = 0;
    go_on(w, m, q, 250, [&](const LedPosture&, const WalkMemory& at) {
      for (const FootTarget& foot : w.walk.at(w.world, at).feet)
        most = std::max(most, foot.tip.z());
    });
    return most;
  };
  GaitSettings set;
  set.all = {to("lift", 1, 1.5, 0.5, 0.1)};
  EXPECT_NEAR(highest({}), 0.06, 0.002);
  EXPECT_NEAR(highest(set), 0.09, 0.003);
}

// The controller alone, tick after tick, with what cues have set.
struct Led {
  LedWalker w{legged(4, 9), trot_spec()};
  KinematicGait gait{w.spec, w.figure, w.model, LedWalker::tick};
  ControllerMemory memory = gait.start();
  Command command;
  Goals goals;
  Workspace work{w.model};
  std::vector<GroundContact> contacts;
  std::vector<Actuator> actuators;
  Eigen::VectorXd q = w.led.posture, v = Eigen::VectorXd::Zero(w.model.nv());
  long ticks = 0;
  Led() {
    command.drives.assign(static_cast<std::size_t>(w.model.nv()), Drive::dynamic);
    command.outputs.resize(gait.outputs().size());
    work.gravity = w.world.gravity;
  }
  double time() const { return static_cast<double>(ticks) * LedWalker::tick; }
  const LedMemory& led() const { return std::get<LedMemory>(memory); }
  void tick() {
    const Sense sense{time(),
                      ticks == 0 ? 0 : LedWalker::tick,
                      w.model,
                      q,
                      v,
                      work,
                      contacts,
                      actuators,
                      goals,
                      w.world.ground,
                      w.world.friction};
    gait.tick(sense, memory, command);
    q = command.motion.q1;
    v = command.motion.v1;
    ++ticks;
  }
  void cue(const std::string& field, double value, double over) {
    gait.obey(SetField{field, 0, value, over}, time(), memory, goals);
  }
};

TEST(KinematicGait, FollowsCuesFromHalfACycleOnAndSmoothly) {
  Led led;
  while (led.ticks < 200) led.tick();
  const double t = led.time();
  led.cue("body_speed", 0.5, 0.1);
  led.cue("duty_factor", 0.6, 0);
  const Eigen::VectorXd v = led.v;
  led.tick();
  const GaitSettings& set = led.led().walk.set;
  ASSERT_EQ(set.all.size(), 2u);
  EXPECT_EQ(set.all[0].way.from, 0.88);  // what the gait has
  EXPECT_EQ(set.all[1].way.from, 0.45);  // the pattern's
  EXPECT_NEAR(set.all[0].way.t0 - t, 0.25, 3 * LedWalker::tick);
  EXPECT_GT(set.all[1].way.t1 - set.all[1].way.t0, 0.3);  // not at once
  // As much as from any tick to the next.
  EXPECT_LT((led.v - v).head<3>().norm(), 0.1);
  EXPECT_EQ(led.led().carry.carried > led.led().walk.posed, true);
  const GaitSettings kept = set;
  Eigen::VectorXd before = led.v;
  while (led.ticks < 500) {
    led.tick();
    EXPECT_LT((led.v - before).head<3>().norm(), 0.12);
    before = led.v;
  }
  EXPECT_EQ(led.led().walk.set.all[0].way.t0, kept.all[0].way.t0);  // asked for once
  const double from = led.q.x(), at = led.time();
  while (led.ticks < 625) led.tick();
  EXPECT_NEAR((led.q.x() - from) / (led.time() - at), 0.5, 0.02);
  const LegClock& leg = led.led().walk.feet.clock.legs[0];
  EXPECT_NEAR(2 * leg.half_support / leg.period(), 0.6, 1e-9);
}

TEST(KinematicGait, BeginsWithWhatCuesSetBefore) {
  Led led;
  led.gait.obey(SetField{"body_speed", 0, 0.3, 1}, -5, led.memory, led.goals);
  led.tick();
  EXPECT_NEAR(led.led().walk.plan.ring.number(0).v.norm(), 0.3, 1e-9);
  const long known = led.led().walk.plan.here;
  led.tick();
  EXPECT_EQ(led.led().walk.set.all.size(), 1u);
  EXPECT_EQ(led.led().walk.plan.here, known + 1);
}

// A state that is stored and read again goes on alike, in the middle of a change.
TEST(KinematicGait, GoesOnAlikeFromACopyInTheMiddleOfAChange) {
  Led led;
  while (led.ticks < 150) led.tick();
  led.cue("direction", 0.6, 0.4);
  while (led.ticks < 190) led.tick();
  const ControllerMemory copy = led.memory;
  const Eigen::VectorXd q = led.q, v = led.v;
  while (led.ticks < 240) led.tick();
  const Eigen::VectorXd there = led.q;
  led.memory = copy;
  led.q = q;
  led.v = v;
  led.ticks = 190;
  while (led.ticks < 240) led.tick();
  EXPECT_EQ(led.q, there);
}

}  // namespace
}  // namespace gambol::testing
