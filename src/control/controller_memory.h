#pragma once

// The memory of a controller of any kind.

#include "control/controller_plug.h"
#include "control/kinematic_gait/led_memory.h"
#include "control/oscillators/oscillator_memory.h"
#include "control/script/script_memory.h"
#include "control/servo/servo_memory.h"
#include "control/skills/leg_frames_memory.h"
#include "control/spectral/spectral_memory.h"
#include "shot/controllers/controller_kind.h"

namespace gambol {

using ControllerMemoryKinds = MemoryOf<ControllerKinds>::Any;

// A struct of its own, so that controllers can be declared without knowing any kind.
struct ControllerMemory : ControllerMemoryKinds {
  using ControllerMemoryKinds::variant;
};

}  // namespace gambol
