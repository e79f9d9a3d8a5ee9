// Every field of a controller, whatever its kind. See schema/fields.h.

#include "schema/fields.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/controllers/controller_spec.h"
#include "shot/controllers/path_point.h"

namespace gambol {

template <>
struct VariantOf<ControllerKind> {
  using Any = VariantOf<ControllerKinds>;
  static ControllerKinds& any(void* kind) { return static_cast<ControllerKind*>(kind)->any(); }
  static VariantType type() {
    static const VariantType any_type = Any::type();
    return {any_type.names,
            [](void* kind, std::size_t index) { any_type.choose(&any(kind), index); },
            [](const void* kind) {
              const ControllerKinds& kinds = static_cast<const ControllerKind*>(kind)->any();
              return kinds.index();
            },
            [](Fields& v, void* kind) { any_type.fields(v, &any(kind)); }};
  }
};

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
