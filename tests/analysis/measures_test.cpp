// Measures on tracks made up so that the answer is known.

#include "analysis/measures.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

namespace gambol {
namespace {

constexpr double pi = std::numbers::pi;

// A point that moves at 5 cm/s along a heading of 30 degrees, wiggling 1 mm across at 8 Hz, with
// two legs that step half a cycle apart, sampled at 1 kHz for two seconds.
struct Made {
  ShotSpec shot;
  Poses poses;
};

Channel channel(const std::string& name, std::vector<std::string> columns) {
  return {"ant/" + name, "", "", std::move(columns), {}};
}

Made made(double turn_rate = 0, double right_phase = 0.5) {
  Made m;
  CastSpec cast;
  cast.name = "ant";
  LegSpec left, right;
  left.name = "left";
  right.name = "right";
  right.side = Side::right;
  cast.figure.legs = {left, right};
  ControllerSpec gait;
  gait.name = "gait";
  gait.kind = OscillatorGaitSpec{};
  cast.controllers = {gait};
  m.shot.motion.figures = {cast};
  Channel q = channel("q", {"x", "y", "z", "qw", "qx", "qy", "qz"});
  Channel com = channel("com", {"x", "y", "z"});
  Channel steps = channel("gait", {"step/left", "step/right"});
  Channel force = channel("ground_force", {"body"});
  Channel torque = channel("joint_force", {"knee"});
  const double a = pi / 6;
  for (int k = 0; k <= 2000; ++k) {
    const double t = k / 1000.0;
    m.poses.track_times.push_back(t);
    const double along = 0.05 * t, across = 0.001 * std::sin(2 * pi * 8 * t);
    const double x = along * std::cos(a) - across * std::sin(a);
    const double y = along * std::sin(a) + across * std::cos(a);
    com.values.insert(com.values.end(), {x, y, 0.01});
    const double yaw = a + turn_rate * t;
    q.values.insert(q.values.end(), {x, y, 0.01, std::cos(yaw / 2), 0, 0, std::sin(yaw / 2)});
    const auto steps_now = [&](double phase) {
      const double cycle = 8 * t - phase + 1;
      return cycle - std::floor(cycle) < 0.4 ? 1.0 : 0.0;
    };
    steps.values.insert(steps.values.end(), {steps_now(0.1), steps_now(0.1 + right_phase)});
    force.values.push_back(k == 700 ? 0.002 : 0);
    torque.values.push_back(k == 900 ? -5e-6 : 1e-6);
  }
  m.poses.channels = {q, com, steps, force, torque};
  return m;
}

Measurement one(Made& m, ExpectSpec e) {
  m.shot.expect = {e};
  return measure(m.shot, m.poses).at(0);
}

ExpectSpec ask(const std::string& measure, const std::string& body = "") {
  ExpectSpec e;
  e.measure = measure;
  e.body = body;
  return e;
}

TEST(Measures, KnowSpeedAndWiggleAlongAnyHeading) {
  Made m = made();
  EXPECT_NEAR(one(m, ask("forward_speed")).value, 5, 1e-3);
  EXPECT_NEAR(one(m, ask("wiggle")).value, 1, 1e-2);
  EXPECT_NEAR(one(m, ask("commanded_stride_frequency")).value, 8, 1e-2);
  EXPECT_NEAR(one(m, ask("heading_kept")).value, 0, 1e-9);
}

TEST(Measures, KnowASteadyTurn) {
  Made m = made(10 * pi / 180);
  EXPECT_NEAR(one(m, ask("turn_rate")).value, 10, 1e-6);
  // The mean over the last stride of 125 ms lags the heading by half of it.
  EXPECT_NEAR(one(m, ask("heading_kept")).value, 20 - 10 * 0.0625, 0.02);
}

TEST(Measures, KnowHowFarApartLegsStep) {
  Made together = made(0, 0.0), apart = made(0, 0.5), late = made(0, 0.55);
  const double sample = 360 * 8 / 1000.0;  // degrees of a cycle between two samples
  EXPECT_NEAR(one(apart, ask("commanded_across_phase_error")).value, 0, sample);
  EXPECT_NEAR(one(late, ask("commanded_across_phase_error")).value, 18, sample);
  EXPECT_NEAR(one(together, ask("commanded_across_phase_error")).value, 180, sample);
}

// Three legs on each side that step for 40 ms, each `delay` after the one behind it, at 4 Hz.
Made wave(double delay) {
  Made m;
  CastSpec& cast = m.shot.motion.figures.emplace_back();
  cast.name = "ant";
  cast.controllers.emplace_back().name = "gait";
  Channel steps = channel("gait", {});
  for (int row : {0, 1, 2})
    for (Side side : {Side::left, Side::right}) {
      LegSpec& leg = cast.figure.legs.emplace_back();
      leg.side = side;
      leg.row = row;
      leg.name = (side == Side::left ? "left" : "right") + std::to_string(row);
      steps.columns.push_back("step/" + leg.name);
    }
  for (int k = 0; k <= 2000; ++k) {
    m.poses.track_times.push_back(k / 1000.0);
    for (const LegSpec& leg : cast.figure.legs) {
      const double offset = (2 - leg.row) * delay + (leg.side == Side::left ? 0 : 0.125);
      const double cycle = (k / 1000.0 - offset) * 4 + 10.0001;
      steps.values.push_back(cycle - std::floor(cycle) < 0.16 ? 1.0 : 0.0);
    }
  }
  m.poses.channels = {steps};
  return m;
}

TEST(Measures, KnowHowLongStepsLastAndInWhichOrderTheyCome) {
  Made forward = wave(0.05), tripod = wave(0.125), backward = wave(-0.05);
  EXPECT_NEAR(one(forward, ask("commanded_step_duration")).value, 40, 0.5);
  EXPECT_NEAR(one(forward, ask("commanded_step_variation")).value, 0, 1.01);
  EXPECT_NEAR(one(forward, ask("commanded_stance_duration", "left1")).value, 210, 0.5);
  EXPECT_NEAR(one(forward, ask("commanded_delay")).value, 50, 0.5);
  EXPECT_NEAR(one(tripod, ask("commanded_delay", "right2")).value, 125, 0.5);
  EXPECT_NEAR(one(backward, ask("commanded_delay")).value, 200,
              0.5);  // to the step of the next cycle
  EXPECT_EQ(one(forward, ask("commanded_wave_order")).value, 1);
  EXPECT_EQ(one(tripod, ask("commanded_wave_order")).value, 1);
  EXPECT_EQ(one(backward, ask("commanded_wave_order")).value, 0);
}

// A walk of 1 m over a hill 0.2 m high, one foot sliding at 0.1 m/s for a quarter of the two
// seconds.
TEST(Measures, KnowAHillAndWhatSlidesOnIt) {
  Made m = made();
  Channel com = channel("com", {"x", "y", "z"}),
          slip =
              channel("foot_slip", {"left.x", "left.y", "left.z", "right.x", "right.y", "right.z"});
  Channel breaks = channel("pad_breaks", {"left", "right"});
  for (int k = 0; k <= 2000; ++k) {
    const double s = k / 2000.0;
    com.values.insert(com.values.end(), {0.6 * s, 0.8 * s, 0.3 + 0.2 * std::sin(pi * s)});
    slip.values.insert(slip.values.end(), {0, 0, 0, 0, k < 500 ? -0.1 : 0, 0});
    breaks.values.insert(breaks.values.end(), {k < 1000 ? 3.0 : 5.0, 0});
  }
  m.poses.channels = {com, slip, breaks, m.poses.channels[3]};
  EXPECT_NEAR(one(m, ask("distance")).value, 100, 1e-9);
  EXPECT_NEAR(one(m, ask("climb")).value, 200, 1e-3);
  EXPECT_NEAR(one(m, ask("descent")).value, 200, 1e-3);
  EXPECT_NEAR(one(m, ask("foot_slip")).value, 0.05, 1e-3);
  EXPECT_NEAR(one(m, ask("foot_slip", "left")).value, 0, 1e-12);
  EXPECT_NEAR(one(m, ask("pad_breaks")).value, 1, 1e-12);
  EXPECT_NEAR(one(m, ask("dragged", "body")).value, 1 / 2001.0, 1e-12);
}

TEST(Measures, CannotMeasureThePhaseOfAStandingLeg) {
  Made m = made();
  for (double& v : m.poses.channels[2].values) v = 0;
  ExpectSpec e = ask("commanded_across_phase_error");
  e.max = 1;
  EXPECT_FALSE(one(m, e).passed);
}

TEST(Measures, SayWhatWasMissedAndWhen) {
  Made m = made();
  ExpectSpec e = ask("ground_force", "body");
  e.max = 0.001;
  const Measurement missed = one(m, e);
  EXPECT_FALSE(missed.passed);
  EXPECT_NEAR(missed.value, 2, 1e-9);  // mN
  EXPECT_NE(missed.why.find("0.700 s"), std::string::npos) << missed.why;
  e.max = 0.003;
  EXPECT_TRUE(one(m, e).passed);
}

TEST(Measures, SeeASpikeOfTorque) {
  Made m = made();
  EXPECT_NEAR(one(m, ask("torque_spike")).value, 5, 1e-9);
  EXPECT_NEAR(one(m, ask("peak_torque")).value, 5, 1e-9);  // uN*m
}

TEST(Measures, RefuseWhatTheyCannotKnow) {
  Made m = made();
  const auto complaint = [&](const ExpectSpec& e) -> std::string {
    try {
      one(m, e);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(complaint(ask("happiness")), HasSubstr("found happiness, expected one of "));
  EXPECT_THROW(one(m, ask("ground_force", "tail")), InputError);
  EXPECT_THROW(one(m, ask("foot_depth")), InputError);  // not recorded
  ExpectSpec late = ask("forward_speed");
  late.from = 5;
  EXPECT_THROW(one(m, late), InputError);
  ExpectSpec other = ask("forward_speed");
  other.figure = "bee";
  EXPECT_THAT(complaint(other), HasSubstr("found bee, expected the name of a figure of this shot"));
  m.shot.motion.figures[0].figure.legs[0].name = "tail";
  EXPECT_THAT(complaint(ask("commanded_stride_frequency")),
              HasSubstr("found tail, expected a leg that a gait moves"));
  m.shot.motion.figures.push_back(m.shot.motion.figures[0]);
  EXPECT_THAT(complaint(ask("forward_speed")), HasSubstr("expect.figure: found nothing, expected"));
}

}  // namespace
}  // namespace gambol
