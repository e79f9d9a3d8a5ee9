#pragma once

// A gait that is designed, not simulated (seed 004): the controller moves the body by the forces
// that its legs could give and plants the feet; every joint of the legs follows.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "shot/gait_design.h"
#include "shot/gait_spec.h"
#include "shot/path_point.h"

namespace gambol {

// What a gait can lead without asking for memory; check refuses more.
constexpr int most_limb_joints = 64;  // of a leg, or of the chain between two bodies with legs
constexpr std::size_t most_leg_bases = 16;
constexpr std::size_t most_step_keys = 16;

// From then on the legs shift towards another gait.
struct GaitShiftSpec {
  Place place;
  double at = 0;  // s simulated
  GaitPattern gait;
};

struct GainSpec {
  Place place;
  std::vector<std::string> joints;  // names or patterns
  double gain = 1;
};

// Where a foot is on its way: a key leg position.
struct StepKeySpec {
  Place place;
  std::optional<double> at;     // share of the swing's time; else by the length of the way
  double progress = 0;          // share of the way beside the body
  double height = 0;            // m above the line from foothold to foothold
  double side = 0;              // m outwards
  double pitch = 0;             // rad, toes up, of a level foot
  std::string posture;          // pose of the library whose joints are the centre angles there
  std::vector<GainSpec> gains;  // there, in place of the gait's
};

struct StepSpec {
  Place place;
  double height = 0;              // m: of the one key that is meant if there are none
  std::vector<StepKeySpec> keys;  // by rising progress in time
  double clearance = 0;           // m over what lies below the way's middle, at least
  double search = 0;              // m: how far from its place a foot may look for flatter ground
  double steepest = 0.5;          // rise over run that is flat enough
};

// The line over the ground that the body keeps to.
struct WaySpec {
  Place place;
  std::vector<PathPoint> points;
  bool closed = false;
  double look_ahead = 0.5;  // s: the body heads for where it would be then
};

// Joints that go with a leg, as arms do.
struct SwingSpec {
  Place place;
  std::vector<std::string> joints;  // names or patterns, of no leg
  std::string leg;
  double gain = 1;  // rad, or m, per rad that the leg swings forward
};

// The quantities of a GaitDesign, each over simulated time.
struct GaitCurves {
  std::optional<Curve> period, duty_factor, support_duration, transfer_duration, stroke, body_speed,
      leg_speed;
};

struct KinematicGaitSpec {
  GaitPattern gait;
  std::vector<GaitShiftSpec> shifts;  // by rising time
  double shift_rate = 0.1;            // of a cycle that a leg may gain or lose in one
  GaitCurves design;
  StepSpec step;
  bool level_feet = false;         // whether feet have the posture's angle to the ground
  std::optional<WaySpec> path;     // else straight on
  double foot_force = 0.7;         // Fmax of Eq. 14: horizontally, of one foot, in weights
  double reaction = 0.25;          // s: in which the body would take up a new velocity, Eq. 15
  double surge = 0.5;              // how much of a foot's force points to the body
  double surge_limit = 0.5;        // of a foot's largest force that its surging may take
  double pitch = 0.5, roll = 0;    // how much of the legs' uneven lifting tilts the body
  double bounce = 1;               // of the legs' lifting that the body shows
  double sway = 1;                 // of the way that legs push the body off their side
  double balance = 0;              // of the way to over the middle of the standing feet
  double recoil = 1;               // of what swinging legs do to the body, how much it shows
  double bank = 0.6;               // how much of the way to balance it leans into turns
  double bend = 1;                 // how much of a turn's curve the spine takes
  double ground_smoothing = 0.33;  // cycles in which the body takes up a change of the ground
  Curve height = Curve(0.0);       // m: of the body, beside the posture's
  std::string posture;             // pose of the library for mid-stance; else the initial one
  std::vector<GainSpec> gains;     // of joints; 1 where none is given
  double haste = 12.5;             // rad/s: of joints, besides what brings feet where they must be
  std::vector<SwingSpec> swings;

  // Which gait rules at t: 0 is `gait`, k is shifts[k - 1].
  std::size_t ruling(double t) const;
  const GaitPattern& pattern(std::size_t ruling) const {
    return ruling == 0 ? gait : shifts[ruling - 1].gait;
  }
  // Of that instant, with the ruling gait's duty factor where what is written is not enough.
  GaitDesign design_at(double t) const;
  // s, rising: of every key and shift, and between them, where a design may come to be insoluble.
  std::vector<double> instants() const;
};

}  // namespace gambol
