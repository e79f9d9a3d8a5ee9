#pragma once

// The list of all kinds of controllers. A new kind adds its spec here, and its controller in
// control/controller_plugs.h.

#include <variant>

#include "shot/controllers/controller_kind.h"
#include "shot/controllers/kinematic_gait/kinematic_gait_spec.h"
#include "shot/controllers/oscillators/oscillator_gait_spec.h"
#include "shot/controllers/script/motor_script_spec.h"

namespace gambol {

using ControllerKinds = std::variant<OscillatorGaitSpec, MotorScriptSpec, KinematicGaitSpec>;

// A struct of its own, so that it can be declared without knowing any kind.
struct AnyController : ControllerKinds {
  using ControllerKinds::variant;
};

template <class S>
requires(!std::is_same_v<S, ControllerKind>) ControllerKind::ControllerKind(S spec)
    : ControllerKind(AnyController(std::move(spec))) {}

template <class S>
const S* ControllerKind::as() const {
  return std::get_if<S>(any_.get());
}
template <class S>
S* ControllerKind::as() {
  return std::get_if<S>(any_.get());
}

}  // namespace gambol
