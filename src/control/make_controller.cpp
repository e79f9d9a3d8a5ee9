#include "control/controller.h"
#include "control/controller_memory.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/controllers/controller_spec.h"

namespace gambol {

std::unique_ptr<Controller> make_controller(const ControllerSpec& spec, const FigureSpec& figure,
                                            const Model& model,
                                            const std::vector<Actuator>& actuators,
                                            std::uint64_t seed) {
  return make_any<Controller>(spec.kind.any(), {spec, figure, model, actuators, seed});
}

}  // namespace gambol
