#pragma once

// A controller that plays the motor programs that cues run (`run:`), each over its own duration.

#include "control/motor_program.h"

namespace gambol {

class MotorScript final : public Controller {
 public:
  MotorScript(const FigureSpec& figure, const Model& model, const std::vector<Actuator>& actuators);
  ControllerMemory start() const override;
  void tick(const Sense& sense, ControllerMemory& memory, Command& command) const override;

  bool plays(const std::string& program) const override { return programs_.index(program) >= 0; }
  // Of RunProgram: the program begins now; its ramps start at the controller's next tick.
  void obey(const Order& order, double time, ControllerMemory& memory, Goals& goals) const override;

 private:
  MotorPrograms programs_;
};

}  // namespace gambol
