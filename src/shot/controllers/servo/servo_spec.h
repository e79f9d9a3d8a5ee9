#pragma once

// A controller that moves named degrees of freedom of joints along curves, or to a pose of the
// figure.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "figure/drive.h"
#include "schema/names.h"
#include "shot/controllers/controller_trait.h"

namespace gambol {

struct ServoJointSpec {
  Place place;
  std::string name;         // of a joint or degree of freedom, or a pattern
  std::optional<Curve> to;  // rad or m over simulated time; default: the pose's, else the initial
  std::optional<double> stiffness, damping;  // default: the servo's
  std::optional<Curve> torque;
};
void fields(Fields& v, ServoJointSpec& of);

// What is measured, positive towards the side of the leg that has come down: the lean of the leg's
// first foot, the speed of the root's origin across the root's heading, or that heading, from the
// world's x axis.
enum class FeedbackOf { lean, sideways_speed, heading };
template <>
inline constexpr auto names_of<FeedbackOf> = named<FeedbackOf>({
    {"lean", FeedbackOf::lean},
    {"sideways_speed", FeedbackOf::sideways_speed},
    {"heading", FeedbackOf::heading},
});

// Once in every step, `after` a time from when a leg comes down, all joints of the servo are
// commanded to be `gain` times (what is measured then, less `around`) beyond where their curves
// have them, until the same is measured of the next leg. Several of these add up. (Kuo,
// "Stabilization of lateral motion in passive dynamic walking", 1999, places feet in this way.)
struct ServoFeedbackSpec {
  Place place;
  std::string legs = "*";  // names or patterns
  FeedbackOf of = FeedbackOf::lean;
  double after = 0;   // s
  double around = 0;  // rad or m/s: of what is measured, that leaves the joints on their curves
  double gain = 0;    // rad or m, per rad or m/s
};
void fields(Fields& v, ServoFeedbackSpec& of);

// Of several joints that mean one degree of freedom, the last that writes a field counts.
struct ServoSpec {
  std::string pose;                    // of the figure; may be empty
  std::vector<ServoJointSpec> joints;  // in addition to those of the pose
  double stiffness = 0;                // N*m per rad, or N/m
  double damping = 0;                  // N*m*s, or N*s/m
  Curve torque = Curve(0.0);           // feed-forward over simulated time, N*m or N
  Drive drive = Drive::dynamic;        // or led
  double over = 0;                     // s: from where the joints are at its start to the targets
  std::vector<ServoFeedbackSpec> feedback;
};
void fields(Fields& v, ServoSpec& of);
template <>
inline constexpr std::string_view variant_name<ServoSpec> = "servo";

template <>
struct ControllerTrait<ServoSpec> {
  static constexpr bool commands_steps = false, oscillates = false, reverses = false,
                        has_goals = false, keeps_stance = true;
  static void complete(const ControllerSpec&, ServoSpec&, Findings&) {}
  static void check(const ControllerSpec& c, const ServoSpec& servo, const ControlledFigure& figure,
                    Findings& findings);
  static CommandedDofs commands(const ServoSpec& servo, const FigureSpec& figure);
  static void check_set(const ServoSpec&, const FigureSpec&, const SetByCue&, Findings&) {}
  static bool vary(ServoSpec&, const Variation&) { return false; }
  static std::optional<FollowedPath> path(const ServoSpec&) { return {}; }
  static const GaitPlan* plan(const ServoSpec&) { return nullptr; }
  static std::vector<FrameOfLegs> frames(const ServoSpec&) { return {}; }
  static std::vector<std::string> programs(const ServoSpec&) { return {}; }
  static bool rests(const ServoSpec&, const std::string&) { return false; }
  static ReflexesOfSteps reflexes(ServoSpec&) { return {}; }
};

}  // namespace gambol
