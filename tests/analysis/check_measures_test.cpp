// What check says of measures before anything moves.

#include <gtest/gtest.h>

#include "analysis/measure_table.h"
#include "analysis/measures.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

class CheckedMeasures : public ::testing::Test {
 protected:
  CheckedMeasures() {
    CastSpec& bug = shot_.motion.figures.emplace_back();
    bug.name = "bug";
    for (const char* name : {"trunk", "hip", "foot"}) bug.figure.bodies.emplace_back().name = name;
    bug.figure.bodies[1].parent = "trunk";
    bug.figure.legs.emplace_back().name = "left";
    CastSpec& brick = shot_.motion.figures.emplace_back();
    brick.name = "brick";
    brick.figure.bodies.emplace_back().name = "box";
  }

  template <class Gait>
  Gait& led_by() {
    ControllerKind& kind = shot_.motion.figures[0].controllers.emplace_back().kind;
    kind = Gait();
    return *kind.as<Gait>();
  }

  std::string of(const std::string& measure, const std::string& figure = "bug",
                 const std::string& body = "", std::optional<Dimension> unit = {}) {
    ExpectSpec e;
    e.place = {"s.yaml", 3, 5};
    e.measure = measure;
    e.figure = figure;
    e.body = body;
    if (unit) {
      e.unit.emplace();
      e.unit->place = {"s.yaml", 3, 30};
      e.unit->key = "expect[0].min";
      e.unit->dimension = *unit;
    }
    shot_.expect = {e};
    std::string text;
    for (const Problem& p : problems_of_measures(shot_)) text += p.to_string() + "\n";
    return text;
  }

  ShotSpec shot_;
};

TEST_F(CheckedMeasures, RefuseBoundsOfAnotherDimension) {
  const auto expect_refused = [&](const std::string& measure, Dimension unit,
                                  const std::string& why) {
    EXPECT_EQ(of(measure, "bug", "", unit),
              "s.yaml:3:30: expect[0].min: found " + why + ", as " + measure + " is one\n");
  };
  expect_refused("distance", dim::mass, "a mass (kg), expected a length (m)");
  expect_refused("tilt", dim::length, "a length (m), expected an angle (rad)");
  expect_refused("forward_speed", dim::length, "a length (m), expected a speed (m/s)");
  expect_refused("degrees_of_freedom", dim::length, "a length (m), expected a number");
  EXPECT_EQ(of("forward_speed", "bug", "", dim::speed), "");
  EXPECT_EQ(of("pad_breaks", "bug", "", dim::frequency), "");
  EXPECT_EQ(of("turning", "bug", "", dim::angular_speed), "");
  EXPECT_EQ(of("vertical_acceleration"), "");
}

// A gap is measured to the recorded poses of all other figures.
TEST_F(CheckedMeasures, OfGapsNeedTheTracksOfAllFigures) {
  EXPECT_EQ(of("gap", "bug", "trunk"), "");
  shot_.motion.figures[1].is_tracked = false;
  EXPECT_EQ(of("gap", "bug", "trunk"),
            "s.yaml:3:5: expect[0].measure: found gap of \"bug\", expected a figure beside others "
            "that are recorded, as members of a crowd are that `crowd.members` names\n");
  EXPECT_EQ(of("distance"), "");
}

// What is displayed is what the unit says.
TEST_F(CheckedMeasures, AreDisplayedInTheUnitThatTheyName) {
  for (const Measure& m : all_measures()) {
    SCOPED_TRACE(m.name);
    EXPECT_NE(of(m.name, "bug", "", dim::density), "");
    const std::string unit = m.unit;
    const bool plain = unit.empty() || unit == "cycles";
    const double one = plain ? 1 : parse_quantity((unit[0] == '1' ? "" : "1 ") + unit).value;
    EXPECT_NEAR(one * m.per_si, 1, 1e-12);
  }
}

