#pragma once

// The specs of all kinds in the list of controller_kind.h.

#include "shot/controllers/controller_kind.h"
#include "shot/controllers/kinematic_gait/kinematic_gait_spec.h"
#include "shot/controllers/leg_frames/leg_frames_spec.h"
#include "shot/controllers/oscillators/oscillator_gait_spec.h"
#include "shot/controllers/script/motor_script_spec.h"
#include "shot/controllers/servo/servo_spec.h"
#include "shot/controllers/spectral/spectral_spec.h"
