#pragma once

// A controller that drives joints by waves: each joint is pulled, by a spring and a damper within
// a limit of torque, to where its wave has it.
//
// Positions rather than bare torques are periodic. A periodic torque leaves the joint's position to
// two integrations, the load and friction: where it swings is not in the genes, and a gene changed
// a little moves the whole later course. Towards a periodic position the joint settles to a
// periodic motion about a centre that is a gene itself, whatever it weighs; soft springs still
// leave most of the motion to the dynamics.

#include <vector>

#include "control/controller.h"
#include "control/spectral/spectral_memory.h"
#include "control/spectral/wave.h"
#include "shot/controllers/spectral/spectral_spec.h"

namespace gambol {

class Spectral final : public Controller {
 public:
  // `tick`: s between two ticks.
  Spectral(const SpectralSpec& spec, double tick, const FigureSpec& figure, const Model& model);
  ControllerMemory start() const override;
  void tick(const Sense& sense, ControllerMemory& memory, Command& command) const override;
  bool commands_joints() const override { return true; }
  // Lets go of the joints: they are without torque.
  void release(Command& command) const override;

 private:
  struct Joint {
    int dof = 0;
    Wave wave;
    double centre = 0, stiffness = 0, damping = 0;
    std::optional<double> most;
  };
  double period(const Sense& sense) const;
  double strength(const Sense& sense) const;

  SpectralSpec spec_;
  WavesSpec waves_;
  std::vector<Joint> joints_;
  double tick_ = 0;
};

}  // namespace gambol
