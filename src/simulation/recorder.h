#pragma once

// Converts accepted steps to Poses: film samples and tracks, both by dense output.

#include "poses/poses.h"
#include "simulation/simulator.h"

namespace gambol {

struct ShotSpec;

template <class V>
void members(V& v, Transform& X) {
  v(X.R);
  v(X.p);
}

template <class V>
void members(V& v, ParticleRow& row) {
  for (float* value : {&row.id, &row.emitter, &row.age, &row.life}) v(*value);
  for (int k = 0; k < 3; ++k) v(row.p[k]), v(row.v[k]);
}

class PosesRecorder {
 public:
  // Records the film of `shot`, and its tracks until `end` (s simulated).
  PosesRecorder(const ShotSpec& shot, double end);

  void begin(const Simulator& simulator);  // records the start
  void record(const StepView& step, const Simulator& simulator);
  // To be called once, at the end. Returns everything recorded; if the simulation ended early, only
  // the finished frames.
  Poses take();

  // Visits everything recorded so far with a visitor V of simulation/state_members.h.
  template <class V>
  void visit(V& v) {
    v(next_sample_);
    v(next_track_);
    v(poses_.X_WB);
    v(poses_.appears);
    v(poses_.first_particle);
    v(poses_.particles);
    v(attachment_force_.values);
    for (Figure& f : figures_)
      for (Channel* c : f.tracks.all()) v(c->values);
  }

 private:
  struct Tracks {
    Channel q, v, joint_force, ground_force, lowest, foot_force, foot_depth, foot_slip;
    Channel pads_held, pad_breaks, com, energy;
    Channel root_force;            // for a figure with a led or held root
    std::vector<Channel> outputs;  // [controller]
    std::vector<Channel*> all();
  };
  struct Figure {
    Tracks tracks;
    std::vector<int> feet;        // [body] index of the leg whose foot it is; -1: no foot
    std::vector<double> pressed;  // [leg] N, scratch
    Eigen::VectorXd q, v, x;      // scratch; x: coordinates of the joints
  };

  void cut_short();
  void sample(const StepView& step, double t);
  void sample_particles(const Simulator& simulator, double t);
  void note_entries(const Simulator& simulator);
  void track(const StepView& step, const Simulator& simulator, double t);
  void track_absent(Figure& figure, const Model& model, const FigureState& s);
  static void add_positions(const Model& model, const Eigen::VectorXd& q, Figure& figure);
  void track_figure(Figure& figure, const FigureSim& sim, const FigureState& s);

  Poses poses_;
  // A separate copy: recording must not affect the simulation.
  Ensemble ensemble_;
  std::vector<Figure> figures_;
  std::vector<Coordinates> at_;
  Channel attachment_force_;
  std::size_t next_sample_ = 0, next_track_ = 0;
};

}  // namespace gambol
