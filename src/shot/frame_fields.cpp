// Every field of the size and shape of a film's pictures. See schema/fields.h.

#include "schema/fields.h"
#include "shot/frame_spec.h"

namespace gambol {

void frame_fields(Fields& v, FrameSpec& f) {
  // The size that follows from these counts, in the preset of a picture.
  v.field("resolution", f.resolution,
          {.help = "[width, height] of the pictures at full size, in pixels, even numbers; a "
                   "preset renders a share of it; default: [1280, 720]",
           .min = 2,
           .max = most_frame_side,
           .touches = Touches::nothing});
  v.field("aspect", f.aspect,
          {.help = "width over height of the picture as seen, the largest one within "
                   "`resolution`; default: that of `resolution`",
           .min = 0.05,
           .max = 20,
           .touches = Touches::nothing});
  v.field("pixel_aspect", f.pixel_aspect,
          {.help = "width over height of a pixel as seen; 2 for anamorphic pictures",
           .min = 0.1,
           .max = 10,
           .touches = Touches::picture});
}

}  // namespace gambol
