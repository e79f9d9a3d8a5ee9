// Every field of a spectral controller. See schema/fields.h.

#include "schema/fields.h"
#include "shot/controllers/spectral/spectral_spec.h"

namespace gambol {

void fields(Fields& v, SpectralSpec& s) {
  v.field("waves", s.waves, {.help = "the waves that it plays; default: those of the figure"});
  v.field("period", s.period,
          {.help = "time of a cycle over simulated time, instead of that of the waves",
           .dim = dim::time,
           .positive = true,
           .settable = true});
  v.field("strength", s.strength,
          {.help = "factor of all amplitudes, over simulated time", .settable = true});
  v.field("over", s.over,
          {.help = "time from the start of the skill in which the amplitudes grow from 0",
           .dim = dim::time,
           .min = 0});
}

}  // namespace gambol
