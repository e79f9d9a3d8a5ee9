#pragma once

// Angles for the servos of joints: legs by inverse kinematics, back, neck and tail by the turns
// that are wanted of frames and of steady bodies.

#include "control/skills/foot_pitch.h"
#include "control/skills/gaze.h"
#include "control/skills/wanted.h"

namespace gambol::skills {

struct Aims {
  Eigen::VectorXd angles, rates;  // [nv] of servos
};

class Postures {
 public:
  // `soles`: none if forces act at the feet's points.
  Postures(const LegFramesSpec& spec, const Anatomy& body, const Soles* soles, double tick)
      : spec_(spec),
        body_(body),
        soles_(soles),
        pitch_(spec, body, soles),
        gaze_(spec),
        tick_(tick) {}

  Aims legs(const Stepping& now) const;
  void spine(const Wanted& wanted, Aims& aims) const;
  void steady(const Seen& seen, const Wanted& wanted, GazeMemory& gaze, Aims& aims) const;
  // Adds the angles that gaits ask of joints.
  void add_angles(const Stepping& now, Aims& aims) const;

 private:
  // The angles of a leg's joints but the toes at which its foot is at `to_foot` from the hip, W.
  struct LegAngles {
    Vec3 hip = Vec3::Zero(), ankle = Vec3::Zero();
    double knee = 0;
    Mat3 foot = Mat3::Identity();  // turn of the foot
  };
  LegAngles reach(const Stepping& now, std::size_t leg, const Vec3& to_foot,
                  double later = 0) const;
  // From the hip to where the foot is to be, m, W, and the rate of that.
  struct FootWay {
    Vec3 to, velocity;
  };
  FootWay swings_to(const Stepping& now, std::size_t leg) const;
  FootWay stands_at(const Stepping& now, std::size_t leg) const;
  std::pair<Vec3, Vec3> ankle_on_shank(const Stepping& now, std::size_t leg, const Mat3& foot,
                                       const Mat3& next) const;
  void aim_leg(const Stepping& now, std::size_t leg, Aims& aims) const;
  void aim_toes(const Stepping& now, std::size_t leg, Aims& aims) const;
  void rest_in_world(const Seen& seen, const Chain& chain, double yaw_rate, Aims& aims) const;

  const LegFramesSpec& spec_;
  const Anatomy& body_;
  const Soles* soles_;
  FootPitch pitch_;
  Gaze gaze_;
  double tick_ = 0;  // s
};

}  // namespace gambol::skills
