#include "figure/figure_spec.h"
#include "shot/controllers/script/motor_script_spec.h"

namespace gambol {

// Cues may run any motor program.
CommandedDofs ControllerTrait<MotorScriptSpec>::commands(const MotorScriptSpec&,
                                                         const FigureSpec& figure) {
  CommandedDofs all;
  for (const MotorProgramSpec& program : figure.motor_programs)
    for (const RampSpec& ramp : program.ramps) all.rests.push_back(ramp.joint);
  return all;
}

}  // namespace gambol
