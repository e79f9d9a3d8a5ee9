#pragma once

// All data of a shot that its motion depends on: an edit of them needs a new simulation, an edit of
// anything else does not.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/vec.h"
#include "figure/figure_spec.h"
#include "schema/names.h"
#include "shot/cast_spec.h"
#include "shot/cue_spec.h"
#include "shot/world_spec.h"

namespace gambol {

struct ShotSpec;  // shot/shot_spec.h

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

// A force that acts while a posture is calibrated, so that the springs will bear it.
struct KnownForceSpec {
  Place place;
  std::string body;
  Vec3 force = Vec3::Zero();  // N, world axes
  std::optional<Vec3> at;     // m, in the body's frame; default: its centre of mass
};
void fields(Fields& v, KnownForceSpec& of);

// Finds rest positions of springs that hold a figure's posture (seed 003, 7.2). See
// simulation/calibration.h.
struct CalibrateSpec {
  Place place;
  std::string figure;
  double over = 1;                     // s: joint forces are averaged (Eq. 59)
  std::vector<std::string> except;     // joints (names or patterns) that stay as they are driven
  std::vector<KnownForceSpec> forces;  // on bodies of the figure
  bool allow_unstable = false;
};
void fields(Fields& v, CalibrateSpec& of);

// A stage that is simulated before the shot, without cues and controllers, on a clock of its own.
struct PrepareSpec {
  Place place;
  double settle = 0;            // s, at most
  std::optional<double> still;  // m/s: ends earlier once no body's origin is faster
  std::optional<ReachSpec> reach = {};
  std::optional<CalibrateSpec> calibrate = {};        // after it has settled
  std::optional<IntegratorSpec> integrator = {};      // instead of the shot's
  std::optional<Vec3> gravity = {};                   // m/s2, instead of the world's
  std::vector<std::string> attach = {}, detach = {};  // attachments, from now on
  std::string figure = {};                            // of `slack`, `hold` and `pose`
  std::vector<std::string> slack = {}, hold = {};     // joints, in this stage alone
  std::string pose = {};                              // in which the stage begins
  std::vector<JointTarget> joints = {}, rests = {};   // those of the pose, after loading
};
void fields(Fields& v, PrepareSpec& of);

// All data that motion depends on.
struct MotionSpec {
  std::uint64_t seed = 0;
  double start = 0;  // s simulated as it begins; the film begins FilmSpec::preroll later
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

}  // namespace gambol
