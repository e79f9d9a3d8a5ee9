#pragma once

// What the rest of the program asks of a controller, whatever its kind. Each kind answers in a
// specialisation of ControllerTrait beside its spec; a missing answer does not compile
// (controller_box.h). Nobody else asks which kind a controller is.

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/ground_line.h"
#include "base/vec.h"
#include "schema/names.h"

namespace gambol {

class Findings;
struct ControllerSpec;
struct FigureSpec;
struct GaitPlan;
struct ReflexSpec;

// The figure that a controller commands, as its checks see it.
struct ControlledFigure {
  const FigureSpec* figure;  // nullptr: its file could not be read
  const std::vector<std::string>& lost_legs;
};

// A line on the ground that a figure walks along.
struct FollowedPath {
  std::vector<Vec3> points;  // m, W
  bool closed = false;
  std::optional<double> look_ahead;  // m along the line
  Spline spline = Spline::catmull_rom;
};

// Where the reflexes of a controller stand, and how long its steps take, in which they act.
struct ReflexesOfSteps {
  std::optional<ReflexSpec>* reflexes = nullptr;  // nullptr: its kind has none
  const Curve* step_time = nullptr;               // s
};

// How a member of a crowd differs from the others.
struct Variation {
  double size = 1;   // factor of its lengths: times go with the square root of it
  double speed = 1;  // factor, beside that
  double phase = 0;  // cycles by which it begins later in its gait
};

// A body that a controller holds upright by legs.
struct FrameOfLegs {
  std::string name, body;
  std::vector<std::string> legs;
};

// Names of the degrees of freedom of a figure (JointDof) that a controller commands.
struct CommandedDofs {
  std::vector<std::string> drives;  // whose drive or torque it commands
  std::vector<std::string> rests;   // whose springs' rest positions it commands
  // Whether it commands those of `drives` by torques, so that others may, too: by
  // ControllerSpec::weight.
  bool shares = false;
};

// A field of a controller that a cue sets.
struct SetByCue {
  std::string name;
  double value = 0;  // SI
  Place place;       // of the cue's `set`
  // What the cue sets together: names and values, this one too.
  std::vector<std::pair<std::string, double>> with = {};
};

// For a spec S it has:
//
//   commands_steps  whether it commands the steps of legs (output step/LEG)
//   oscillates      whether it has oscillators, whose flashes are recorded (output flash/LEG)
//   reverses        whether a cue can reverse legs
//   has_goals       whether it has a speed and a heading to keep, which are recorded
//   keeps_stance    whether a figure that it moves is to stay on its feet
//   complete(controller, S&, findings)            fills in defaults that depend on other fields
//   check(controller, S, ControlledFigure, findings)
//   commands(S, figure)                           see CommandedDofs
//   check_set(S, figure, SetByCue, findings)      a cue sets a settable field (Field::settable)
//   path(S)         the path that it follows, if any
//   plan(S)         the plan of a gait that is designed, else nullptr
//   vary(S&, variation)  makes it that of another member of a crowd; false if its kind cannot be
//   varied reflexes(S&)    see ReflexesOfSteps frames(S)       the bodies that it holds upright by
//   legs, see FrameOfLegs programs(S)     names of the motions of its own that cues run, besides
//   the figure's motor programs rests(S, name)  whether this one of them lets the figure down to
//   rest on more than its feet
template <class S>
struct ControllerTrait;

// A spec that can stand in the list of kinds: it has a name for authors (schema/names.h), fields
// (schema/fields.h), defaults, and all answers above.
template <class S>
concept DescribedKind = std::same_as<decltype(variant_name<S>), const std::string_view> &&
    std::copyable<S> && std::default_initializable<S> &&
    requires(Fields& v, S& s, const S& of, const ControllerSpec& controller,
             const ControlledFigure& on, const FigureSpec& figure, const SetByCue& set,
             const std::string& program, Findings& findings) {
  fields(v, s);
  { ControllerTrait<S>::commands_steps } -> std::convertible_to<bool>;
  { ControllerTrait<S>::oscillates } -> std::convertible_to<bool>;
  { ControllerTrait<S>::reverses } -> std::convertible_to<bool>;
  { ControllerTrait<S>::has_goals } -> std::convertible_to<bool>;
  { ControllerTrait<S>::keeps_stance } -> std::convertible_to<bool>;
  ControllerTrait<S>::complete(controller, s, findings);
  ControllerTrait<S>::check(controller, of, on, findings);
  { ControllerTrait<S>::commands(of, figure) } -> std::same_as<CommandedDofs>;
  ControllerTrait<S>::check_set(of, figure, set, findings);
  { ControllerTrait<S>::vary(s, Variation()) } -> std::same_as<bool>;
  { ControllerTrait<S>::path(of) } -> std::same_as<std::optional<FollowedPath>>;
  { ControllerTrait<S>::plan(of) } -> std::same_as<const GaitPlan*>;
  { ControllerTrait<S>::reflexes(s) } -> std::same_as<ReflexesOfSteps>;
  { ControllerTrait<S>::frames(of) } -> std::same_as<std::vector<FrameOfLegs>>;
  { ControllerTrait<S>::programs(of) } -> std::same_as<std::vector<std::string>>;
  { ControllerTrait<S>::rests(of, program) } -> std::same_as<bool>;
};

}  // namespace gambol
