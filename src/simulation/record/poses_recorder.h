#pragma once

// Converts accepted steps to Poses: film samples and tracks, both by dense output.

#include "simulation/record/film_recorder.h"
#include "simulation/record/track_recorder.h"

namespace gambol {

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
  // Records the film of `shot`, which `world` was made from, and its tracks until `end` (s
  // simulated).
  PosesRecorder(const ShotSpec& shot, const World& world, double end);

  void begin(const Simulator& simulator);  // records the start
  void record(const StepView& step, const Simulator& simulator) {
    film_.record(step, simulator);
    tracks_.record(step, simulator);
  }
  double next() const { return std::min(film_.next(), tracks_.next()); }  // s, recorded next
  // To be called once, at the end. Returns everything recorded; if the simulation ended early, only
  // the finished frames.
  Poses take();

  // Visits everything recorded so far with a visitor V of simulation/state/state_members.h.
  template <class V>
  void visit(V& v) {
    film_.visit(v);
    tracks_.visit(v);
  }

 private:
  std::string name_;
  std::uint64_t seed_ = 0;
  FilmRecorder film_;
  TrackRecorder tracks_;
};

// The start of a simulation as a step of no length.
StepView still_view(const Simulator& simulator);

}  // namespace gambol
