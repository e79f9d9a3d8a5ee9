#pragma once

// Motor programs: ramps of rest positions (seed 000 section 4.5 and 4.6, seed 003 Eq. 88).

#include <optional>
#include <string>
#include <vector>

#include "control/controller.h"

namespace gambol {

// How a controller alters what programs aim at: target = scale * written + offset on joint `dof`,
// and `weight` * shift[degree of freedom] more on every joint.
struct TargetChange {
  int dof = -1;
  double scale = 1, offset = 0;  // 1, rad
  double weight = 0;
  const std::vector<double>* shift = nullptr;  // [degree of freedom]
  double apply(int on_dof, double target) const {
    if (on_dof == dof) target = scale * target + offset;
    return shift ? target + weight * (*shift)[on_dof] : target;
  }
};

class MotorPrograms {
 public:
  MotorPrograms(const FigureSpec& figure, const Model& model,
                const std::vector<Actuator>& actuators);

  int index(const std::string& name) const;  // -1 if there is none
  // Where the program leaves the joint of that degree of freedom; nothing if it does not move it.
  std::optional<double> final_target(int program, int dof) const;

  // Begins the ramps whose time has come. A ramp starts from where the spring's rest position is
  // and reaches its target at constant speed; a later ramp on the same joint takes over.
  void play(const Sense& sense, Performance& performance, Command& command,
            const TargetChange& change = {}) const;

 private:
  struct CompiledRamp {
    std::vector<int> springs;  // actuators of the joint
    int dof = -1;
    double to = 0, start = 0, over = 1;
  };
  std::vector<std::string> names_;
  std::vector<std::vector<CompiledRamp>> programs_;
};

}  // namespace gambol
