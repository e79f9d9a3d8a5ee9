// Every field of a file of fractions. See schema/fields.h.

#include "figure/fractions_spec.h"
#include "schema/fields.h"

namespace gambol {

void fields(Fields& v, FractionSegmentSpec& s) {
  v.field("name", s.name, {.help = "name of the segment, for messages"});
  v.field("bodies", s.bodies,
          {.help = "bodies that are scaled so that the segment has its length; `*` and `?` match "
                   "many. The segment begins at the joint of the first"});
  v.field("joints", s.joints,
          {.help = "instead of bodies: joints that are moved in their parents for it"});
  v.field("from", s.from, {.help = "joint at which the segment begins, instead"});
  v.field("to", s.to,
          {.help = "joint at which it ends; default: the far end of the solids of its bodies"});
  v.field("along", s.along,
          {.help = "with from or to: only the distance along this axis of the root counts; else "
                   "the length is the extent of the solids along it"});
  v.field("length", s.length,
          {.help = "length as a share of the person's height; default: as in the figure",
           .positive = true});
  v.field("mass", s.mass,
          {.help = "share of the person's mass that all bodies of the segment have together, of "
                   "both sides",
           .positive = true});
}

void fields(Fields& v, FractionsSpec& f) {
  v.field("about", f.about, {.help = "what is measured, and the source"});
  v.field("segments", f.segments,
          {.help = "segments, with their shares of height and mass",
           .required = true,
           .by_name = true});
}

}  // namespace gambol
