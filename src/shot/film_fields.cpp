// Every field of a film. See schema/fields.h.

#include "schema/fields.h"
#include "shot/film_spec.h"

namespace gambol {

void fields(Fields& v, FilmSpec& f) {
  v.field("fps", f.fps, {.help = "frames per second of film", .max = 1000, .positive = true});
  v.frame_rate(f.fps);
  v.field("duration", f.duration,
          {.help = "duration of the film", .dim = dim::time, .positive = true, .film_time = true});
  v.field("preroll", f.preroll,
          {.help = "simulated time that passes before the first frame, so that the film begins in "
                   "the middle of a motion",
           .dim = dim::time,
           .min = 0});
  v.field("playback", f.playback,
          {.help = "simulated seconds per second of film, over film time; 1/20 is slow motion",
           .positive = true,
           .film_time = true});
  v.field("samples_per_frame", f.samples_per_frame,
          {.help = "recorded poses per frame, for the shutter", .min = 1, .max = 256});
  v.field("first_frame", f.first_frame,
          {.help = "number of the first frame: of its files, in --frames, in burn-ins, time codes "
                   "and USD; 1001 leaves room for frames before it",
           .min = 1,
           .max = 1'000'000,
           .touches = Touches::picture});
  frame_fields(v, f.frame);
  movie_fields(v, f.movie);
}

}  // namespace gambol
