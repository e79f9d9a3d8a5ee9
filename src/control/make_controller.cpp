#include "control/kinematic_gait.h"
#include "control/motor_script.h"
#include "control/oscillator_gait.h"

namespace gambol {

std::unique_ptr<Controller> make_controller(const ControllerSpec& spec, const FigureSpec& figure,
                                            const Model& model,
                                            const std::vector<Actuator>& actuators) {
  if (const auto* gait = std::get_if<OscillatorGaitSpec>(&spec.kind)) {
    return std::make_unique<OscillatorGait>(*gait, figure, model, actuators);
  }
  if (const auto* gait = std::get_if<KinematicGaitSpec>(&spec.kind))
    return std::make_unique<KinematicGait>(*gait, figure, model, spec.tick);
  return std::make_unique<MotorScript>(figure, model, actuators);
}

}  // namespace gambol
