// Every field of a controller, whatever its kind. See schema/fields.h.

#include "shot/controllers/controller_box.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/controllers/controller_spec.h"
#include "shot/controllers/path_point.h"

namespace gambol {

void fields(Fields& v, PathPoint& p) {
  v.field("at", p.at, {.help = "point in world axes", .dim = dim::length, .required = true});
}

void fields(Fields& v, ControllerSpec& c) {
  v.field("name", c.name, {.help = "name for cues; default: the type's name"});
  v.field("tick", c.tick,
          {.help = "time between two ticks of the controller", .dim = dim::time, .positive = true});
  v.field("active", c.active,
          {.help = "whether the controller runs from the start; if not, a cue starts it"});
  v.variant("type", c.kind, {.help = "the style of control", .required = true});
}

}  // namespace gambol
