// Every field of falls in a controller of leg frames. See schema/fields.h.

#include "shot/controllers/leg_frames/falls_spec.h"

namespace gambol {

void fields(Fields& v, CatchSpec& c) {
  v.field("gait", c.gait,
          {.help = "name of the gait of this skill by which it steps in place", .required = true});
  v.gone("over", "nothing: it goes over into standing in 0.7 of the period of its `gait`");
  v.gone("margin",
         "nothing: it topples within 0.022 of its hips' height of the border of its feet");
  v.gone("calm",
         "nothing: it stands again below 0.07 of the speed sqrt(g h), h being its hips' height");
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
  v.gone("strength", "nothing: servos keep a tenth of their stiffness");
}

}  // namespace gambol
