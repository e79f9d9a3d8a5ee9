#pragma once

// The memory of a controller of any kind.

#include <variant>

#include "control/kinematic_gait/led_memory.h"
#include "control/oscillators/oscillator_memory.h"
#include "control/script/script_memory.h"

namespace gambol {

using ControllerMemoryKinds =
    std::variant<std::monostate, OscillatorMemory, ScriptMemory, LedMemory>;

// A struct of its own, so that controllers can be declared without knowing any kind.
struct ControllerMemory : ControllerMemoryKinds {
  using ControllerMemoryKinds::variant;
};

}  // namespace gambol
