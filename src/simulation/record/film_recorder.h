#pragma once

// Records what a film shows: where every body and particle is at the samples of the shutter.

#include <limits>
#include <vector>

#include "poses/poses.h"
#include "simulation/simulator.h"

namespace gambol {

struct ShotSpec;

class FilmRecorder {
 public:
  FilmRecorder(const ShotSpec& shot, const World& world);

  void record(const StepView& step, const Simulator& simulator);
  double next() const {  // s: the instant that is recorded next; infinite at the end
    return next_ < film_.sample_times.size() ? film_.sample_times[next_]
                                             : std::numeric_limits<double>::infinity();
  }
  // Whether a sample has been recorded.
  bool reached(std::size_t sample) const { return next_ > sample; }
  double time_of(std::size_t sample) const { return film_.sample_times[sample]; }
  std::size_t sample_bytes() const { return film_.bodies.size() * sizeof(Transform); }
  std::size_t last_sample() const { return film_.sample_times.size() - 1; }

  // Moves the first `frames` of the frames in memory into `part`, with the sample at their end,
  // which is kept too.
  void move_part(int frames, Poses& part);
  // To be called once, at the end: moves everything in memory into `poses`, and the times of all
  // samples. If the simulation ended early, only the finished frames.
  void give(Poses& poses);

  // Visits everything in memory with a visitor V of simulation/state/state_members.h.
  template <class V>
  void visit(V& v) {
    v(next_);
    v(first_);
    v(film_.X_WB);
    v(film_.appears);
    v(film_.first_particle);
    v(film_.particles);
  }

 private:
  void sample(const StepView& step, double t);
  void sample_particles(const Simulator& simulator, double t);
  void note_entries(const Simulator& simulator);

  Ensemble ensemble_;                   // a separate copy: recording must not affect the simulation
  Poses film_;                          // its film, without channels; X_WB from sample first_ on
  std::vector<Eigen::VectorXd> q_, v_;  // [figure] scratch
  std::size_t next_ = 0, first_ = 0;
};

}  // namespace gambol
