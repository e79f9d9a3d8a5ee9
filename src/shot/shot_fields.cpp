// The fields at the top of a shot file. See schema/fields.h.

#include "schema/fields.h"
#include "shot/shot_spec.h"

namespace gambol {

void fields(Fields& v, ShotSpec& s) {
  v.field("about", s.about, {.help = "description of the shot", .touches = Touches::nothing});
  v.field("extends", s.extends,
          {.help = "another shot, FILE or FILE@TAKE, that this one changes: mappings merge, lists "
                   "of named elements merge by name, everything else is replaced. Of several, each "
                   "changes those before it",
           .touches = Touches::nothing});
  v.field("without", s.without,
          {.help = "parts of the extended shot that are removed before the changes, such as "
                   "`expect` or `cues.walk`",
           .touches = Touches::nothing});
  v.field("takes", s.takes,
          {.help = "changes of this shot by name, run as FILE@TAKE", .touches = Touches::nothing});
  v.field("film", s.film, {.help = "mapping from simulated time to film, and its encoding"});
  fields(v, s.motion);
  v.field("camera", s.camera, {.help = "camera of the film", .touches = Touches::picture});
  v.field(
      "views", s.views,
      {.help = "several cameras in one frame, instead of `camera`; later views cover earlier ones",
       .touches = Touches::picture});
  v.field("background", s.background,
          {.help = "light where there is no view",
           .min = 0,
           .color = true,
           .touches = Touches::picture});
  v.field("overlays", s.overlays,
          {.help = "overlays that are drawn onto the frames of the film, in order",
           .known_by = "type",
           .touches = Touches::picture});
  v.field("look", s.look,
          {.help = "materials, lights, sky and ground: a look file, or `file:` and overrides",
           .or_as = "file",
           .touches = Touches::picture});
  v.field("starts", s.starts,
          {.help = "other beginnings of the shot, over which expectations measure",
           .touches = Touches::nothing});
  v.field("expect", s.expect,
          {.help = "measures to report and conditions that must hold",
           .known_by = expectations_known_by,
           .touches = Touches::nothing});
  v.field("tolerates", s.tolerates,
          {.help = "faults of `gambol mutate` that the expectations need not notice",
           .known_by = "fault",
           .touches = Touches::nothing});
}

}  // namespace gambol
