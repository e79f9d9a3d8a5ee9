#pragma once

// How a foot rolls over its sole: it comes down on its heel, lies flat, and leaves the ground by
// its toes. The heel is round and rolls, so that the point on which it bears moves on without
// sliding; the foot then turns about the joint of its toes (the ball), which stay flat on the
// ground.

#include "base/vec.h"
#include "shot/controllers/kinematic_gait/kinematic_gait_spec.h"

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

// How the foot of one leg rolls. Points are those of the posture, in the body's axes, from the
// ball.
struct FootRoll {
  SoleSpec sole;
  Vec3 heel = Vec3::Zero();   // centre of the heel, m
  double radius = 0;          // m, of the heel
  Vec3 tip = Vec3::Zero();    // of the toes, m
  Vec3 ankle = Vec3::Zero();  // the foot's joint, m
  Vec3 hip = Vec3::Zero();    // the leg's first joint, in its base instead, m
  double length = 0;          // m, of the leg stretched out, from hip to ankle

  // Of the stance with the middle at `mid`, s.
  SoleAngles angles(double mid) const {
    return {sole.heel_strike.at(mid), sole.toe_off.at(mid), sole.flat_from.at(mid),
            sole.flat_to.at(mid)};
  }
  // Where the ball is when the sole's angle is `pitch`, from where it is in a level stance.
  Vec3 ball(double pitch) const;
  // How far the heel of a foot, whose sole has the angle `pitch` <= 0, must rise besides, rad, so
  // that the leg is not longer than the share `reach` of its length. The heel begins to rise before
  // that, smoothly. `from_ball`: the hip, in the posture's directions, m.
  double rise(double pitch, double reach, const Vec3& from_ball) const;
};

}  // namespace gambol
