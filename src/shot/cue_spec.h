#pragma once

// What happens in a shot and when. Plain data, in SI units and radians.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/vec.h"
#include "figure/drive.h"
#include "schema/names.h"

namespace gambol {

struct PushSpec {
  Place place;
  std::string figure, body;
  Vec3 force = Vec3::Zero();  // N, world axes
  double over = 0;            // s
  std::optional<Vec3> at;     // m, in the body's frame; default: its centre of mass
};
void fields(Fields& v, PushSpec& of);

// A new rate of a joint.
struct RateSpec {
  Place place;
  std::string name;  // of the joint, or a pattern
  double to = 0;     // rad/s or m/s
};
void fields(Fields& v, RateSpec& of);

// A change of velocities at once (seed 000 App. D, `addv`, and `joint BODY dq`).
struct KickSpec {
  Place place;
  std::vector<std::string> figures;     // names or patterns
  std::string body;                     // whose velocity changes, by an impulse; empty: the root's
  Vec3 velocity = Vec3::Zero();         // m/s added, world axes
  Vec3 spin = Vec3::Zero();             // rad/s added, world axes
  Vec3 velocity_spread = Vec3::Zero();  // m/s: half the width of a uniform random part
  double spin_spread = 0;               // rad/s about each axis
  std::vector<RateSpec> rates;          // of joints; root and other joints keep theirs

  bool moves() const { return velocity != Vec3::Zero() || velocity_spread != Vec3::Zero(); }
  bool turns() const { return spin != Vec3::Zero() || spin_spread != 0; }
};
void fields(Fields& v, KickSpec& of);

// Dormant figures appear at the places where the shot puts them.
struct SpawnSpec {
  Place place;
  std::vector<std::string> figures;     // names or patterns
  double every = 0;                     // s between figures, in the order of the shot
  Vec3 velocity = Vec3::Zero();         // m/s, world axes
  Vec3 velocity_spread = Vec3::Zero();  // m/s: half the width of a uniform random part
  double spin_spread = 0;               // rad/s about each axis
};
void fields(Fields& v, SpawnSpec& of);

// Legs of a gait swing in the opposite direction from now on.
struct ReverseSpec {
  Place place;
  std::string controller;         // NAME or FIGURE.NAME
  std::vector<std::string> legs;  // names or patterns; empty: all
};
void fields(Fields& v, ReverseSpec& of);

// A new rest position of a joint's springs.
struct RestSpec {
  Place place;
  std::string name;  // of the joint, or a pattern
  double to = 0;     // rad or m
};
void fields(Fields& v, RestSpec& of);
struct RestsSpec {
  Place place;
  std::string figure;
  std::string pose;              // name of a pose of the figure; may be empty
  std::vector<RestSpec> joints;  // overrides of that pose; after loading, all joints
};
void fields(Fields& v, RestsSpec& of);

struct DriveSpec {
  Place place;
  std::string figure;
  std::vector<std::string> joints;  // names or patterns
  Drive to = Drive::dynamic;
};
void fields(Fields& v, DriveSpec& of);

// Springs of joints turned on or off, and made stronger or weaker (seed 003 7.5: the ankle of the
// leg that bears).
struct SpringsSpec {
  Place place;
  std::string figure;
  std::vector<std::string> joints;  // names or patterns
  std::optional<bool> on;
  bool here = false;               // rest from now on where the joint is
  std::optional<double> strength;  // factor of strength or stiffness; 1: as in the figure
};
void fields(Fields& v, SpringsSpec& of);

// New values of settings of the shot. Each changes over the cue's `over`, or at once.
struct SettingsSpec {
  Place place;
  std::optional<double> friction, elasticity;  // of every contact
  std::optional<Vec3> gravity;                 // m/s2; at once
  std::string controller;                      // NAME or FIGURE.NAME, for the fields below
  // Values of that controller's settable fields, by the names that settable_names() lists.
  std::vector<std::optional<double>> values;
};
void fields(Fields& v, SettingsSpec& of);

// The names of all fields of controllers that cues may set (Field::settable).
const std::vector<std::string>& settable_names();

// An event: at a time, after another cue, or when a condition comes true. It happens once unless it
// repeats. Every time leaves a mark in the poses.
struct CueSpec {
  Place place;
  std::string name;
  std::optional<double> at;  // s
  std::string after;         // "CUE", or "CUE + 50 ms"
  std::string when;          // see shot/condition.h; "CONDITION", or "CONDITION + 50 ms"
  bool repeats = false;      // happens whenever `when` comes true, or the cue of `after` happens
  std::string start;         // "figure.controller", or "controller" if only one figure has it
  std::string stop;
  std::string run;    // motor program, "figure.program" or "program"
  double over = 0;    // s: duration of the phase that `run` plays, of `rest`, `set`, `springs`
  bool ease = false;  // changes by `rest`, `set` and `springs` begin and end slowly
  std::optional<RestsSpec> rest;
  std::optional<SettingsSpec> set;
  std::optional<PushSpec> push;
  std::optional<KickSpec> kick;
  std::optional<DriveSpec> drive;
  std::optional<SpringsSpec> springs;
  std::optional<SpawnSpec> spawn;
  std::optional<ReverseSpec> reverse;
  std::vector<std::string> emit;                    // emitters of particles
  std::vector<std::string> attach, detach, break_;  // attachments
};
void fields(Fields& v, CueSpec& of);

}  // namespace gambol
