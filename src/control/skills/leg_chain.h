#pragma once

// The joints of a leg, from the leg frame to the foot, and its inverse kinematics (seed 002, 3.1,
// "Inverse kinematics"): the pitch of the foot is known, so two links remain, in a plane whose
// normal is fixed in the leg frame.

#include <optional>
#include <vector>

#include "control/skills/turns.h"
#include "figure/figure_spec.h"

namespace gambol {

struct LegChain {
  int frame = 0;  // body of the leg frame
  Turns hip, knee, ankle;
  // The hip's degrees of freedom but the one that turns the leg about itself: that would only twist
  // it on its foot.
  std::vector<int> hip_swings;
  int hip_twist = 0;  // that one
  std::optional<Turns> toe;
  // At rest, in the figure's axes, m.
  Vec3 hip_to_knee, knee_to_ankle, ankle_to_foot;
  Vec3 frame_to_hip;       // from the frame's origin
  Vec3 foot;               // of the foot's point from the frame's origin
  double foot_height = 0;  // of the foot's point above the sole
  double bend = 1;         // sign of the angle by which the knee bends
  // Share of the leg's length by which it bends less and less on the way to its full length: near
  // a straight knee, a small change of length takes a large angle. 0: none.
  double soft = 0;
  // The foot's point is the toe's joint, or else the leg's tip: in the frame of `foot_body`.
  int foot_body = 0;
  Vec3 p_foot = Vec3::Zero();

  // Coordinates of hip and knee (hip 3, knee 1) at which the ankle is at `to` from the hip, m, in
  // the axes of the frame's turn, or as far as the leg reaches. The knee turns about `aside` as far
  // as that is across the leg.
  struct Pose {
    Vec3 hip = Vec3::Zero();
    double knee = 0;
    Mat3 shank = Mat3::Identity();  // turn of the shank against the frame
    bool reached = true;
  };
  Pose reach(const Vec3& to, const Vec3& aside = Vec3::UnitY()) const;
};

// Requires that check_leg_frames() has found no problem.
LegChain make_leg_chain(const Model& model, const AtRest& rest, const LegSpec& leg, int frame);

}  // namespace gambol