TEST_F(CheckedMeasures, NameTheBodyOrLegThatTheyAreOf) {
  EXPECT_EQ(of("clearance"),
            "s.yaml:3:5: expect[0].body: found nothing, expected a body of \"bug\" (trunk, hip or "
            "foot)\n");
  EXPECT_EQ(of("dragged", "bug", "trnk"),
            "s.yaml:3:5: expect[0].body: found \"trnk\", expected a body of \"bug\" (did you mean "
            "trunk?)\n");
  EXPECT_EQ(of("self_overlap", "bug", "h*") + of("self_overlap"), "");
  EXPECT_EQ(of("self_overlap", "bug", "trnk*"),
            "s.yaml:3:5: expect[0].body: found \"trnk*\", expected a body of \"bug\" or a pattern "
            "that matches some (did you mean trunk?)\n");
  EXPECT_EQ(of("ground_force", "bug", "foot"), "");
  EXPECT_EQ(of("duty_factor", "bug", "foot"),
            "s.yaml:3:5: expect[0].body: found \"foot\", expected a leg of \"bug\" (left)\n");
  EXPECT_EQ(of("duty_factor", "bug", "left"), "");
  EXPECT_EQ(of("foot_slip"), "");
  EXPECT_EQ(of("foot_slip", "bug", "foot"),
            "s.yaml:3:5: expect[0].body: found \"foot\", expected a leg of \"bug\" (left)\n");
  EXPECT_EQ(of("tilt", "bug", "foot"),
            "s.yaml:3:5: expect[0].body: found \"foot\", expected it beside measures of a body or "
            "leg: tilt is a measure of the figure\n");
}

// The hip and the foot, which has two degrees of freedom, are of the leg; the tail is not.
TEST_F(CheckedMeasures, NameAJointOfALeg) {
  FigureSpec& figure = shot_.motion.figures[0].figure;
  figure.bodies[2].parent = "hip";
  figure.bodies[2].joint.type = JointType::universal;
  figure.bodies.emplace_back().name = "tail";
  figure.bodies[3].parent = "trunk";
  figure.legs[0].feet = {"foot"};
  const std::string joint =
      ", expected a joint between a leg's base and foot of \"bug\" (hip, foot.r1 or foot.r2)\n";
  EXPECT_EQ(of("angle_at_lift", "bug", "foot.r2") + of("angle_at_lift", "bug", "hip"), "");
  EXPECT_EQ(of("angle_at_lift"), "s.yaml:3:5: expect[0].body: found nothing" + joint);
  for (const char* other : {"foot", "tail", "trunk", "left", "*"})
    EXPECT_EQ(of("angle_at_lift", "bug", other),
              "s.yaml:3:5: expect[0].body: found \"" + std::string(other) + "\"" + joint);
  EXPECT_EQ(of("joint_power", "bug", "foot") + of("joint_power_time", "bug", "foot.r1"), "");
  EXPECT_EQ(of("joint_power", "bug", "tail"),
            "s.yaml:3:5: expect[0].body: found \"tail\", expected a joint between a leg's base and "
            "foot of \"bug\" (hip, foot, foot.r1 or foot.r2)\n");
  EXPECT_EQ(of("torque_jump") + of("torque_jump", "bug", "foot") + of("torque_jump", "bug", "f*"),
            "")
      << "a joint's name means all its degrees of freedom";
  EXPECT_EQ(of("joint_range", "bug", "foot"), "");
  EXPECT_NE(of("torque_jump", "bug", "trnk"), "");
}

