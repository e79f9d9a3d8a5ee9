#pragma once

// A gait that is designed, not simulated (Girard and Maciejewski 1985, PODA, "seed 004"): the
// controller moves the body by forces that its legs could exert, and plants the feet. Inverse
// kinematics determines the joints of the legs.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "gait/gait_design.h"
#include "gait/gait_spec.h"
#include "schema/names.h"
#include "shot/path_point.h"

namespace gambol {

// Limits of fixed arrays, which spare the gait allocations; `check` reports figures beyond them.
constexpr int most_limb_joints = 64;  // of a leg, or of a chain between two bodies with legs
constexpr std::size_t most_leg_bases = 16;
constexpr std::size_t most_step_keys = 16;

// From time `at` on, the legs shift towards another gait.
struct GaitShiftSpec {
  Place place;
  double at = 0;  // s simulated
  GaitPattern gait;
};
void fields(Fields& v, GaitShiftSpec& of);

struct GainSpec {
  Place place;
  std::vector<std::string> joints;  // names or patterns
  double gain = 1;
};
void fields(Fields& v, GainSpec& of);

// A key leg position: the place of a foot during its swing.
struct StepKeySpec {
  Place place;
  std::optional<double> at;     // share of the swing's time; default: for even speed
  double progress = 0;          // share of the way from foothold to foothold
  double height = 0;            // m above the line from foothold to foothold
  double side = 0;              // m outwards
  double pitch = 0;             // rad, toes up, if the gait has level_feet
  std::string posture;          // pose of the figure that gives the centre angles there
  std::vector<GainSpec> gains;  // there, overriding the gait's
};
void fields(Fields& v, StepKeySpec& of);

struct StepSpec {
  Place place;
  double height = 0;              // m, of the single key at mid-swing if there are no keys
  std::vector<StepKeySpec> keys;  // in order of time
  double clearance = 0;           // m, least height over the terrain at the middle of the swing
  double search = 0;              // m: distance within which a foot searches for flat ground
  double steepest = 0.5;          // largest rise over run that counts as flat
};
void fields(Fields& v, StepSpec& of);

// A line on the ground that the body follows.
struct WaySpec {
  Place place;
  std::vector<PathPoint> points;
  bool closed = false;
  double look_ahead = 0.5;  // s: time ahead of the point that the body heads for
};
void fields(Fields& v, WaySpec& of);

// Joints that swing with a leg, as arms do.
struct SwingSpec {
  Place place;
  std::vector<std::string> joints;  // names or patterns, not part of a leg
  std::string leg;
  double gain = 1;  // rad, or m, per rad that the leg swings forward
};
void fields(Fields& v, SwingSpec& of);

// The quantities of a GaitDesign, each over simulated time.
struct GaitCurves {
  std::optional<Curve> period, duty_factor, support_duration, transfer_duration, stroke, body_speed,
      leg_speed;
};

struct KinematicGaitSpec {
  GaitPattern gait;
  std::vector<GaitShiftSpec> shifts;  // by rising time
  double shift_rate = 0.1;            // cycles that a leg may gain or lose per cycle
  GaitCurves design;
  StepSpec step;
  bool level_feet = false;         // whether feet keep the posture's angle to the ground
  std::optional<WaySpec> path;     // default: straight on
  double foot_force = 0.7;         // Fmax of Eq. 14: horizontal, of one foot, in body weights
  double reaction = 0.25;          // s: time constant of the body's velocity, Eq. 15
  double surge = 0.5;              // braking and pushing; 1: feet's forces point to the body
  double surge_limit = 0.5;        // largest share of foot_force that surging may use
  double pitch = 0.5, roll = 0;    // factors of the body's tilt by the legs' uneven lift
  double bounce = 1;               // share of the legs' lift that the body shows
  double sway = 1;                 // sideways push of the legs; 1: forces point to the body
  double balance = 0;              // share of the shift to over the middle of standing feet
  double recoil = 1;               // share of the body's reaction to the swinging legs
  double bank = 0.6;               // factor of a pendulum's lean into turns
  double bend = 1;                 // factor of a turn's curvature that the spine takes
  double ground_smoothing = 0.33;  // cycles: time constant of following the ground
  Curve height = Curve(0.0);       // m, of the body, added to the posture's
  std::string posture;             // pose of the figure at mid-stance; default: the initial one
  std::vector<GainSpec> gains;     // of joints; default 1
  double haste = 12.5;             // rad/s: bound on joints beyond the motion that places feet
  std::vector<SwingSpec> swings;

  // Returns the index of the gait in effect at t (s): 0 is `gait`, k is shifts[k - 1].
  std::size_t ruling(double t) const;
  const GaitPattern& pattern(std::size_t ruling) const {
    return ruling == 0 ? gait : shifts[ruling - 1].gait;
  }
  // Returns the design at t (s). It has the duty factor of the gait in effect if the quantities
  // that are written are not sufficient.
  GaitDesign design_at(double t) const;
  // Returns rising times, s, at which to test the design, because it may become unsolvable: those
  // of every key of its curves and of every shift, and times between them.
  std::vector<double> instants() const;
};
void fields(Fields& v, KinematicGaitSpec& of);
template <>
inline constexpr std::string_view variant_name<KinematicGaitSpec> = "kinematic";

}  // namespace gambol
