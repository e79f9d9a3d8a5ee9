#pragma once

// Turns accepted steps into Poses: film samples and tracks, both by dense output.

#include "poses/poses.h"
#include "simulation/simulator.h"

namespace gambol {

class PosesRecorder {
 public:
  // Records the film of `shot` and its tracks until `end` (s simulated).
  PosesRecorder(const ShotSpec& shot, const Simulator& simulator, double end);

  void begin(const Simulator& simulator);  // the instant at the start
  void record(const StepView& step, const Simulator& simulator);
  Poses take();  // once, at the end

 private:
  struct Tracks {
    Channel q, v, joint_force, ground_force, lowest, foot_force, foot_depth, com, energy;
    std::vector<Channel> outputs;  // per controller
    std::vector<Channel*> all();
  };
  // Its own copy of a figure: what is recorded must leave no trace in the simulation.
  struct Figure {
    explicit Figure(std::unique_ptr<FigureSim> copy) : sim(std::move(copy)), work(sim->model()) {}
    std::unique_ptr<FigureSim> sim;
    Workspace work;  // for film samples
    Tracks tracks;
    std::vector<int> feet;  // [body] index of its leg, -1: no foot
    Eigen::VectorXd q, v, qdot, vdot;
  };

  void sample(const StepView& step, double t);
  void track(const StepView& step, const Simulator& simulator, double t);
  void track_figure(Figure& figure, const FigureState& s, double t);

  Poses poses_;
  std::vector<Figure> figures_;
  std::size_t next_sample_ = 0, next_track_ = 0;
};

}  // namespace gambol
