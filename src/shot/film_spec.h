#pragma once

// How simulated time becomes a film, and of what size and shape.

#include "base/curve.h"
#include "base/error.h"
#include "schema/names.h"
#include "shot/frame_spec.h"
#include "shot/movie_spec.h"

namespace gambol {

// The mapping from simulated time to film, and its encoding.
struct FilmSpec {
  Place place;
  double fps = 24;
  double duration = 10;         // s of film
  bool bare_duration = false;   // was written without a unit; set by loading
  double preroll = 0;           // s simulated before the film's first frame
  Curve playback = Curve(1.0);  // simulated seconds per second of film, over film time
  int samples_per_frame = 4;    // recorded poses per frame, for the shutter
  int first_frame = 1;          // number of the first frame's files
  FrameSpec frame;
  MovieSpec movie;
};
void fields(Fields& v, FilmSpec& of);

}  // namespace gambol
