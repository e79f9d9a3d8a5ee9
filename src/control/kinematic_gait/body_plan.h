#pragma once

// The body's motion in a kinematic gait (Girard and Maciejewski 1985, PODA, "seed 004", "Modeling
// the Dynamics of Legged Locomotion"). It is planned ahead of the figure, since footholds and turns
// depend on where the body will be (Eq. 11, Figure 13): its position and height first, its yaw
// after them, because the yaw depends on positions still further ahead.
//
// Each leg carries an equal share of the weight, so that the body falls with g in a flight whatever
// the number of legs (Eq. 12 gives every leg the whole weight), and a share's force, time on the
// ground and fall agree (Eq. 13). Legs in front of and behind the centre, or left and right of it,
// tilt the body by the difference of their lifts.

#include <optional>
#include <vector>

#include "base/ground_line.h"
#include "base/rotation.h"
#include "contact/find/ground_surface.h"
#include "control/kinematic_gait/gait_score.h"

namespace gambol {

// The body at one instant.
struct BodyAhead {
  Vec3 p = Vec3::Zero();  // W, on the ground below the body's centre, m
  Vec3 v = Vec3::Zero();  // W, over the ground, m/s
  double slope_x = 0;     // of the ground, along the way and across it
  double slope_y = 0;
  double lift = 0;               // m above the body's mean height
  Vec3 aside = Vec3::Zero();     // m, displacement by its legs from the way: forward, left
  double pitch = 0, roll = 0;    // rad, due to the legs' lifts: nose down, left side up
  double allowed = 0;            // m/s2 that the feet on the ground can give (Eq. 14)
  double yaw = 0, yaw_rate = 0;  // rad, rad/s; valid below BodyRing::turned
  // Frame of the body's way over the ground, in W: no height, no tilt.
  Frame heading() const { return {rotation_about(Vec3::UnitZ(), yaw), Vec3(p.x(), p.y(), 0)}; }
};

// The state of the plan at its last instant, from which the next one is computed.
struct BodyLead {
  GaitClock clock;
  Vec3 p = Vec3::Zero(), v = Vec3::Zero();  // v without the legs' surging
  double along = 0;                         // m of the path covered
  double ground = 0, slope_x = 0, slope_y = 0;
  double level = 0;        // m: mean of the legs' lift, subtracted from the body's lift
  double surge_level = 0;  // m/s: mean of the legs' surge, subtracted likewise
};

// The clock by which the legs turn the body; it runs behind the plan's.
struct TurnLead {
  GaitClock clock;
  std::vector<double> from, to;  // [leg] rad, its share of yaw: at its mid-stance, at the next one
  double yaw() const;
};

// A ring buffer of planned instants, `dt` apart.
struct BodyRing {
  double begun = 0;  // s: time of number 0
  double dt = 0;     // s
  long known = 0;    // number of instants planned since `begun`
  long turned = 0;   // number of these whose yaw is known
  std::vector<BodyAhead> ring;
  const BodyAhead& number(long k) const;
  BodyAhead& number(long k);
  // Interpolated; the last instant if t lies beyond it; extrapolated back if t lies before `begun`.
  BodyAhead at(double t) const;
};

class BodyPlan {
 public:
  // `feet`: the feet's positions in mid-stance, from the body's centre, in its axes, m. `height`:
  // of the centre above the ground, m.
  BodyPlan(const KinematicGaitSpec& spec, const GaitScore& score, std::vector<Vec3> feet,
           double height);

  // Number of instants that the longest cycles need.
  std::size_t ring_size(double dt) const;
  // Begins at the place p (W, on the ground) with the heading `yaw`, at the design's speed.
  void begin(const GroundSurface& ground, double gravity, double t, const Vec3& p, double yaw,
             double dt, BodyLead& lead, TurnLead& turn, BodyRing& ring) const;
  // Plans one more instant, and the yaw of all instants for which it can be known by then.
  void advance(const GroundSurface& ground, double gravity, BodyLead& lead, TurnLead& turn,
               BodyRing& ring) const;
  // Advances the clock of `turn` to t. Each leg that begins a cycle gets its next share of the yaw.
  void turn_to(double t, const BodyRing& ring, TurnLead& turn) const;

  double share() const { return 1.0 / static_cast<double>(feet_.size()); }  // a leg's, of weight

 private:
  Vec3 wanted_velocity(const BodyLead& lead, double yaw, double t, double limit) const;
  void lean_on_ground(const GroundSurface& ground, const Vec3& p, double heading, double share_now,
                      BodyLead& lead) const;
  double level(double gravity, double t) const;
  double surge_share(double period, double gravity, double speed) const;
  double surge_level(double gravity, double t, double speed) const;
  Vec3 over_feet(const GaitClock& clock, double speed) const;
  BodyAhead look(double gravity, const BodyLead& lead, const Vec3& way) const;
  double heading(const BodyRing& ring, double t, double near) const;

  KinematicGaitSpec spec_;
  const GaitScore& score_;
  std::vector<Vec3> feet_;
  Vec3 middle_ = Vec3::Zero();  // of the feet
  double square_x_ = 0, square_y_ = 0;
  double height_;
  std::optional<GroundLine> line_;
};

}  // namespace gambol
