#pragma once

// What a controller of leg frames sees at a tick, before it decides anything.

#include <optional>
#include <vector>

#include "control/controller.h"
#include "control/skills/anatomy.h"
#include "control/skills/pendulum.h"
#include "control/skills/virtual_force.h"

namespace gambol::skills {

struct FrameSeen {
  Mat3 turn = Mat3::Identity();
  Vec3 hips = Vec3::Zero(), velocity = Vec3::Zero();  // m, m/s, W: of the middle of its hips
  Vec3 smooth = Vec3::Zero();                         // m/s, W: along the ground, smoothed
  Vec3 spin = Vec3::Zero();                           // rad/s, W
  double heading = 0;                                 // rad
  double ground = 0;                                  // m: height of the ground under its feet
  double height() const { return hips.z() - ground; }
};
struct LegSeen {
  Vec3 foot = Vec3::Zero(), velocity = Vec3::Zero();  // m, m/s, W: of the foot's point
  double load = 0;                                    // N
};
struct Seen {
  const Sense& sense;
  VirtualForces forces;  // at the present kinematics
  bool first = false;    // tick of the controller
  // m/s, rad: the goals; `asked_facing` to the left of the heading
  double asked_speed = 0, asked_heading = 0, asked_facing = 0;
  const LegFramesSpec* skill = nullptr;
  std::vector<FrameSeen> frames = {};
  std::vector<LegSeen> legs = {};
  Pendulum whole = {};

  // rad: where its frames are asked to face at a time, s, as far as is known.
  double faces_at(double time) const;
  double gravity() const { return sense.work.gravity.norm(); }
  double ground_at(const Vec3& p) const;  // m: height of the ground under a point
  double heading() const;                 // rad: mean of all frames
  Vec3 velocity() const;                  // m/s, W: mean of all hips, along the ground, smoothed
};

// Where a leg's hip is, m, W.
Vec3 hip_of(const Seen& seen, const Anatomy& body, std::size_t leg);
// s until a frame in flight has fallen to a height, m.
double fall_time(const Seen& seen, const FrameSeen& frame, double height);

struct SensesMemory {
  std::vector<Vec3> velocities;  // [frame] m/s, W: of the hips, smoothed; empty before a tick
};

class Senses {
 public:
  Senses(const LegFramesSpec& spec, const Anatomy& body) : spec_(spec), body_(body) {}
  struct In {
    const Sense& sense;
    // [frame] m: the mean of the ground's height where its feet stand or are to come down; none
    // before they are known. On a step, hips rise as feet do.
    const std::vector<std::optional<double>>& grounds;
  };
  Seen run(const In& in, SensesMemory& memory) const;

 private:
  FrameSeen frame(const In& in, std::size_t frame) const;
  LegSeen leg(const Sense& sense, std::size_t leg) const;
  Pendulum pendulum(const Seen& seen) const;

  const LegFramesSpec& spec_;
  const Anatomy& body_;
};

}  // namespace gambol::skills
