#pragma once

// Torques by virtual forces, and those that turn leg frames (seed 002, 3.1).

#include <vector>

#include "control/skills/bearing.h"
#include "control/skills/posture.h"

namespace gambol::skills {

class SoleServos;
struct SoleServosMemory;

struct Torques {
  Eigen::VectorXd Q;      // [nv] N*m
  Eigen::VectorXd slack;  // [nv] share of a servo's gains that is taken away
};

class TorqueMaker {
 public:
  // `soles`: none if forces act at the feet's points.
  TorqueMaker(const LegFramesSpec& spec, const Anatomy& body, const SoleServos* soles)
      : spec_(spec), body_(body), soles_(soles) {}

  Torques run(const Stepping& now, const Loads& bearing, const Aims& aims,
              SoleServosMemory& soles) const;

 private:
  void bear_weights(const Stepping& now, Torques& out) const;
  void pull_swinging(const Stepping& now, Torques& out) const;
  void push_standing(const Stepping& now, const Loads& bearing, std::size_t frame,
                     Torques& out) const;
  Vec3 along_ground(const Stepping& now, std::size_t frame) const;
  // What servos and torques do so far.
  struct Acting {
    const Stepping& now;
    const Loads& bearing;
    const Aims& aims;
  };
  void slacken(const Acting& a, Torques& out) const;
  Vec3 servo_couple(const Acting& a, int body, const Torques& out) const;
  Vec3 couple_of_steady(const Acting& a, std::size_t frame, const Torques& out) const;
  Vec3 lacking_couple(const Acting& a, std::size_t frame, const Torques& out,
                      SoleServosMemory& soles) const;
  void turn_frames(const Acting& a, Torques& out, SoleServosMemory& soles) const;
  void turn_frame(const Acting& a, std::size_t frame, const Vec3& couple, Torques& out) const;
  double turn_by_back(const Acting& a, std::size_t frame, const Vec3& couple, Torques& out) const;
  void turn_by_hip(const Acting& a, std::size_t leg, const Vec3& couple, Torques& out) const;

  const LegFramesSpec& spec_;
  const Anatomy& body_;
  const SoleServos* soles_;
};

}  // namespace gambol::skills
