#pragma once

// Motor programs: ramps and tables of rest positions, and ramps of strengths (McKenna's MS thesis,
// MIT 1990, "seed 000", sections 4.5 and 4.6; McKenna's PhD thesis, MIT 1994, "seed 003", 5.9 and
// Eq. 88).

#include <optional>
#include <string>
#include <vector>

#include "control/controller.h"
#include "control/performance.h"

namespace gambol {

// A joint's part of a leg's stroke, between the targets at which its step and its stance end.
struct StrokeJoint {
  int dof;
  double middle;  // rad or m, midway between the two
};

// A controller's change of the programs' targets. At the end of a program the joints of `stroke`
// are `scale` times as far from their middles as written; where they go before (a leg that lifts)
// is as written. All joints are shifted by `weight` * shift[degree of freedom].
struct TargetChange {
  const std::vector<StrokeJoint>* stroke = nullptr;
  double scale = 1;
  double weight = 0;
  const std::vector<double>* shift = nullptr;  // [degree of freedom]
  double apply(int dof, bool last, double target) const;
};

class MotorPrograms {
 public:
  MotorPrograms(const FigureSpec& figure, const Model& model,
                const std::vector<Actuator>& actuators);

  int index(const std::string& name) const;  // -1 if there is no program of that name
  // The target at which the program leaves the joint of that degree of freedom; empty if the
  // program does not move it.
  std::optional<double> final_target(int program, int dof) const;
  // What both programs move, by rising degree of freedom.
  std::vector<StrokeJoint> stroke(int step, int stance) const;

  // Begins the ramps that are due. A ramp starts from the spring's present rest position and
  // reaches its target at constant speed; a later ramp on the same joint replaces it.
  void play(const Sense& sense, Performance& performance, Command& command,
            const TargetChange& change = {}) const;

 private:
  struct CompiledRamp {
    std::vector<int> springs;  // actuators of the joint
    int dof = -1;
    bool last = true;        // that moves the rest position of its joint
    bool moves_rest = true;  // else the strength, to the factor `to`
    double to = 0, start = 0, over = 1;
    bool ease = false;
  };
  // The ramp, or the ramps from one row of its table to the next.
  static void add_ramps(const RampSpec& spec, const CompiledRamp& ramp,
                        std::vector<CompiledRamp>& ramps);
  std::vector<std::string> names_;
  std::vector<std::vector<CompiledRamp>> programs_;
};

}  // namespace gambol
