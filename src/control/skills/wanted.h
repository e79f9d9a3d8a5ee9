#pragma once

// What a controller of leg frames wants of its figure at a tick, as a gait or an act says.

#include <optional>
#include <span>
#include <vector>

#include "control/skills/acts.h"
#include "control/skills/anatomy.h"
#include "control/skills/bounce.h"
#include "control/skills/seen.h"
#include "control/skills/strides.h"

namespace gambol::skills {

struct FrameWanted {
  Vec3 velocity = Vec3::Zero();  // m/s, W
  double height = 0, pitch = 0;
  double rise = 0, pitch_rate = 0;  // m/s, rad/s: of height and pitch
  double rise_faster = 0;           // m/s2: of height, but for what it bounces
  double bounces = 0;               // share of its weight that its legs bear by bouncing
  double weights = 0;               // force upwards that bouncing takes, in its weights
  double lowered = 0;               // m of its height, to brake
  double roll = 0, roll_rate = 0, yaw = 0, yaw_rate = 0;
  // As an act asks; see StageFrameSpec.
  double bears = 1;             // factor
  std::optional<double> ahead;  // m
  double push = 0, lift = 0;    // N
};
struct Wanted {
  StrideMix gait;
  double phase = 0, period = 0;     // of the stride; s
  const Act* act = nullptr;         // that it plays, with its stage; none: a gait
  const ActStage* stage = nullptr;  // none: a gait, or an act that walks
  std::vector<Gain> gains = {};     // [nv] of servos
  double heading = 0;               // rad, of frames, wanted at once
  double turn_rate = 0;             // rad/s: the largest at which it follows goals; 0 in an act
  Vec3 velocity = Vec3::Zero();     // m/s, W, wanted at once
  double asked_speed = 0;           // m/s: the goal's; goal_speed follows it
  double goal_speed = 0, goal_heading = 0, goal_facing = 0;  // follow them
  Vec3 inwards = Vec3::Zero();  // weights, W: acceleration to the inside of the turn
  // rad/s: rate of turning wanted, which frames' dampers do not oppose; on other feet than soles 0
  // without `into_turns`.
  double turns = 0;
  std::vector<FrameWanted> frames = {};

  // rad: the heading that will be wanted `after` s, as far as the goals say.
  double heading_after(const Seen& seen, double after) const;
  Vec3 forward() const { return ahead_of(heading); }
  Vec3 left() const { return Vec3::UnitZ().cross(ahead_of(heading)); }
};

LegInStride leg_in_stride(const Wanted& wanted, std::size_t leg);  // of a frame
// The goals and what servos have without an act, before a motion is chosen.
Wanted begin_wanted(const Seen& seen, const Anatomy& body, double phase);
// The turn that is wanted of a frame, W.
Mat3 wanted_turn(const Wanted& wanted, const FrameWanted& frame);

// How a leg takes part: the gait asks it to swing; it does; its feet bear, with hysteresis.
struct Footing {
  bool swings = false, touches = false;
};
using Footings = std::vector<Footing>;  // [leg of a frame]

// A leg's part of a stride or of a stage of an act.
struct LegStep : Footing {
  bool asked = false;  // to swing
  double state = 0;    // share of the stride since its footfall, as the gait asks
  double duty = 0;
  double swing = -1;  // phase of the swing; < 0: it stands
  double stance_time = 0;
  double stood = 0;  // s since its footfall
  double since = 0;  // s: of its footfall or lift
  double load = 0;   // N, smoothed
  double lost = 0;   // how far it is lowered to the ground that it stands on and lacks, 0 to 1
  double heading = 0, heading_rate = 0;  // rad, rad/s, on soles: of a foot that swings
  double down = 0;  // m: height at which the foot is on the ground, or is to find it
  Vec3 aim = Vec3::Zero(), aim_velocity = Vec3::Zero();  // m, m/s, W: of the foot's point
};

// A foot that is to come down, turned to the heading that is wanted. Places are those of its point,
// along the ground.
struct Footfall {
  std::size_t leg = 0;        // of a frame
  double after = 0;           // s from now
  double way = 0;             // rad: along which its step goes
  double heading = 0;         // rad: of the foot
  Vec3 asked = Vec3::Zero();  // m, W: as the stride and the ground ask
  // m, W: where it is brought. Balance and pushes move a foot that swings from where it is asked.
  Vec3 place = Vec3::Zero();
  // m, W, on soles: how far the capture point is to be ahead of the pressure as the weight comes,
  // less what the pressure's own velocity adds.
  Vec3 ahead = Vec3::Zero();
};
using Footfalls = std::vector<Footfall>;  // by time

// All that is known once feet have their part: what later parts read.
struct Stepping {
  const Seen& seen;
  const Wanted& wanted;
  const std::vector<LegStep>& legs;  // [leg of a frame]
  std::span<const Footfall> footfalls = {};
};
// The next footfall of a leg that swings. `footfalls`: there is one of it.
const Footfall& next_footfall(const Stepping& now, std::size_t leg);

}  // namespace gambol::skills
