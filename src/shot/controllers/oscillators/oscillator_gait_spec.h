#pragma once

// A gait of coupled oscillators (McKenna's MS thesis, MIT 1990, "seed 000", sections 3.2 and 4.6).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "schema/names.h"
#include "shot/controllers/controller_trait.h"
#include "shot/controllers/oscillators/reflex_spec.h"
#include "shot/controllers/path_point.h"

namespace gambol {

// How the gait is walked at one frequency. Between two paces the numbers are interpolated.
struct PaceSpec {
  Place place;
  double frequency = 0;              // Hz
  std::optional<double> speed;       // m/s that the figure reaches, for goal_speed
  std::optional<double> retraction;  // s that the stance program takes; default: the whole stance
  double gain = 1;                   // multiplies the strength of the springs
  double posture = 1;                // share of the posture's shifts
};
void fields(Fields& v, PaceSpec& of);

// Added to the targets that motor programs give some joints.
struct ShiftSpec {
  Place place;
  std::vector<std::string> joints;  // names or patterns
  double by = 0;                    // rad or m
};
void fields(Fields& v, ShiftSpec& of);

// A line on the ground to walk along.
struct PathSpec {
  Place place;
  std::vector<PathPoint> points;  // a smooth line goes through them, seen from above
  bool closed = false;            // returns to the first point; else the figure stops at the last
  double look_ahead = 0;          // m along the line to the point that the figure heads for
  double steer = 2;               // turn per radian between the heading and that point's bearing
};
void fields(Fields& v, PathSpec& of);

// Which joints of a leg make its stroke larger, smaller or the other way round.
enum class StrokeOf { upper_joint, leg };
template <>
inline constexpr auto names_of<StrokeOf> = named<StrokeOf>({
    {"upper_joint", StrokeOf::upper_joint},
    {"leg", StrokeOf::leg},
});

// Coupled oscillators with reflexes (McKenna's MS thesis, MIT 1990, "seed 000", sections 3.2
// and 4.6; "corpus" is the name of McKenna's 1990 program). One of `frequency`, `cycle_time`,
// `slowdown` and `goal_speed` sets the frequency.
struct OscillatorGaitSpec {
  std::optional<Curve> frequency;    // Hz over simulated time
  std::optional<Curve> cycle_time;   // s over simulated time
  std::optional<Curve> slowdown;     // top frequency / frequency: corpus's `speed`
  std::optional<Curve> goal_speed;   // m/s over simulated time, via paces or stride
  double stride = 0;                 // m travelled in one cycle
  std::optional<double> metabolism;  // s: default of step_time and delay
  double phase = 0;                  // cycles by which it begins later, 0 to 1
  Curve step_time = Curve(0.05);     // s: protraction
  Curve delay = Curve(0.05);         // s between the steps of neighbours on one side
  std::optional<Curve> retraction;   // s that the stance program takes; default: the whole stance
  std::optional<double> top_frequency;  // Hz; default: the tripod's, where a step is half a cycle
  double bottom_frequency = 0;          // Hz
  Curve gain = Curve(1.0);              // multiplies the strength of the springs of this gait
  std::vector<PaceSpec> paces;          // by rising frequency
  std::vector<ShiftSpec> posture;
  Curve turn = Curve(0.0);  // -1 (right) to 1 (left), over simulated time
  double turn_stroke = 1;   // share of the swing that a full turn takes or gives
  StrokeOf stroke_of = StrokeOf::upper_joint;
  std::optional<PathSpec> path;  // instead of turn
  std::optional<ReflexSpec> reflexes;
};
void fields(Fields& v, OscillatorGaitSpec& of);
template <>
inline constexpr std::string_view variant_name<OscillatorGaitSpec> = "oscillators";

template <>
struct ControllerTrait<OscillatorGaitSpec> {
  static constexpr bool commands_steps = true, oscillates = true, reverses = true,
                        has_goals = false, keeps_stance = true;
  static void complete(const ControllerSpec& c, OscillatorGaitSpec& gait, Findings& findings);
  static void check(const ControllerSpec& c, const OscillatorGaitSpec& gait,
                    const ControlledFigure& figure, Findings& findings);
  static CommandedDofs commands(const OscillatorGaitSpec&, const FigureSpec& figure);
  static void check_set(const OscillatorGaitSpec& gait, const FigureSpec& figure,
                        const SetByCue& set, Findings& findings);
  static bool vary(OscillatorGaitSpec& gait, const Variation& by);
  static std::optional<FollowedPath> path(const OscillatorGaitSpec& gait);
  static const GaitPlan* plan(const OscillatorGaitSpec&) { return nullptr; }
  static std::vector<FrameOfLegs> frames(const OscillatorGaitSpec&) { return {}; }
  static std::vector<std::string> programs(const OscillatorGaitSpec&) { return {}; }
  static bool rests(const OscillatorGaitSpec&, const std::string&) { return false; }
  static ReflexesOfSteps reflexes(OscillatorGaitSpec& gait) {
    return {&gait.reflexes, &gait.step_time};
  }
};

}  // namespace gambol
