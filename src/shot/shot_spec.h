#pragma once

// A shot file as its author wrote it. Plain data, in SI units and radians. The files that it names
// are loaded too. The data that motion depends on are separate from those of pictures, so that an
// edit of the camera needs no new simulation.

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
#include "figure/figure_spec.h"
#include "schema/names.h"
#include "schema/values.h"
#include "shot/camera_spec.h"
#include "shot/controllers/controller_spec.h"
#include "shot/cue_spec.h"
#include "shot/look_spec.h"
#include "shot/movie_spec.h"
#include "shot/overlay_spec.h"
#include "shot/world_spec.h"

namespace gambol {

// A figure in the shot.
struct CastSpec {
  Place place;
  std::string name;
  std::string file;         // resolved against the shot's folder
  FigureSpec figure;        // loaded from `file`
  Vec3 at = Vec3::Zero();   // the root's origin in the world, m
  double heading = 0;       // rad about z
  std::string pose;         // a pose of the figure, where joints begin instead of at `initial`
  bool fixed_root = false;  // the root does not move
  bool dormant = false;     // absent until a cue spawns it
  std::vector<std::string> lost_legs;              // names of legs that `figure` had in its file
  std::optional<std::vector<std::string>> layers;  // that are seen; default: the figure's
  std::vector<ControllerSpec> controllers;
};
void fields(Fields& v, CastSpec& of);

// Expects feet not to slide while they bear.
struct SlipSpec {
  Place place;
  double max = 0;                 // m that a foot may slide while it bears
  std::vector<std::string> legs;  // names or patterns; empty: all
};
void fields(Fields& v, SlipSpec& of);

// Expects the root to stay upright and high enough.
struct UprightSpec {
  Place place;
  double tilt = 1.0471975511965976;  // rad: largest angle of its up axis from the vertical
  std::optional<double> height;      // m: least height of its origin in the world
};
void fields(Fields& v, UprightSpec& of);

// Expects a mark, or a body that touches the ground, in the time from `from` to `to`.
struct EventSpec {
  Place place;
  std::string mark;    // a name or pattern
  std::string touch;   // a body or pattern
  bool never = false;  // it must not happen
};
void fields(Fields& v, EventSpec& of);

// Expects a pose of a figure at the time `to`.
struct FinalPoseSpec {
  Place place;
  std::string name;                                 // a pose of the figure; may be empty
  std::vector<JointTarget> joints;                  // overrides; after loading, all joints
  double tolerance = 0.08726646259971647;           // rad or m
  std::optional<double> height;                     // m, of the root's origin in the world
  double height_tolerance = 0.001;                  // m
  std::optional<std::vector<RotationSpec>> rotate;  // of the root in the world
  double rotate_tolerance = 0.08726646259971647;    // rad
};
void fields(Fields& v, FinalPoseSpec& of);

// A bound that was written with a unit.
struct BoundUnit {
  Place place;
  std::string key;  // dotted path
  Dimension dimension;
};

// A measure to report beside the source's value, or a condition that must hold.
struct ExpectSpec {
  Place place;
  std::string name;  // may be empty
  // One of the next six.
  std::string measure;  // see analysis/measures.h
  std::optional<SlipSpec> slip;
  std::optional<UprightSpec> upright;
  std::vector<std::string> may_touch;  // bodies or patterns: only these touch the ground
  std::optional<EventSpec> event;
  std::optional<FinalPoseSpec> pose;
  std::string figure;               // default: the only one
  std::string body;                 // body or leg, for measures of one
  double from = 0;                  // s
  std::optional<double> to;         // s; default: the end
  std::optional<double> min, max;   // SI; if both are missing, the measure is only reported
  std::optional<double> reference;  // the source's value, SI
  std::optional<BoundUnit> unit;    // unit of the first of min, max and reference that has one
  std::string source;               // document and section of the reference
};
void fields(Fields& v, ExpectSpec& of);

struct ShotSpec;

// Starts from a state of another shot.
struct StartFromSpec {
  Place place;
  std::string shot;                      // FILE or FILE@TAKE, as written
  std::optional<double> time;            // s; default: that shot's end; always set after loading
  std::shared_ptr<const ShotSpec> from;  // loaded from `shot`
};
void fields(Fields& v, StartFromSpec& of);

// Springs move a figure into a pose.
struct ReachSpec {
  Place place;
  std::string figure;
  std::string pose;
  double over = 0;                  // s
  std::vector<JointTarget> joints;  // those of the pose, after loading
};
void fields(Fields& v, ReachSpec& of);

// A stage that is simulated before the shot, without cues and controllers, on a clock of its own.
struct PrepareSpec {
  Place place;
  double settle = 0;            // s, at most
  std::optional<double> still;  // m/s: ends earlier once no body's origin is faster
  std::optional<ReachSpec> reach;
};
void fields(Fields& v, PrepareSpec& of);

// All data that motion depends on.
struct MotionSpec {
  std::uint64_t seed = 0;
  double start = 0;  // s simulated at film time 0
  WorldSpec world;
  IntegratorSpec integrator;
  std::optional<StartFromSpec> start_from;
  std::vector<PrepareSpec> prepare;
  std::vector<CastSpec> figures;
  std::vector<CueSpec> cues;
  double simulate_until = 0;  // s; at least the film's end; the time after it is only measured
  double track_rate = 1000;   // Hz of the recorded channels
};
void fields(Fields& v, MotionSpec& of);

// The mapping from simulated time to film, and its encoding.
struct FilmSpec {
  Place place;
  double fps = 24;
  double duration = 10;         // s of film
  Curve playback = Curve(1.0);  // simulated seconds per second of film, over film time
  int samples_per_frame = 4;    // recorded poses per frame, for the shutter
  MovieSpec movie;
};
void fields(Fields& v, FilmSpec& of);

struct ShotSpec {
  Place place;       // place.file is the shot file
  std::string name;  // the file's name without folder and ending, and "@TAKE"
  std::string about;
  std::string extends;               // the shot that this one changes, as written
  std::vector<std::string> without;  // parts of that shot that are removed
  TakeNames takes;                   // empty for a take
  MotionSpec motion;
  FilmSpec film;
  CameraSpec camera;
  std::vector<ViewSpec> views;        // instead of `camera`; later ones cover earlier ones
  Vec3 background = Vec3::Zero();     // light where there is no view
  std::vector<OverlaySpec> overlays;  // later ones cover earlier ones
  LookSpec look;                      // loaded from `look: file`, then overridden in the shot
  std::vector<ExpectSpec> expect;
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
