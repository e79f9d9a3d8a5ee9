#include "shot/controllers/controller_box.h"
#include "shot/controllers/controller_kinds.h"

namespace gambol {

template class ControllerBox<ControllerKinds>;

}  // namespace gambol