TEST_F(CheckedMeasures, TakeTheKeysThatTheyNeedAndNoOthers) {
  FigureSpec& figure = shot_.motion.figures[0].figure;
  figure.bodies[2].parent = "hip";
  figure.legs[0].feet = {"foot"};
  const auto check = [&](const std::string& measure, const std::string& body, const auto& change) {
    ExpectSpec e;
    e.place = {"s.yaml", 3, 5};
    e.measure = measure;
    e.figure = "bug";
    e.body = body;
    change(e);
    shot_.expect = {e};
    std::string text;
    for (const Problem& p : problems_of_measures(shot_)) text += p.to_string() + "\n";
    return text;
  };
  const auto nothing = [](ExpectSpec&) {};
  const auto share = [](ExpectSpec& e) { e.share = 0.65; };
  const auto curve = [](ExpectSpec& e) { e.curve = Curve(0.1); };
  const auto both = [](ExpectSpec& e) { e.curve = e.band = Curve(0.1); };
  EXPECT_EQ(check("stride_angle", "hip", share), "");
  EXPECT_EQ(check("stride_angle", "hip", nothing),
            "s.yaml:3:5: expect[0].share: found nothing, expected a share of the stride from 0 to "
            "1, for stride_angle\n");
  EXPECT_EQ(check("tilt", "", share),
            "s.yaml:3:5: expect[0].share: found `share` beside tilt, expected it beside "
            "stride_angle\n");
  EXPECT_EQ(check("joint_curve_error", "hip", curve), "");
  EXPECT_EQ(check("joint_curve_within", "hip", both), "");
  EXPECT_EQ(check("joint_curve_error", "hip", nothing),
            "s.yaml:3:5: expect[0].curve: found nothing, expected an angle over the share of a "
            "stride, for joint_curve_error\n");
  EXPECT_EQ(check("joint_curve_within", "hip", curve),
            "s.yaml:3:5: expect[0].band: found nothing, expected an angle over the share of a "
            "stride, for joint_curve_within\n");
  EXPECT_EQ(check("joint_curve_error", "hip", both),
            "s.yaml:3:5: expect[0].band: found `band` beside joint_curve_error, expected it beside "
            "joint_curve_within\n");
}

TEST_F(CheckedMeasures, SayWhatTheirFigureLacks) {
  const auto lacks = [](const std::string& measure, const std::string& what,
                        const std::string& figure = "bug") {
    return "s.yaml:3:5: expect[0].measure: found " + measure + " of \"" + figure +
           "\", expected a figure " + what + "\n";
  };
  EXPECT_EQ(of("flight", "brick"), lacks("flight", "with legs", "brick"));
  EXPECT_EQ(of("duty_factor", "brick"), lacks("duty_factor", "with legs", "brick"));
  EXPECT_EQ(of("peak_torque", "brick"), lacks("peak_torque", "with joints", "brick"));
  EXPECT_EQ(of("self_overlap", "brick"), lacks("self_overlap", "with joints", "brick"));
  EXPECT_EQ(of("energy_recovery", "brick"), lacks("energy_recovery", "with legs", "brick"));
  EXPECT_EQ(of("torque_jump", "brick"), lacks("torque_jump", "with joints", "brick"));
  EXPECT_EQ(of("steps_to_speed"), lacks("steps_to_speed", "with leg frames, which have goals"));
  EXPECT_EQ(of("heading_kept", "brick"), "");
  EXPECT_EQ(of("heading_kept"), lacks("heading_kept", "whose legs a gait moves"));
  EXPECT_EQ(of("commanded_stride_frequency"),
            lacks("commanded_stride_frequency", "whose legs a gait moves"));
  EXPECT_EQ(of("support_margin"), "");
  EXPECT_EQ(of("duty_factor_error"), lacks("duty_factor_error", "with a kinematic gait"));
  EXPECT_EQ(of("path_distance"), lacks("path_distance", "that follows a path"));
  led_by<OscillatorGaitSpec>();
  EXPECT_EQ(of("commanded_stride_frequency") + of("reflex_acts") + of("heading_kept"), "");
  EXPECT_EQ(of("path_distance"), lacks("path_distance", "that follows a path"));
  EXPECT_EQ(of("duty_factor_error"), lacks("duty_factor_error", "with a kinematic gait"));
  shot_.motion.figures[0].controllers[0].kind.as<OscillatorGaitSpec>()->path.emplace();
  EXPECT_EQ(of("path_distance"), "");
  shot_.motion.figures[0].controllers.clear();
  led_by<KinematicGaitSpec>().path.emplace();
  EXPECT_EQ(of("duty_factor_error") + of("path_travelled") + of("commanded_wave_order"), "");
  EXPECT_EQ(of("reflex_acts"), lacks("reflex_acts", "whose legs a gait of oscillators moves"));
}

TEST_F(CheckedMeasures, AreKnown) {
  EXPECT_NE(of("tlit").find("found \"tlit\", expected a measure: forward_speed, "),
            std::string::npos);
  EXPECT_NE(of("tlit").find(" (did you mean tilt?)"), std::string::npos);
}

}  // namespace
}  // namespace gambol
