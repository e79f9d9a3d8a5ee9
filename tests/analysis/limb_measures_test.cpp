// How legs bend and feet are held, of a man whose joints are known.

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/made_up_man.h"

namespace gambol::testing {
namespace {

TEST(LimbMeasures, AKneeIsBentByTheAngleBetweenThighAndShank) {
  // The figure stands with knees bent by 12 degrees; its elbows by 15.
  MadeUp still = man([](const std::string&, double) { return 0; });
  EXPECT_NEAR(still.value("stance_flexion", "left_leg_4"), 12, 1e-6);
  EXPECT_NEAR(still.value("swing_flexion", "right_leg_4"), 12, 1e-6);
  EXPECT_NEAR(still.value("least_flexion", "left_arm_4"), 15, 1e-6);
}

TEST(LimbMeasures, AStanceEndsWhereTheOtherLegComesDownAndASwingHasTheRest) {
  MadeUp bends = man([](const std::string& joint, double t) {
    if (joint != "left_leg_4") return 0.0;
    const double s = since(t, Side::left);
    return (s < 0.4 ? 5 : s < 0.5 ? 8 : s < 0.6 ? 30 : 50) * pi / 180;
  });
  EXPECT_NEAR(bends.value("stance_flexion", "left_leg_4"), 20, 1e-6) << "not in double support";
  EXPECT_NEAR(bends.value("swing_flexion", "left_leg_4"), 62, 1e-6);
  EXPECT_NEAR(bends.value("stance_flexion", "right_leg_4"), 12, 1e-6);
}

// For the first quarter of its stride a knee is 10 degrees from where the curve has it.
TEST(LimbMeasures, AJointIsComparedWithACurveOverTheStrideOfItsLeg) {
  MadeUp made = man([](const std::string& joint, double t) {
    return joint == "left_leg_4" && since(t, Side::left) < 0.25 ? 10 * pi / 180 : 0.0;
  });
  const Model model = make_model(made.figure());
  ExpectSpec e;
  e.measure = "joint_curve_error";
  e.body = "left_leg_4";
  for (const auto& dof : model.dofs)
    if (dof.name == e.body) e.curve = Curve(dof.initial);
  EXPECT_NEAR(made.measured(e).value, 10 * std::sqrt(0.25), 1e-6);
  e.measure = "joint_curve_within";
  e.band = Curve(5 * pi / 180);
  EXPECT_NEAR(made.measured(e).value, 0.75, 1e-9);
  e.band = Curve(11 * pi / 180);
  EXPECT_NEAR(made.measured(e).value, 1, 1e-9);
  e.band.reset();
  EXPECT_TRUE(std::isnan(made.measured(e).value)) << "no band";
}

TEST(LimbMeasures, AFootPitchesAgainstItsInitialAttitude) {
  // The ankle lifts the toes by 20 degrees from shortly before the footfall, and drops them by 40
  // from shortly before the lift.
  MadeUp rolls = man([](const std::string& joint, double t) {
    if (joint != "left_leg_5") return 0.0;
    const double s = since(t, Side::left);
    return (s > 0.55 && s < 0.65 ? 40 : s < 0.05 || s > 0.95 ? -20 : 0) * pi / 180;
  });
  EXPECT_NEAR(rolls.value("strike_pitch", "left_leg_6"), 20, 1e-6);
  EXPECT_NEAR(rolls.value("lift_pitch", "left_leg_6"), 40, 1e-6);
  EXPECT_NEAR(rolls.value("strike_pitch", "right_leg_6"), 0, 1e-6);
}

TEST(LimbMeasures, ASwingThatIsNotWholeIsUnknown) {
  MadeUp still = man([](const std::string&, double) { return 0; });
  ExpectSpec e;
  e.measure = "swing_flexion";
  e.body = "left_leg_4";
  e.to = 0.5;
  const Measurement m = still.measured(e);
  EXPECT_TRUE(std::isnan(m.value));
  EXPECT_EQ(m.why, "no whole swing of left_leg");
}

}  // namespace
}  // namespace gambol::testing
