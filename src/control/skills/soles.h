#pragma once

// The soles of a figure: how they lie on the ground, and roll over heel and ball.

#include "control/skills/sole_ground.h"
#include "control/skills/wanted.h"

namespace gambol::skills {

// Share of the straight leg beyond which a standing foot lifts its heel.
constexpr double straight_leg = 0.999;

class Soles {
 public:
  // The spec has a sole. Both must outlive this.
  Soles(const LegFramesSpec& spec, const Anatomy& body) : sole_(*spec.sole), body_(body) {}

  // Pitch at which a foot lies flat on the ground where it stands or is to come down, and then the
  // angle about its long axis, its left edge up; and its heading, rad.
  double ground_pitch(const Stepping& now, std::size_t leg) const;
  double ground_roll(const Stepping& now, std::size_t leg) const;
  double foot_heading(const Stepping& now, std::size_t leg) const;
  double present_heading(const Seen& seen, std::size_t leg) const;  // rad, of the foot as it is
  // Coordinates of the toes' joint.
  Vec3 bent_toes(const Stepping& now, std::size_t leg) const;
  // The pitch of a foot on the ground, of which `pitch` is wanted.
  double heel_lifted(const Stepping& now, std::size_t leg, const Vec3& to_foot, double pitch) const;

  // Points on the ground, W, in the middle of a sole across: in its middle, and where the pendulum
  // stands on it.
  Vec3 middle(const Seen& seen, std::size_t leg) const;
  Vec3 pivot(const Seen& seen, std::size_t leg) const;
  double length() const { return sole_length(sole_); }  // m
  // m: how far the latter is ahead of the ankle, and the sole's middle across to the left of it.
  double pivot_ahead() const;
  double middle_aside(std::size_t leg) const;
  // The point of a sole that is nearest to the one that is wanted, W. A foot on its heel or on its
  // ball is pressed there.
  Vec3 nearest(const Stepping& now, std::size_t leg, const Vec3& wanted) const;

  // The foothold, or the nearest to it along the way where no edge of a step is under the sole, nor
  // close behind the heel or before the toes.
  Vec3 off_edges(const Stepping& now, std::size_t leg, const Vec3& foothold) const;
  // The least height of a swinging foot's point so that heel and toes pass above edges, m; `pitch`:
  // of the foot, rad, toes down.
  double above_edges(const Stepping& now, std::size_t leg, const Vec3& foot, double pitch) const;

 private:
  double flat_heel() const { return sole_.flat_heel.value_or(sole_.heel); }
  double middle_ahead() const { return (flat_heel() + sole_.ball) / 2; }
  Vec3 on_ground(const Seen& seen, std::size_t leg, double ahead) const;
  struct Along;
  Along along(const Stepping& now, const Vec3& at, double back, double front) const;

  const PressedSoleSpec& sole_;
  const Anatomy& body_;
};

}  // namespace gambol::skills
