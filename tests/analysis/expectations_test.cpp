// Expectations on tracks made up so that what goes wrong, where and when is known.

#include <gmock/gmock.h>

#include <cmath>

#include "analysis/measures.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// A second at 1 kHz, 20 frames of it filmed. Leg `left` bears from 0.2 to 0.4 s and slides at 10
// mm/s; `right` bears all the time and stands. The trunk leans over from 0.5 s on, at 2 rad/s, and
// touches the ground from 0.8 s on.
class ExpectationsOf : public ::testing::Test {
 protected:
  ExpectationsOf() {
    CastSpec cast;
    cast.name = "biped";
    BodySpec trunk, hip;
    trunk.name = "trunk";
    hip.name = "left_hip";
    hip.parent = "trunk";
    cast.figure.bodies = {trunk, hip};
    shot_.motion.figures = {cast};
    shot_.motion.simulate_until = 1;
    poses_.fps = 20;
    poses_.frames = 20;
    poses_.samples_per_frame = 1;
    for (int k = 0; k <= 20; ++k) poses_.sample_times.push_back(k / 20.0);
    Channel q = channel("q", {"x", "y", "z", "qw", "qx", "qy", "qz", "left_hip"});
    Channel depth = channel("foot_depth", {"left", "right"});
    Channel slip =
        channel("foot_slip", {"left.x", "left.y", "left.z", "right.x", "right.y", "right.z"});
    Channel force = channel("ground_force", {"trunk", "left_foot"});
    for (int k = 0; k <= 1000; ++k) {
      const double t = k / 1000.0, lean = std::max(0.0, 2 * (t - 0.5));
      poses_.track_times.push_back(t);
      add(q, {0, 0, 0.02, std::cos(lean / 2), std::sin(lean / 2), 0, 0, t});
      const bool bears = k >= 200 && k <= 400;
      add(depth, {bears ? 1e-4 : 0, 1e-4});
      add(slip, {0.006, 0.008, 0, 0, 0, 0});
      add(force, {k >= 800 ? 0.005 : 0, 0.02});
    }
    poses_.channels = {q, depth, slip, force};
    poses_.marks = {{0.25, "kick", ""}, {0.7, "wire_3 broken", ""}};
  }
  static Channel channel(const std::string& name, std::vector<std::string> columns) {
    return {"biped/" + name, "", "", std::move(columns), {}};
  }
  static void add(Channel& c, std::initializer_list<double> row) {
    c.values.insert(c.values.end(), row);
  }
  Measurement of(const ExpectSpec& e) {
    shot_.expect = {e};
    return measure(shot_, poses_).at(0);
  }
  static ExpectSpec slip(double max, std::vector<std::string> legs = {}) {
    ExpectSpec e;
    e.slip = SlipSpec{Place(), max, std::move(legs)};
    return e;
  }
  static ExpectSpec event(const std::string& mark, const std::string& touch = "") {
    ExpectSpec e;
    e.event = EventSpec{Place(), mark, touch, false};
    return e;
  }
  // The simulation came to an end at t.
  void end_at(double t) {
    const auto rows = static_cast<std::size_t>(std::lround(t * 1000)) + 1;
    poses_.failure = "it blew up";
    poses_.track_times.resize(rows);
    for (Channel& c : poses_.channels) c.values.resize(rows * c.width());
  }

  ShotSpec shot_;
  Poses poses_;
};

TEST_F(ExpectationsOf, SlipSaysWhichLegAndWhen) {
  const Measurement m = of(slip(0.001));
  EXPECT_FALSE(m.passed);
  EXPECT_NEAR(m.value, 2, 1e-9);
  EXPECT_EQ(m.why, "left slipped 2 mm from 0.2 s (frame 5) to 0.4 s (frame 9)");
  EXPECT_TRUE(of(slip(0.0021)).passed);
  EXPECT_TRUE(of(slip(0.001, {"ri*"})).passed);
}

