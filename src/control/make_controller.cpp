#include "control/controller_memory.h"
#include "control/kinematic_gait/kinematic_gait.h"
#include "control/oscillators/oscillator_gait.h"
#include "control/script/motor_script.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/controllers/controller_spec.h"

namespace gambol {
namespace {

struct Makings {
  const ControllerSpec& spec;
  const FigureSpec& figure;
  const Model& model;
  const std::vector<Actuator>& actuators;
};

// A kind without one does not compile.
std::unique_ptr<Controller> make(const OscillatorGaitSpec& gait, const Makings& m) {
  return std::make_unique<OscillatorGait>(gait, m.figure, m.model, m.actuators);
}
std::unique_ptr<Controller> make(const MotorScriptSpec&, const Makings& m) {
  return std::make_unique<MotorScript>(m.figure, m.model, m.actuators);
}
std::unique_ptr<Controller> make(const KinematicGaitSpec& gait, const Makings& m) {
  return std::make_unique<KinematicGait>(gait, m.figure, m.model, m.spec.tick);
}

static_assert(std::variant_size_v<ControllerMemoryKinds> ==
                  std::variant_size_v<ControllerKinds> + 1,
              "every kind of controller has a memory in control/controller_memory.h");

}  // namespace

std::unique_ptr<Controller> make_controller(const ControllerSpec& spec, const FigureSpec& figure,
                                            const Model& model,
                                            const std::vector<Actuator>& actuators) {
  const ControllerKinds& kinds = spec.kind.any();
  return std::visit(
      [&](const auto& kind) {
        return make(kind, {spec, figure, model, actuators});
      },
      kinds);
}

}  // namespace gambol
