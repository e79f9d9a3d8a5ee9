#pragma once

// The body's motion in a kinematic gait (Girard and Maciejewski 1985, PODA, "seed 004", "Modeling
// the Dynamics of Legged Locomotion"). It is planned ahead of the figure, since footholds and turns
// depend on where the body will be (Eq. 11, Figure 13): its position and height first, its yaw
// after them, because the yaw depends on positions still further ahead.
//
// Front and rear rise apart, each by the forces of its own legs (seed 004, "Rotational Control", on
// the pitch of figure 2), if legs hang on different sections of the trunk.
//
// Each leg carries a share of the weight, equal unless an author says otherwise, so that the body
// falls with g in a flight whatever the number of legs (Eq. 12 gives every leg the whole weight),
// and a share's force, time on the ground and fall agree (Eq. 13).
//
// This is the motion that is wanted. What feet can do of it is found by
// control/kinematic_gait/body_carry.h.

#include <optional>
#include <vector>

#include "base/ground_line.h"
#include "control/kinematic_gait/gait_score.h"
#include "control/kinematic_gait/led_world.h"
#include "control/kinematic_gait/planned_body.h"
#include "shot/controllers/kinematic_gait/kinematic_gait_spec.h"

namespace gambol {

// Where and when the body begins.
struct PlanStart {
  const LedWorld& world;
  double time = 0;  // s
  Vec3 p;           // W, on the ground
  double yaw = 0;   // rad
  const GaitSettings& set = no_settings;
};

struct PlanIn {
  const LedWorld& world;
  double until = 0;  // s: the body, with its yaw, is to be known up to here
  const GaitSettings& set = no_settings;
};

struct PlannedLeg {
  Vec3 foot;                // in mid-stance, from the body's centre, in its axes, m
  double share = 1;         // of the body's weight that it carries; the sum of all is 1
  std::size_t section = 0;  // of the trunk that it hangs on
  // Largest horizontal force in weights of the figure; default: the gait's.
  std::optional<double> foot_force = {};
};

class BodyPlan {
 public:
  // `height`: of the body's centre above the ground, m. `dt`: s between two instants.
  BodyPlan(const KinematicGaitSpec& spec, const GaitScore& score,
           const std::vector<PlannedLeg>& legs, double height, double dt);

  // Begins at the design's speed.
  PlanMemory begin(const PlanStart& start) const;
  // Plans as many more instants as are needed.
  const BodyRing& run(const PlanIn& in, PlanMemory& m) const;
  // Notes how the plan goes on from instant `here`, so that it can be changed from there on.
  void keep_up(const PlanIn& in, long here, PlanMemory& m) const;
  // Plans anew what lies beyond PlanMemory::here, as `in.set` has changed.
  void change(const PlanIn& in, PlanMemory& m) const;

 private:
  double share() const { return 1.0 / static_cast<double>(feet_.size()); }  // a leg's, of turns
  std::size_t ring_size(const GaitSettings& set) const;
  Vec3 wanted_velocity(const BodyLead& lead, double t, double foot, const GaitSettings& set) const;
  double wanted_speed(const BodyLead& lead, double t, const GaitSettings& set) const;
  double faced(const Vec3& p, double course, double t, const GaitSettings& set) const;
  void lean_on_ground(const GroundSurface& ground, const Vec3& p, double heading, double share_now,
                      BodyLead& lead) const;
  void begin_on_ground(const PlanStart& start, BodyLead& lead) const;
  void find_levers(const std::vector<PlannedLeg>& legs);
  void add(std::size_t leg, double lift, BodyLift& to) const;
  BodyLift level(double gravity, double t, const GaitSettings& set) const;
  double weakest_foot(double t, const GaitSettings& set) const;
  double standing_force(const GaitClock& clock, const GaitSettings& set) const;
  Vec3 over_feet(const GaitClock& clock, const Vec3& v) const;
  BodyAhead look(double gravity, const BodyLead& lead, const GaitSettings& set) const;
  BodyAhead step(const PlanIn& in, const BodyAhead& before, double t, double dt,
                 BodyLead& lead) const;
  void advance(const PlanIn& in, PlanMemory& m) const;
  void turn_ahead(const GaitSettings& set, PlanMemory& m) const;
  void turn_to(double t, const BodyRing& ring, const GaitSettings& set, TurnLead& turn) const;
  double heading(const BodyRing& ring, double t, double near, const GaitSettings& set) const;

  KinematicGaitSpec spec_;
  const GaitScore& score_;
  std::vector<Vec3> feet_;
  Vec3 middle_ = Vec3::Zero();  // of the feet
  double square_x_ = 0, square_y_ = 0;
  std::vector<double> shares_;
  std::vector<std::optional<double>> forces_;  // [leg] PlannedLeg::foot_force
  std::vector<double> levers_;  // [leg] 1/m: slope of front over rear by the lift of its share
  double fall_;                 // s: of a pendulum as long as the trunk is high
  double dt_;
  std::optional<GroundLine> line_;
};

}  // namespace gambol
