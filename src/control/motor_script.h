#pragma once

// A controller that plays the motor programs that cues run (`run:`), each over its own duration.

#include "control/motor_program.h"

namespace gambol {

class MotorScript final : public Controller {
 public:
  MotorScript(const FigureSpec& figure, const Model& model, const std::vector<Actuator>& actuators);
  ControllerMemory start() const override { return ScriptMemory{}; }
  void tick(const Sense& sense, ControllerMemory& memory, Command& command) const override;

  // Begins a program now; its ramps start at the controller's next tick.
  void run(const std::string& program, double time, double over, ControllerMemory& memory) const;
  bool has(const std::string& program) const { return programs_.index(program) >= 0; }

 private:
  MotorPrograms programs_;
};

}  // namespace gambol
