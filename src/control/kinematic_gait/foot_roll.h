#pragma once

// How a foot rolls over its sole: it comes down on its heel, lies flat, and leaves the ground by
// its toes. The heel is round and rolls, so that the point on which it bears moves on without
// sliding; the foot then turns about the joint of its toes (the ball), which stay flat on the
// ground.

#include "control/kinematic_gait/limb.h"

namespace gambol {

// The sole's angles of one stance, rad, toes up; and when it is flat, as shares of the stance.
struct SoleAngles {
  double heel_strike = 0, toe_off = 0;
  double flat_from = 0, flat_to = 1;
};

// The angle of the sole, toes up, at the share s (0 to 1) of a stance.
double stance_pitch(const SoleAngles& angles, double s);
// Its derivative by s as the toes leave the ground, s = 1.
double toe_off_rate(const SoleAngles& angles);

// What of a leg's figure its roll depends on.
struct FootRoll {
  int foot = 0;                         // body; the toes are the next one outwards
  Vec3 heel = Vec3::Zero();             // centre of the heel, from the ball, in the posture, m
  double radius = 0;                    // m, of the heel
  Vec3 tip = Vec3::Zero();              // of the toes, from the ball, in the posture, m
  Mat3 R_TF = Mat3::Identity();         // of the foot in the posture, in the body's axes
  Limb limb;                            // to the ball
  int toes = 0;                         // place of the toes' joint among the figure's joints
  double toes_rest = 0, toes_sign = 1;  // its position in the posture; which sign bends toes up
  double lower = 0, upper = 0;          // of the toes' joint
  Vec3 hip = Vec3::Zero();              // the leg's first joint, in its base, m
  Vec3 ankle = Vec3::Zero();            // of the foot's joint, from the ball, in the posture, m
  double length = 0;                    // m, of the leg stretched out, from hip to ankle
  // Where the ball is when the sole's angle is `pitch`, from where it is in a level stance.
  Vec3 ball(double pitch) const;
  // How far the heel of a foot, whose sole has the angle `pitch` <= 0, must rise besides, rad, so
  // that the leg is not longer than the share `reach` of its length. The heel begins to rise before
  // that, smoothly. `hip`: from the ball, in the posture's directions, m.
  double rise(double pitch, double reach, const Vec3& hip) const;
};

}  // namespace gambol
