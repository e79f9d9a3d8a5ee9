#pragma once

// What the rest of the program asks of a controller, whatever its kind. Each kind answers in a
// specialisation of ControllerTrait beside its spec; an answer that is missing does not compile
// (controller_kind.cpp). Nobody else asks which kind a controller is.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/vec.h"

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
};

// A field of a controller that a cue sets.
struct SetByCue {
  std::string name;
  Place place;  // of the cue's `set`
};

// For a spec S it has:
//
//   commands_steps  whether it commands the steps of legs (output step/LEG)
//   oscillates      whether it has oscillators, whose flashes are recorded (output flash/LEG)
//   reverses        whether a cue can reverse legs
//   complete(controller, S&, findings)            fills in defaults that depend on other fields
//   check(controller, S, ControlledFigure, findings)
//   check_set(S, figure, SetByCue, findings)      a cue sets a settable field (Field::settable)
//   path(S)         the path that it follows, if any
//   plan(S)         the plan of a gait that is designed, else nullptr
//   reflexes(S&)    where its reflexes stand; nullptr if its kind has none
template <class S>
struct ControllerTrait;

}  // namespace gambol
