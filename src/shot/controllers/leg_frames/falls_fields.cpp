// Every field of falls in a controller of leg frames. See schema/fields.h.

#include "shot/controllers/leg_frames/falls_spec.h"

namespace gambol {

void fields(Fields& v, CatchSpec& c) {
  v.field("gait", c.gait,
          {.help = "name of the gait of this skill by which it steps in place", .required = true});
  v.field("margin", c.margin,
          {.help = "it topples if its capture point, where it would come to rest, is less far "
                   "within the feet that stand",
           .dim = dim::length});
  v.field("calm", c.calm,
          {.help = "speed of its hips below which it stands again, at the end of a stride",
           .dim = dim::speed,
           .positive = true});
  v.field("over", c.over,
          {.help = "time in which the numbers of the gait then go over into those of standing",
           .dim = dim::time,
           .positive = true});
}

void fields(Fields& v, LimpSpec& l) {
  v.field("turned", l.turned,
          {.help = "angle between the orientation of a leg frame that is to bear and the one that "
                   "is wanted, from which the figure has fallen",
           .dim = dim::angle,
           .required = true,
           .positive = true});
  v.field("height", l.height,
          {.help = "share of the height that is wanted of the hips of such a frame, below which "
                   "the figure has fallen",
           .min = 0,
           .max = 1});
  v.field("strength", l.strength,
          {.help = "factor of the stiffness of all servos then; that of their damping is its root",
           .min = 0,
           .max = 1});
}

}  // namespace gambol
