#pragma once

// All data of a shot that its motion depends on: an edit of them needs a new simulation, an edit of
// anything else does not.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
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

}  // namespace gambol