TEST_F(ExpectationsOf, UprightSaysWhenBalanceWasLost) {
  ExpectSpec e;
  e.upright = UprightSpec{};
  e.upright->tilt = 0.301;
  EXPECT_EQ(of(e).why, "balance was lost at 0.651 s (frame 14): the root leans 17 deg");
  EXPECT_NEAR(of(e).value, 0.651, 1e-9);
  e.to = 0.6;
  EXPECT_TRUE(of(e).passed);
  e.upright->height = 0.03;
  EXPECT_THAT(of(e).why, HasSubstr("at 0 s (frame 1): the root is 20 mm high"));
}

TEST_F(ExpectationsOf, TouchingSaysWhatAndWhen) {
  ExpectSpec e;
  e.may_touch = {"*_foot"};
  EXPECT_EQ(of(e).why, "trunk touched the ground at 0.8 s (frame 17), with up to 5 mN");
  e.to = 0.7;
  EXPECT_TRUE(of(e).passed);
}

TEST_F(ExpectationsOf, EventsMustHappenInTheirTimeOrNever) {
  ExpectSpec kick = event("kick");
  EXPECT_TRUE(of(kick).passed);
  kick.from = 0.5;
  EXPECT_EQ(of(kick).why,
            "kick did not happen from 0.5 s (frame 11) to 1 s (frame 20), but at 0.25 s (frame 6)");
  kick.event->never = true;
  EXPECT_TRUE(of(kick).passed);
  ExpectSpec wires = event("wire_* broken");
  wires.event->never = true;
  EXPECT_EQ(of(wires).why, "wire_3 broken happened at 0.7 s (frame 15)");
  EXPECT_TRUE(of(event("", "trunk")).passed);
  ExpectSpec early = event("", "trunk");
  early.to = 0.5;
  EXPECT_THAT(of(early).why, HasSubstr("trunk touching the ground did not happen"));
}

TEST_F(ExpectationsOf, APoseSaysWhichJointsAreOff) {
  ExpectSpec e;
  e.pose = FinalPoseSpec{};
  e.pose->joints = {{Place(), "left_hip", 1.05}};
  EXPECT_TRUE(of(e).passed);
  EXPECT_NEAR(of(e).value, 0.05 / e.pose->tolerance, 1e-9);
  e.to = 0.5;
  EXPECT_EQ(of(e).why, "at 0.5 s (frame 11): left_hip is at 28.6 deg, not 60.2");
  e.pose->joints.clear();
  e.pose->height = 0.025;
  e.pose->rotate = {{'x', 0.5}};
  EXPECT_THAT(of(e).why, AllOf(HasSubstr("20 mm high, not 25"), HasSubstr("off by 29 deg")));
}

TEST_F(ExpectationsOf, NothingHoldsAfterTheSimulationEnded) {
  end_at(0.5);
  ExpectSpec e;
  e.upright = UprightSpec{};
  EXPECT_EQ(of(e).why, "the simulation came to an end at 0.5 s (frame 11)");
  e.to = 0.4;
  EXPECT_TRUE(of(e).passed);
  e.from = 0.7;
  e.to = 0.9;
  EXPECT_FALSE(of(e).passed);
  EXPECT_TRUE(of(event("kick")).passed);
  EXPECT_FALSE(of(event("wire_* broken")).passed && of(event("nothing")).passed);
  EXPECT_THAT(of(slip(0.001)).why, HasSubstr("left slipped"));
  ExpectSpec reported;
  reported.measure = "tilt";
  EXPECT_TRUE(of(reported).passed) << "only reported";
}

TEST_F(ExpectationsOf, TablesUseTheAuthorsName) {
  ExpectSpec e = slip(1);
  EXPECT_EQ(title(of(e)), "slip");
  e.name = "feet hold";
  EXPECT_EQ(title(of(e)), "feet hold");
}

}  // namespace
}  // namespace gambol
