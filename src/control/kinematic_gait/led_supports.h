#pragma once

// Points at which the ground can push on the planted legs of a kinematic gait.

#include <optional>
#include <vector>

#include "base/curve.h"
#include "contact/find/ground_search.h"
#include "control/kinematic_gait/carried_motion.h"
#include "control/kinematic_gait/led_memory.h"
#include "control/kinematic_gait/led_world.h"

namespace gambol {

struct BearingLeg {
  double push = 1;             // share of the weight that it carries; the sum of all is 1
  Curve footing = Curve(1.0);  // over time: whether the foot finds hold
  bool rolls = false;          // over its sole: what lies on the ground bears, not its tip
  std::optional<double> foot_force = {};  // in weights; default: the gait's
  bool holds(double t) const { return footing.at(t) >= 0.5; }
};

struct SupportsIn {
  const LedWorld& world;
  double t = 0;                     // s
  const std::vector<char>& swings;  // [leg]
  const GaitSettings& set = no_settings;
};

class LedSupports {
 public:
  // `leg_of`: [body] the leg that moves it; -1: none. `foot_force`: of the gait. `creep`: m/s, of
  // points that move faster than that and exert no force.
  LedSupports(std::vector<BearingLeg> legs, std::vector<int> leg_of, double foot_force,
              double creep)
      : legs_(std::move(legs)),
        leg_of_(std::move(leg_of)),
        foot_force_(foot_force),
        creep_(creep) {}

  const std::vector<BearingLeg>& legs() const { return legs_; }
  // The tips of standing legs.
  std::vector<GroundHold> tips(const SupportsIn& in, const std::vector<LedFoot>& feet) const;
  // Other points of standing legs, such as soles, that touch the ground at the kinematics of
  // `work`.
  std::vector<GroundHold> soles(const SupportsIn& in, const Model& model, const Workspace& work,
                                GroundSearch& search) const;

 private:
  bool bears(const SupportsIn& in, std::size_t leg) const {
    return !in.swings[leg] && legs_[leg].holds(in.t);
  }

  std::vector<BearingLeg> legs_;
  std::vector<int> leg_of_;
  double foot_force_, creep_;
};

}  // namespace gambol
