#pragma once

// A kinematic gait (Girard and Maciejewski 1985, PODA, "seed 004"): the figure is led instead of
// driven by forces. A plan moves the body, feet stand still in the world or swing to the next
// foothold, and inverse kinematics positions all joints between. The root is led, and so are all
// joints without a `motion` curve of their own.
//
// At a tick its parts run in this order; each has a memory of its own (led_memory.h), and hands its
// result to the next:
//
//   Gathering    leads a figure that lies elsewhere to the gait's first posture
//   BodyCarry    how far the trunk is from its plan, so that feet can carry it; it runs LedWalk
//   ahead LedWalk      the next posture:
//     BodyPlan     where the body goes
//     LedFeet      where feet stand and step
//     LedTrunk     where the trunk is to be
//     LedJoints    how all joints bend for that
//   LedPostures  the motion through the postures

#include <optional>

#include "control/controller.h"
#include "control/kinematic_gait/gathering.h"
#include "control/kinematic_gait/walk_start.h"

namespace gambol {

class KinematicGait final : public Controller {
 public:
  // `tick`: s between two calls of tick(). The model must outlive the gait.
  KinematicGait(const KinematicGaitSpec& spec, const FigureSpec& figure, const Model& model,
                double tick);
  KinematicGait(const KinematicGait&) = delete;  // its parts refer to each other
  ControllerMemory start() const override;
  void tick(const Sense& sense, ControllerMemory& memory, Command& command) const override;
  bool leads() const override { return true; }
  double plants(const ControllerMemory& memory, std::size_t leg,
                const LedMotion& motion) const override;
  double most_creep() const override;
  void place(const Sense& sense, ControllerMemory& memory, Command& command) const override;

 private:
  bool is_placed(const Sense& sense, const LedMemory& m) const;
  LedMemory begun(const Sense& sense) const;
  GaitSettings settings(const Goals& goals, const GaitSettings& before,
                        std::optional<double> from) const;
  void follow_cues(const Sense& sense, const LedWorld& world, LedMemory& m) const;
  void lead(const LedMotion& motion, Command& command) const;
  void tell(const LedPosture& now, Command& command) const;

  KinematicGaitSpec spec_;
  GaitScore score_;
  LedFigure figure_;
  LedWalk walk_;
  LedSupports supports_;
  WalkAhead ahead_;
  BodyCarry carry_;
  LedPostures postures_;
  Gathering gathering_;
  WalkStart start_;
};

}  // namespace gambol
