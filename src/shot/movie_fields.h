#pragma once

// Every field of how frames become a file: of a shot's film and of a sequence's. See shot/field.h.

#include "shot/field.h"
#include "shot/movie_spec.h"
#include "shot/names.h"

namespace gambol {

template <class V>
void movie_fields(V& v, MovieSpec& m) {
  v.field("codec", m.codec,
          {.help = "of the movie: H.264 in MP4 plays everywhere, H.265 is 10 bit and smaller, "
                   "ProRes 422 HQ in MOV is for editing",
           .touches = Touches::movie});
  v.field(
      "crf", m.crf,
      {.help = "constant rate factor of H.264 (16 if not given) and H.265 (18): the higher, the "
               "smaller the file and the worse the picture; 6 more are about half the size",
       .min = 0,
       .max = 51,
       .touches = Touches::movie});
  v.field("key_every", m.key_every,
          {.help = "film time, at most, between frames that need no other to be shown: players "
                   "seek fast if it is short; 1 f makes all such",
           .dim = dim::time,
           .positive = true,
           .film_time = true,
           .touches = Touches::movie});
  v.field("poster", m.poster,
          {.help = "film time of the frame that stands for the film; its middle if not given",
           .dim = dim::time,
           .min = 0,
           .film_time = true,
           .touches = Touches::movie});
}

}  // namespace gambol
