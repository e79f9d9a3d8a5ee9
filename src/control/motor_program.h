#pragma once

// Motor programs: ramps of rest positions (McKenna's MS thesis, MIT 1990, "seed 000", sections 4.5
// and 4.6; McKenna's PhD thesis, MIT 1994, "seed 003", Eq. 88).

#include <optional>
#include <string>
#include <vector>

#include "control/controller.h"
#include "control/performance.h"

namespace gambol {

// A controller's change of the programs' targets: target = scale * written + offset on joint `dof`,
// plus `weight` * shift[degree of freedom] on every joint.
struct TargetChange {
  int dof = -1;
  double scale = 1, offset = 0;  // 1; rad or m
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

  int index(const std::string& name) const;  // -1 if there is no program of that name
  // The target at which the program leaves the joint of that degree of freedom; empty if the
  // program does not move it.
  std::optional<double> final_target(int program, int dof) const;

  // Begins the ramps that are due. A ramp starts from the spring's present rest position and
  // reaches its target at constant speed; a later ramp on the same joint replaces it.
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
