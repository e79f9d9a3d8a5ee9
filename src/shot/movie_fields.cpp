// Every field of the encoding of a movie, for a shot's film and a sequence's. See schema/fields.h.

#include "schema/fields.h"
#include "shot/movie_spec.h"

namespace gambol {

void movie_fields(Fields& v, MovieSpec& m) {
  v.field("codec", m.codec,
          {.help = "codec of the movie: H.264 in MP4 plays everywhere, H.265 and AV1 are 10 bit "
                   "and smaller, ProRes 422 HQ in MOV is for editing, ProRes 4444 carries alpha, "
                   "GIF has 256 colours and no sound",
           .touches = Touches::movie});
  v.field("crf", m.crf,
          {.help = "constant rate factor of H.264 (default 16), H.265 (18) and AV1 (24); a higher "
                   "one gives a smaller file and a worse picture, about half the size for 6 more",
           .min = 0,
           .max = 51,
           .touches = Touches::movie});
  v.field("key_every", m.key_every,
          {.help = "longest film time between key frames; a short one lets players seek fast; 1 f "
                   "makes every frame a key frame",
           .dim = dim::time,
           .positive = true,
           .film_time = true,
           .touches = Touches::movie});
  v.field("poster", m.poster,
          {.help = "film time of the frame that represents the film; default: the middle",
           .dim = dim::time,
           .min = 0,
           .film_time = true,
           .touches = Touches::movie});
}

}  // namespace gambol
