#pragma once

// A shot file as its author wrote it. Plain data, SI and radians; everything that a `file:` names
// is loaded too. What matters to motion and what matters to pictures are apart, so that a camera
// edit asks for no new simulation.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/file_stamps.h"
#include "base/units.h"
#include "base/vec.h"
#include "shot/camera_spec.h"
#include "shot/controller_spec.h"
#include "shot/cue_spec.h"
#include "shot/figure_spec.h"
#include "shot/look_spec.h"
#include "shot/movie_spec.h"
#include "shot/overlay_spec.h"
#include "shot/world_spec.h"

namespace gambol {

// A figure standing in the shot.
struct CastSpec {
  Place place;
  std::string name;
  std::string file;         // resolved against the shot's folder
  FigureSpec figure;        // loaded from `file`
  Vec3 at = Vec3::Zero();   // the root's origin in the world, m
  double heading = 0;       // rad about z
  std::string pose;         // of the figure's poses: its joints begin there instead of at `initial`
  bool fixed_root = false;  // the root stays where it is
  bool dormant = false;     // not there at all until a cue spawns it
  std::vector<std::string> lost_legs;              // names of legs that `figure` had in its file
  std::optional<std::vector<std::string>> layers;  // that are seen; else as the figure says
  std::vector<ControllerSpec> controllers;
};

// Feet stay where they bear.
struct SlipSpec {
  Place place;
  double max = 0;                 // m that a foot may slide while it bears
  std::vector<std::string> legs;  // names or patterns; none: all
};

// The root stays on top.
struct UprightSpec {
  Place place;
  double tilt = 1.0471975511965976;  // rad that its up axis may lean from the vertical
  std::optional<double> height;      // m: the least of its origin in the world
};

// A mark, or a body that touches the ground, within the time from `from` to `to`.
struct EventSpec {
  Place place;
  std::string mark;    // a name or pattern
  std::string touch;   // a body or pattern
  bool never = false;  // it must not happen
};

// How a figure is at the end, at `to`.
struct FinalPoseSpec {
  Place place;
  std::string name;                                 // of the figure's poses; may be empty
  std::vector<JointTarget> joints;                  // over that pose; all of them after loading
  double tolerance = 0.08726646259971647;           // rad or m
  std::optional<double> height;                     // m of the root's origin in the world
  double height_tolerance = 0.001;                  // m
  std::optional<std::vector<RotationSpec>> rotate;  // of the root in the world
  double rotate_tolerance = 0.08726646259971647;    // rad
};

// A bound that was written with a unit.
struct BoundUnit {
  Place place;
  std::string key;  // dotted path
  Dimension dimension;
};

// What is measured, beside the source's figure, and what must come true.
struct ExpectSpec {
  Place place;
  std::string name;  // may be empty
  // One of these.
  std::string measure;  // see analysis/measures.h
  std::optional<SlipSpec> slip;
  std::optional<UprightSpec> upright;
  std::vector<std::string> may_touch;  // bodies or patterns: only they touch the ground
  std::optional<EventSpec> event;
  std::optional<FinalPoseSpec> pose;
  std::string figure;               // defaults to the only one
  std::string body;                 // for measures of one body
  double from = 0;                  // s
  std::optional<double> to;         // s; default: the end
  std::optional<double> min, max;   // SI; neither: only reported
  std::optional<double> reference;  // the source's figure, SI
  std::optional<BoundUnit> unit;    // of min, max and reference: the first that has one
  std::string source;               // where that figure stands
};

struct ShotSpec;

// The beginning is a state of another shot.
struct StartFromSpec {
  Place place;
  std::string shot;                      // FILE or FILE@TAKE, as written
  std::optional<double> time;            // s; its end if not written; always there after loading
  std::shared_ptr<const ShotSpec> from;  // loaded from `shot`
};

// Springs take a figure into a posture.
struct ReachSpec {
  Place place;
  std::string figure;
  std::string pose;
  double over = 0;                  // s
  std::vector<JointTarget> joints;  // of the pose, after loading
};

// Something simulated before film time, without cues and controllers; its clock is not the shot's.
struct PrepareSpec {
  Place place;
  double settle = 0;            // s, at most
  std::optional<double> still;  // m/s: ends earlier, when no body's origin is faster
  std::optional<ReachSpec> reach;
};

// Everything that motion depends on.
struct MotionSpec {
  std::uint64_t seed = 0;
  double start = 0;  // s simulated at film time 0
  WorldSpec world;
  IntegratorSpec integrator;
  std::optional<StartFromSpec> start_from;
  std::vector<PrepareSpec> prepare;
  std::vector<CastSpec> figures;
  std::vector<CueSpec> cues;
  double simulate_until = 0;  // s; at least the end of the film; the rest is only measured
  double track_rate = 1000;   // Hz of the recorded channels
};

// How simulated time becomes film.
struct FilmSpec {
  Place place;
  double fps = 24;
  double duration = 10;         // s of film
  Curve playback = Curve(1.0);  // simulated seconds per second of film, over film time
  int samples_per_frame = 4;    // recorded poses per frame, for the shutter
  MovieSpec movie;
};

// The takes that a shot file has; what each changes is put together before loading (compose.h).
struct TakeNames {
  std::vector<std::string> names;
};

struct ShotSpec {
  Place place;       // place.file is the shot file
  std::string name;  // the file's name without folder and ending, and "@TAKE"
  std::string about;
  std::string extends;               // the shot that this one changes, as written
  std::vector<std::string> without;  // parts of that shot that are left out
  TakeNames takes;                   // none, of a take
  MotionSpec motion;
  FilmSpec film;
  CameraSpec camera;
  std::vector<ViewSpec> views;        // instead of `camera`; a later one lies on those before it
  Vec3 background = Vec3::Zero();     // light where there is no view
  std::vector<OverlaySpec> overlays;  // a later one lies on those before it
  LookSpec look;                      // loaded from `look: file`, then overridden in the shot
  std::vector<ExpectSpec> expect;
  FileStamps files;    // as loaded: pictures and meshes, which are read when they are needed
  int frames() const;  // number of frames
  double end() const { return motion.simulate_until; }  // s simulated
  double simulated_time(double film) const;             // s simulated at `film` s of film
  std::vector<ViewSpec> all_views() const;  // `views`, or one of the whole frame by `camera`
};

// Reads and checks a shot, or a take of it (`FILE@TAKE`), and all it names. Throws InputError with
// every problem found.
ShotSpec load_shot(const std::string& reference);

}  // namespace gambol
