#pragma once

// Records the tracks of a running simulation in memory: the channels that measures read
// (base/channel_names.h). Measures and objectives need nothing else.

#include <limits>
#include <vector>

#include "poses/poses.h"
#include "simulation/simulator.h"

namespace gambol {

class TrackRecorder {
 public:
  // Records at `rate` (Hz) from the world's start to `end` (s simulated).
  TrackRecorder(const World& world, double rate, double end);

  void record(const StepView& step, const Simulator& simulator);
  double next() const {  // s: the instant that is recorded next; infinite at the end
    return next_ < times_.size() ? times_[next_] : std::numeric_limits<double>::infinity();
  }
  // Whether time `t` (s) has been reached: all rows before it have been recorded.
  bool reached(double t) const {
    return next_ == times_.size() || (next_ > 0 && times_[next_ - 1] >= t);
  }
  // Moves the rows in memory that are before `end` (s) into `part`.
  void move_part(double end, Poses& part);
  // To be called once, at the end: moves everything in memory into `poses`, and the times of all
  // rows. If the simulation ended early, the times are those that it reached.
  void give(Poses& poses);

  // Visits everything in memory with a visitor V of simulation/state/state_members.h.
  template <class V>
  void visit(V& v) {
    v(next_);
    v(first_);
    v(attachment_force_.values);
    for (Figure& f : figures_)
      for (Channel* c : f.tracks.all()) v(c->values);
  }

 private:
  struct Tracks {
    Channel q, v, joint_force, ground_force, lowest, foot_force, foot_depth;
    Channel foot_point, foot_slip, pads_held, pad_breaks, com, energy;
    Channel touch_force;           // for a figure that takes part in collisions
    Channel root_force;            // for a figure with a led or held root
    std::vector<Channel> outputs;  // [controller]
    std::vector<Channel*> all();
  };
  struct Figure {
    bool is_tracked = true;
    Tracks tracks;                        // none if not
    std::vector<int> feet;                // [body] index of the leg whose foot it is; -1: no foot
    std::vector<int> first_foot;          // [leg] the body whose frame has the tip
    std::vector<double> pressed, pushed;  // [leg] N, scratch: normal force, of sunk points and all
    Eigen::VectorXd q, v, x;              // scratch; x: coordinates of the joints
  };

  std::size_t in_memory() const;
  std::vector<Channel*> recorded_channels();
  void describe_figures(Poses& poses) const;
  static Figure empty_figure(const FigureSim& sim, const MotionSpec& motion);
  void track(const StepView& step, const Simulator& simulator, double t);
  void track_absent(Figure& figure, const Model& model, const FigureState& s);
  void track_touches(const Simulator& simulator);
  static void add_positions(const Model& model, const Eigen::VectorXd& q, Figure& figure);
  static void track_figure(Figure& figure, const FigureSim& sim, const FigureState& s);
  static void finish_feet(const Figure& figure, const FigureSim& sim, double* point, double* slip);
  static void track_feet(Figure& figure, const FigureSim& sim, const FigureState& s);

  // A separate copy: recording must not affect the simulation.
  Ensemble ensemble_;
  std::vector<double> times_;
  double rate_;
  std::vector<Figure> figures_;
  std::vector<Coordinates> at_;
  Channel attachment_force_;
  bool any_tracked_ = false, touches_by_impulses_ = false;
  std::size_t next_ = 0, first_ = 0;  // rows: to be recorded next; the first one in memory
};

}  // namespace gambol
