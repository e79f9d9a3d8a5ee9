// Angles and powers of joints over the stride of their leg, of a man whose joints are known.

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/made_up_man.h"

namespace gambol::testing {
namespace {

ExpectSpec asked(const std::string& measure, const std::string& body) {
  ExpectSpec e;
  e.measure = measure;
  e.body = body;
  return e;
}

double angle_at(MadeUp& made, const std::string& joint, double share) {
  ExpectSpec e = asked("stride_angle", joint);
  e.share = share;
  return made.measured(e).value;
}

double initial(const MadeUp& made, const std::string& joint) {
  const Model model = make_model(made.shot.motion.figures[0].figure);
  return model.dofs[static_cast<std::size_t>(model.dof_of(joint))].initial;
}

// The left knee swings about its initial angle by 17 degrees, twice in a stride of its own leg.
double swung(double share) { return 0.3 * std::sin(4 * pi * share + 0.4); }
MadeUp swinging() {
  return man([](const std::string& joint, double t) {
    return joint == "left_leg_4" ? swung(since(t, Side::left)) : 0.0;
  });
}

TEST(JointStrideMeasures, AnAngleIsThatAtAShareOfTheStrideOfTheJointsOwnLeg) {
  MadeUp made = swinging();
  const double at_rest = initial(made, "left_leg_4");
  for (const double share : {0.0, 0.1, 0.42, 0.65, 0.999})
    EXPECT_NEAR(angle_at(made, "left_leg_4", share), (at_rest + swung(share)) * 180 / pi, 0.3)
        << share;
  EXPECT_NEAR(angle_at(made, "left_leg_4", 1), angle_at(made, "left_leg_4", 0), 0.3)
      << "a stride ends where the next begins";
  EXPECT_NEAR(angle_at(made, "right_leg_4", 0.65), initial(made, "right_leg_4") * 180 / pi, 1e-9);
}

// Of two strides that differ, from 0.2 s and from 1.2 s, the mean.
TEST(JointStrideMeasures, AnglesAreMeansOfTheStrides) {
  MadeUp made = man([](const std::string& joint, double t) {
    if (joint != "left_leg_4") return 0.0;
    return (t < 1.2 ? 0.2 : 0.5) + 0.3 * since(t, Side::left);
  });
  const double at_rest = initial(made, "left_leg_4");
  EXPECT_NEAR(angle_at(made, "left_leg_4", 0.5), (at_rest + 0.35 + 0.15) * 180 / pi, 0.05);
}

TEST(JointStrideMeasures, ALegLiftsWhereItsForceEnds) {
  MadeUp made = swinging();
  const double at_rest = initial(made, "left_leg_4");
  EXPECT_NEAR(made.value("angle_at_lift", "left_leg_4"), (at_rest + swung(0.6)) * 180 / pi, 0.3);
}

TEST(JointStrideMeasures, AreUnknownWithoutAWholeStrideOrALift) {
  MadeUp made = swinging();
  ExpectSpec e = asked("stride_angle", "left_leg_4");
  EXPECT_EQ(made.measured(e).why, "no `share`");
  e.share = 0.5;
  e.from = 0.5;
  e.to = 1.5;  // one footfall
  EXPECT_EQ(made.measured(e).why, "no whole stride of left_leg");
  EXPECT_TRUE(std::isnan(made.measured(e).value));
  for (const char* measure : {"joint_power", "joint_power_time"}) {
    e.measure = measure;
    EXPECT_TRUE(std::isnan(made.measured(e).value));
  }
  e.measure = "angle_at_lift";
  e.from = 0.3;
  e.to = 0.7;  // it bears all the time
  EXPECT_EQ(made.measured(e).why, "left_leg never lifts");
  e.to = 0.1;
  e.from = 0;  // it is in the air
  EXPECT_EQ(made.measured(e).why, "no contact");
}

TEST(JointStrideMeasures, RefuseAJointThatIsPartOfNoLeg) {
  MadeUp made = swinging();
  EXPECT_THROW(angle_at(made, "left_arm_4", 0.5), InputError);
  EXPECT_THROW(made.value("joint_power", "left_arm_4"), InputError);
}

// A walker of 1 kg whose left ankle has two degrees of freedom. It comes down at 0.2 s, 1.2 s, ...
// From 50 to 52 % of the stride the ankle bends by 2 N*m at 3 rad/s, while its other axis is turned
// against 1 N*m at 4 rad/s; 10 N*m at -3 rad/s at 20 %, and 100 W for a millisecond at 80 %.
MadeUp pushing() {
  MadeUp made(0, 4);
  made.figure() = load_figure(GAMBOL_SOURCE_DIR "/figures/human_walker.yaml");
  made.bearing(1, 0.6, [](const LegSpec& leg) { return leg.side == Side::left ? 0.2 : 0.7; });
  const std::vector<std::string> joints{"left_talus.r1", "left_talus.r2"};
  const auto within = [](double t, double from, double to) {
    const double share = since(t, Side::left);
    return share > from && share < to;
  };
  made.with("joint_force", joints, [=](double t, std::size_t c) {
    if (c == 1) return within(t, 0.5, 0.52) ? -1.0 : 0.0;
    return within(t, 0.2, 0.22) ? 10.0 : within(t, 0.8045, 0.8055) ? 10.0 : 2.0;
  });
  return made.with("v", joints, [=](double t, std::size_t c) {
    if (!within(t, 0.5, 0.52))
      return c == 1 ? 0.0 : within(t, 0.2, 0.22) ? -3.0 : within(t, 0.8045, 0.8055) ? 10.0 : 0.0;
    return c == 1 ? 4.0 : 3.0;
  });
}

TEST(JointStrideMeasures, APowerIsThatOfAllDegreesOfFreedomInMeansOverHundredths) {
  MadeUp made = pushing();
  // 100 W for 1 of 10 ms counts as 10 W.
  EXPECT_NEAR(made.value("joint_power", "left_talus"), 10, 1.5);
  EXPECT_NEAR(made.value("joint_power_time", "left_talus"), 0.805, 0.011);
  EXPECT_NEAR(made.value("joint_power", "left_talus.r2"), 0, 1e-9);
  made.poses.figures[0].mass = 2;
  EXPECT_NEAR(made.value("joint_power", "left_talus"), 5, 0.75) << "per mass";
}

TEST(JointStrideMeasures, AxesOfAJointCanTakeFromEachOther) {
  MadeUp made = pushing();
  for (Channel& c : made.poses.channels)
    if (c.name == "bug/joint_force")
      for (std::size_t k = 0; k < c.values.size(); k += 2)
        if (c.values[k] > 5) c.values[k] = 0;  // neither the blow nor what is taken in
  EXPECT_NEAR(made.value("joint_power", "left_talus"), 2 * 3 - 1 * 4, 0.4);
  EXPECT_NEAR(made.value("joint_power_time", "left_talus"), 0.51, 0.011);
  EXPECT_NEAR(made.value("joint_power", "left_talus.r1"), 2 * 3, 1);
}

}  // namespace
}  // namespace gambol::testing
