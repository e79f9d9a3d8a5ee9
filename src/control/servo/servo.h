#pragma once

// A controller that moves degrees of freedom of joints along curves: by proportional-derivative
// torques, or exactly, with whatever torque that needs. A cue may switch their drives meanwhile.

#include "control/controller.h"
#include "control/servo/servo_feedback.h"
#include "control/servo/servo_memory.h"
#include "shot/controllers/servo/servo_spec.h"

namespace gambol {

class Servo final : public Controller {
 public:
  // `tick`: s between two ticks.
  Servo(const ServoSpec& spec, double tick, const FigureSpec& figure, const Model& model);
  ControllerMemory start() const override;
  void tick(const Sense& sense, ControllerMemory& memory, Command& command) const override;

  bool commands_joints() const override { return true; }
  Feels feels() const override {
    return feedback_.empty() ? Feels::nothing : Feels::contacts_and_joints;
  }
  // Lets go of the joints: they are dynamic, without torque.
  void release(Command& command) const override;

 private:
  struct Joint {
    int dof = 0;
    Curve to, torque;
    double stiffness = 0, damping = 0;
  };
  Joint joint_of(const ServoSpec& spec, const PoseSpec* pose, const Model& model, int dof) const;
  ServoMemory::Approach approach(const Sense& sense, const Joint& joint, double beyond) const;

  std::vector<Joint> joints_;
  ServoFeedback feedback_;
  Drive drive_;
  double tick_ = 0, over_ = 0;  // s
};

}  // namespace gambol
