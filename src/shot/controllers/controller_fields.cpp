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
  v.field("skill", c.skill,
          {.help = "a skill of the actor's folder, `trot`, or of another's, `dog/trot`, which the "
                   "other keys change",
           .touches = Touches::nothing});  // what its file says is here, too
  v.field("extends", c.extends,
          {.help = "in a skill file: the skill beside it that this one changes",
           .touches = Touches::nothing});
  v.field("without", c.without,
          {.help = "in a skill file: parts of the extended skill that are removed first, as dotted "
                   "paths: gaits.gallop.pushed",
           .touches = Touches::nothing});
  v.field("with", c.with,
          {.help = "skills, such as acts, that add to this one: names as those of `skills`",
           .touches = Touches::nothing});
  v.field("rows", c.rows,
          {.help = "in a skill file: tables beside it (.npy) with what each of their rows adds to "
                   "the skill; a value or a key `=NAME` is that of the row in the column NAME",
           .any_dim = true,
           .touches = Touches::nothing});
  v.field("name", c.name, {.help = "name for cues; default: that of the skill, or the type"});
  v.field("tick", c.tick, {.help = "time between two ticks", .dim = dim::time, .positive = true});
  v.field("active", c.active, {.help = "whether it runs from the start; if not, a cue starts it"});
  v.field("weight", c.weight,
          {.help = "share of what it commands, over simulated time, in joints that skills before "
                   "it command, too: 1 takes them over",
           .min = 0,
           .max = 1});
  v.variant(
      "type", c.kind,
      {.help = "the style of control, unless `skill` names a file that has it", .required = true});
}

}  // namespace gambol
