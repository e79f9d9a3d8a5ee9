#pragma once

// Acts of a controller of leg frames: motions that happen once, such as sitting down (seed 002,
// section 6). An act is a list of stages. A stage says what gaits say: heights and orientations of
// frames, and steps of legs, over its own phase, which runs from 0 to 1 once.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "schema/names.h"
#include "shot/controllers/leg_frames/leaps_spec.h"

namespace gambol {

// What a stage says of a leg frame, over the stage's phase. A height, an orientation and `bears`
// that it does not say stay as the stage before left them; at the beginning of an act height and
// orientation are as the frame has them then, and `bears` is 1.
struct StageFrameSpec {
  Place place;
  std::string name;                          // of a frame, or a pattern
  std::optional<Curve> height, pitch, roll;  // m; rad nose down; rad right side down
  // m ahead of where it stands at rest over its feet, to which it goes; default: it is just braked.
  std::optional<Curve> ahead;
  std::optional<Curve> bears;       // factor of LegFrameSpec::bears
  std::optional<Curve> push, lift;  // N forward and upwards, on the frame by its feet
};
void fields(Fields& v, StageFrameSpec& of);

// What a stage says of a leg. Of several elements that mean a leg, the last that writes a field
// counts.
struct StageLegSpec {
  Place place;
  std::string name;            // of a leg, or a pattern
  std::optional<Vec2> swing;   // phases at which the foot lifts and comes down; default: it stands
  std::optional<Vec2> step;    // m forward and outwards from where the leg stands at rest
  std::optional<Curve> lift;   // m of the foot over the ground over the swing's phase
  std::optional<Curve> pitch;  // rad: of the foot, heel up, over the stage's phase
  std::optional<Curve> tuck;   // m by which the foot is drawn up towards its hip; it is in the air
  std::optional<Curve> reach;  // m by which it is then ahead of where it is at rest
  std::optional<bool> lands;   // it is in the air, and comes down where the frame's speed wants it
  bool comes_to_land() const { return lands.value_or(false); }
  bool in_air() const { return tuck || reach || comes_to_land(); }
};
void fields(Fields& v, StageLegSpec& of);

// Changes of the servos of joints. Of several elements that mean a joint, the last that writes a
// field counts.
struct StageJointSpec {
  Place place;
  std::string name;                          // of a joint or degree of freedom, or a pattern
  std::optional<double> stiffness, damping;  // factors
  std::optional<Curve> angle;                // rad, instead of the angle that it would have
};
void fields(Fields& v, StageJointSpec& of);

// What ends a stage before its duration is over. All that is written must be true.
struct StageEndSpec {
  Place place;
  std::vector<std::string> down;   // each of these legs, by names or patterns, stands
  std::vector<std::string> up;     // none of these touches the ground
  std::vector<std::string> touch;  // one of these at least touches the ground
  std::optional<double> lands_in;  // s: it has sunk to a frame's height within this time
};
void fields(Fields& v, StageEndSpec& of);

struct ActStageSpec {
  Place place;
  std::string name;
  double duration = 1;          // s
  double blend = 0.1;           // s in which heights and orientations leave those of before
  Curve strength = Curve(1.0);  // factor of the stiffness of all servos, over the phase
  std::string gait;             // that it walks by, instead of frames, legs and joints
  double keeps_speed = 0;       // share of the speed at the act's beginning that is wanted
  bool to_goal = false;         // it walks to the controller's goals instead
  std::optional<StageEndSpec> until;
  std::vector<StageFrameSpec> frames;
  std::vector<StageLegSpec> legs;
  std::vector<StageJointSpec> joints;
};
void fields(Fields& v, ActStageSpec& of);

struct ActSpec {
  Place place;
  std::string name;
  std::string as;    // another act, which this one is but for what it says; empty: none
  std::string like;  // gait whose gains and forces on swinging feet it uses
  std::vector<ActStageSpec> stages;
  // What comes after the last stage: "gaits", which the speed chooses; an act; or, if empty, the
  // last stage goes on at its end.
  std::string then;
  // Phase of the gait at which it begins; half a stride later its mirror image begins instead.
  std::optional<double> at_phase;
  bool on_left_side = false;  // a figure that lies on its right side plays the mirror image
  std::optional<LeapSpec> leap;
};
void fields(Fields& v, ActSpec& of);

}  // namespace gambol
