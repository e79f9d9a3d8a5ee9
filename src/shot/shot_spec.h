#pragma once

// A shot file as its author wrote it. Plain data, in SI units and radians. The files that it names
// are loaded too. The data that motion depends on are separate from those of pictures, so that an
// edit of the camera needs no new simulation.

#include <string>
#include <vector>

#include "base/error.h"
#include "base/file_stamps.h"
#include "base/vec.h"
#include "schema/names.h"
#include "schema/values.h"
#include "shot/camera_spec.h"
#include "shot/expect_spec.h"
#include "shot/film_spec.h"
#include "shot/look_spec.h"
#include "shot/motion_spec.h"
#include "shot/overlay_spec.h"

namespace gambol {

struct ShotSpec {
  Place place;       // place.file is the shot file
  std::string name;  // the file's name without folder and ending, and "@TAKE"
  std::string about;
  std::vector<std::string> extends;  // the shots that this one changes, as written
  std::vector<std::string> without;  // parts of that shot that are removed
  ChangeNames takes;                 // empty for a take
  MotionSpec motion;
  FilmSpec film;
  CameraSpec camera;
  std::vector<ViewSpec> views;        // instead of `camera`; later ones cover earlier ones
  Vec3 background = Vec3::Zero();     // light where there is no view
  std::vector<OverlaySpec> overlays;  // later ones cover earlier ones
  LookSpec look;                      // loaded from `look: file`, then overridden in the shot
  std::optional<StartsSpec> starts;
  std::vector<ExpectSpec> expect;
  std::vector<ToleratedSpec> tolerates;
  FileStamps files;    // at loading: pictures and meshes, which are read later when needed
  int frames() const;  // number of frames
  double end() const { return motion.simulate_until; }  // s simulated
  double simulated_time(double film) const;             // s simulated at `film` s of film
  std::vector<ViewSpec> all_views()
      const;  // `views`, or else one view of the whole frame by `camera`
};
void fields(Fields& v, ShotSpec& of);

// Reads and checks a shot, or a take of it (`FILE@TAKE`), and all files that it names. Throws
// InputError with every problem found.
ShotSpec load_shot(const std::string& reference);

}  // namespace gambol
