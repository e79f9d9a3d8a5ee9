#pragma once

// Motor programs: ramps of rest positions (seed 000 section 4.5 and 4.6, seed 003 Eq. 88).

#include <string>
#include <vector>

#include "control/controller.h"

namespace gambol {

class MotorPrograms {
 public:
  MotorPrograms(const FigureSpec& figure, const Model& model,
                const std::vector<Actuator>& actuators);

  int index(const std::string& name) const;  // -1 if there is none

  // Begins the ramps whose time has come. A ramp starts from where the spring's rest position is
  // and reaches its target at constant speed; a later ramp on the same joint takes over.
  void play(const Sense& sense, Performance& performance, Command& command) const;

 private:
  struct CompiledRamp {
    std::vector<int> springs;  // actuators of the joint
    double to = 0, start = 0, over = 1;
  };
  std::vector<std::string> names_;
  std::vector<std::vector<CompiledRamp>> programs_;
};

}  // namespace gambol
