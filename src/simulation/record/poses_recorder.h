#pragma once

// Converts accepted steps to Poses: film samples and tracks, both by dense output.

#include <optional>

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
  // How the motion is cut into segments of about ten seconds: of film and of what is simulated
  // after it.
  SegmentSize segment_size() const { return size_; }
  // Moves the next segment out of memory once it is complete and more is to come; otherwise returns
  // nothing. What it gives depends only on what was recorded, not on when it is asked.
  std::optional<Poses> next_segment();
  // To be called once, at the end. Returns everything that is still in memory, and the times of
  // all; if the simulation ended early, only the finished frames.
  Poses take();

  // Visits everything in memory with a visitor V of simulation/state/state_members.h.
  template <class V>
  void visit(V& v) {
    v(next_cut_);
    film_.visit(v);
    tracks_.visit(v);
  }

 private:
  std::string name_;
  std::uint64_t seed_ = 0;
  // Where a segment ends and the next one begins: its number of frames, and the time, s simulated.
  struct Cut {
    int frames;
    double time;
  };
  void cut_film(const ShotSpec& shot, double end);

  SegmentSize size_;
  std::vector<Cut> cuts_;
  std::size_t next_cut_ = 0;
  FilmRecorder film_;
  TrackRecorder tracks_;
};

// Moves the last segment of a motion out of `poses`: what is in memory, where `segments` of it are
// not. The facts stay.
Poses last_segment(Poses& poses, const std::vector<SegmentSeal>& segments);

// The start of a simulation as a step of no length.
StepView still_view(const Simulator& simulator);

}  // namespace gambol
