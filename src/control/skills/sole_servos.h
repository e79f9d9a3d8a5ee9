#pragma once

// How a leg's servos go over from swing to stance and back, and how legs with soles that stand turn
// the frame without lifting it.

#include <cstdint>
#include <vector>

#include "control/skills/bearing.h"
#include "control/skills/posture.h"
#include "control/skills/torques.h"

namespace gambol::skills {

struct SoleServosMemory {
  // How servos of a leg go over from one task to the next.
  struct HandOver {
    std::int32_t task = -1;  // 0 swing, 1 late to come down, 2 stance; -1: none yet
    double since = 0;        // s
    // As it began, by how much angles and rates were ahead of those that were asked: [joint from
    // the hip to the ankle] rad, rad/s.
    std::vector<double> ahead, rates;
  };
  std::vector<HandOver> legs;  // [leg of a frame]; empty if servos do not go over by degrees
  // [frame] N*m, W: of swinging hips on their frame, smoothed; empty without `swing_eases`.
  std::vector<Vec3> swings;
};

class SoleServos {
 public:
  // The spec has a sole. Both must outlive this.
  SoleServos(const LegFramesSpec& spec, const Anatomy& body) : sole_(*spec.sole), body_(body) {}

  // The servos of a leg that has just lifted or come down go over to what is asked of it.
  void ease(const Stepping& now, SoleServosMemory& memory, Aims& aims) const;
  // Servos of a standing leg give up a part.
  void slacken(const Stepping& now, const LegBears& bears, std::size_t leg, Torques& out) const;
  // What standing legs take up of the couple of the swinging hips of frame f, N*m, W.
  Vec3 taken_up(const Stepping& now, std::size_t f, const Vec3& swinging,
                SoleServosMemory& memory) const;
  // Adds the part of the couple on a frame that a standing leg exerts by a force along the ground,
  // and takes it off the couple.
  void couple_along(const Stepping& now, const LegBears& bears, std::size_t leg, Vec3& couple,
                    Torques& out) const;
  // The couple by which standing legs turn a frame, of the one that is wanted, N*m, W.
  Vec3 at_most(const Stepping& now, const Vec3& couple) const;
  // Adds the part of the couple about the length of a standing leg.
  void twist(const Stepping& now, const LegBears& bears, std::size_t leg, const Vec3& couple,
             Torques& out) const;

 private:
  const PressedSoleSpec& sole_;
  const Anatomy& body_;
};

}  // namespace gambol::skills
