#pragma once

// Where a foot of a kinematic gait is to be at one instant.

#include "control/kinematic_gait/foothold.h"
#include "control/kinematic_gait/led_memory.h"

namespace gambol {

struct FootTarget {
  bool stands = true;
  Vec3 tip = Vec3::Zero();  // W, m: of the leg, if the foot is level
  // The ground under the foot, W: a point of it, and its normal. During a step both change from
  // those of one foothold to those of the next.
  Vec3 ground = Vec3::Zero(), up = Vec3::UnitZ();
  Mat3 turned = Mat3::Identity();  // of a level foot from the posture, W
  AmongKeys among = {0, 0};        // of a foot that swings
  double air = 0;                  // 0 on the ground, smoothly up to 1 in the middle of a swing
  double pitch = 0;                // rad, of the sole to the ground, toes up
  // Of a foot that rolls:
  Vec3 ball = Vec3::Zero();  // W, m
  double toes = 0;           // rad that its toes are bent up
  double may_rise = 0;       // share of FootRoll::rise() that its heel may take, in its stance
};

// The way of a foot's swing at t (s), as seen from the body. Where it was changed, its end moves
// smoothly from the old one to the new one until the foot lands.
StepEnds way_at(const LedFoot& foot, const LegClock& clock, double t);

// At t (s), where the body's way is at `heading`.
FootTarget foot_target(const SteppingLeg& leg, const LegClock& clock, const LedFoot& foot,
                       const Frame& heading, double t);

}  // namespace gambol
