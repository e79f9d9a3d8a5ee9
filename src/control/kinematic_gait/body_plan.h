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
#include "contact/find/ground_surface.h"
#include "control/kinematic_gait/gait_score.h"
#include "control/kinematic_gait/planned_body.h"
#include "shot/controllers/kinematic_gait/kinematic_gait_spec.h"

namespace gambol {

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
