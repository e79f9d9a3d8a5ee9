#pragma once

// How the body of a designed gait goes (seed 004, "Modeling the Dynamics of Legged Locomotion"),
// worked out some way ahead of the figure, since footholds and turns ask where it will be
// (Eq. 11, Figure 13): first where it goes and how high, then, behind that, how it turns.
//
// Each leg carries its share of the weight, so that a flight falls with g whatever the number of
// legs (Eq. 12 gives every leg the whole of it), and the share's force, time on the ground and fall
// agree (Eq. 13). Legs before and behind, or left and right, of the centre tilt the body by what
// they lift more than others.

#include <optional>
#include <vector>

#include "base/ground_line.h"
#include "base/rotation.h"
#include "control/gait_score.h"
#include "dynamics/ground_search.h"

namespace gambol {

// The body at one instant.
struct BodyAhead {
  Vec3 p = Vec3::Zero();  // W, on the ground below its centre, m
  Vec3 v = Vec3::Zero();  // W, over the ground, m/s
  double slope_x = 0;     // of the ground, along the way and across
  double slope_y = 0;
  double lift = 0;               // m above its mean
  Vec3 aside = Vec3::Zero();     // m beside its way, forward and left, that its legs push it
  double pitch = 0, roll = 0;    // rad, by the legs' lifting: nose down, left side up
  double allowed = 0;            // m/s2 that the feet on the ground can give (Eq. 14)
  double yaw = 0, yaw_rate = 0;  // rad, rad/s; once it is known
  // Its way over the ground in W: no height, no tilt.
  Frame heading() const { return {rotation_about(Vec3::UnitZ(), yaw), Vec3(p.x(), p.y(), 0)}; }
};

// What is remembered to work it out.
struct BodyLead {
  GaitClock clock;
  Vec3 p = Vec3::Zero(), v = Vec3::Zero();  // v without the legs' surging
  double along = 0;                         // m of the path that lies behind
  double ground = 0, slope_x = 0, slope_y = 0;
  double level = 0;        // m: what legs lift on the mean, which the body does not show
  double surge_level = 0;  // m/s likewise
};

// A clock whose legs turn the body.
struct TurnLead {
  GaitClock clock;
  std::vector<double> from, to;  // rad, of each leg's share: at its mid-stance and at the next
  double yaw() const;
};

// A ring of instants `dt` apart.
struct BodyRing {
  double begun = 0;  // s: of number 0
  double dt = 0;
  long known = 0;   // how many there have been
  long turned = 0;  // of how many yaw is known
  std::vector<BodyAhead> ring;
  const BodyAhead& number(long k) const;
  BodyAhead& number(long k);
  BodyAhead at(double t) const;  // between two of them; the last known beyond
};

class BodyPlan {
 public:
  // `feet`: of legs in mid-stance, from the body's centre, in its axes. `height`: of the centre.
  BodyPlan(const KinematicGaitSpec& spec, const GaitScore& score, std::vector<Vec3> feet,
           double height);

  // Room for what the longest cycles ask for.
  std::size_t ring_size(double dt) const;
  // At the place p (W, on the ground) with the heading `yaw`, moving as the design has it.
  void begin(const GroundSurface& ground, double gravity, double t, const Vec3& p, double yaw,
             double dt, BodyLead& lead, TurnLead& turn, BodyRing& ring) const;
  // One instant more of it; the turns follow as far as they can be known.
  void advance(const GroundSurface& ground, double gravity, BodyLead& lead, TurnLead& turn,
               BodyRing& ring) const;
  // Of a clock of its own, to t: the share of a leg that begins a cycle.
  void turn_to(double t, const BodyRing& ring, TurnLead& turn) const;

  double share() const { return 1.0 / static_cast<double>(feet_.size()); }  // of the weight

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
