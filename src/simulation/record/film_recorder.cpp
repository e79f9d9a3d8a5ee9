#include "simulation/record/film_recorder.h"

#include <algorithm>
#include <limits>

#include "base/clock.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

constexpr double reserved_film = 12;  // s of film: a little more than a segment

}  // namespace

FilmRecorder::FilmRecorder(const ShotSpec& shot, const World& world) : ensemble_(world.ensemble) {
  film_.fps = shot.film.fps;
  film_.frames = shot.frames();
  film_.samples_per_frame = shot.film.samples_per_frame;
  const int samples = film_.frames * film_.samples_per_frame + 1;
  for (int k = 0; k < samples; ++k) {
    const double film = k / (film_.fps * film_.samples_per_frame);
    film_.sample_times.push_back(shot.simulated_time(film));
  }
  for (const auto& sim : ensemble_.figures()) {
    for (const Body& body : sim->model().bodies) {
      film_.bodies.push_back(sim->cast().name + "/" + body.name);
      film_.appears.push_back(-std::numeric_limits<double>::infinity());
    }
  }
  q_.resize(ensemble_.figures().size());
  v_.resize(ensemble_.figures().size());
  const auto most = static_cast<int>(reserved_film * film_.fps * film_.samples_per_frame);
  film_.X_WB.reserve(std::size_t(std::min(samples, most)) * film_.bodies.size());
  film_.first_particle.reserve(std::size_t(std::min(samples, most)) + 1);
  for (const EmitterSpec& e : shot.motion.world.particles) {
    film_.emitters.push_back(e.name);
    // Reserves address space for the most particles possible; most of it is never touched.
    film_.particles.reserve(film_.particles.capacity() +
                            std::min<std::size_t>(samples, 4000) * e.capacity);
  }
  film_.first_particle.push_back(0);
}

void FilmRecorder::record(const StepView& step, const Simulator& simulator) {
  note_entries(simulator);
  const double reached = step.t1 + clock_slack;
  for (; next_ < film_.sample_times.size() && film_.sample_times[next_] <= reached; ++next_) {
    const double t = step.nearest(film_.sample_times[next_]);
    sample(step, t);
    sample_particles(simulator, t);
  }
}

void FilmRecorder::give(Poses& poses) {
  if (next_ < film_.sample_times.size()) {
    const int reached = std::max(static_cast<int>(next_) - 1, 0);
    film_.frames = std::min(film_.frames, reached / film_.samples_per_frame);
    const auto samples = static_cast<std::size_t>(film_.frames * film_.samples_per_frame + 1);
    film_.sample_times.resize(samples);
    film_.X_WB.resize((samples - first_) * film_.bodies.size());
    film_.first_particle.resize(samples - first_ + 1);
    film_.particles.resize(film_.first_particle.back());
  }
  poses = std::move(film_);
}

void FilmRecorder::move_part(int frames, Poses& part) {
  const std::size_t samples = std::size_t(frames) * film_.samples_per_frame;
  const auto upto = [](auto& list, std::size_t n) { return list.begin() + std::ptrdiff_t(n); };
  part.fps = film_.fps, part.samples_per_frame = film_.samples_per_frame, part.frames = frames;
  part.bodies = film_.bodies, part.emitters = film_.emitters;
  part.sample_times.assign(upto(film_.sample_times, first_),
                           upto(film_.sample_times, first_ + samples + 1));
  // What appears later is not there yet, whatever is known of it already.
  for (const double t : film_.appears)
    part.appears.push_back(t <= part.sample_times.back() ? t
                                                         : std::numeric_limits<double>::infinity());
  const std::size_t placed = samples * film_.bodies.size();
  part.X_WB.assign(film_.X_WB.begin(), upto(film_.X_WB, placed + film_.bodies.size()));
  film_.X_WB.erase(film_.X_WB.begin(), upto(film_.X_WB, placed));
  std::vector<std::size_t>& first = film_.first_particle;
  part.first_particle.assign(first.begin(), upto(first, samples + 2));
  part.particles.assign(film_.particles.begin(), upto(film_.particles, part.first_particle.back()));
  const std::size_t gone = first[samples];
  film_.particles.erase(film_.particles.begin(), upto(film_.particles, gone));
  first.erase(first.begin(), upto(first, samples));
  for (std::size_t& row : first) row -= gone;
  first_ += samples;
}

void FilmRecorder::sample(const StepView& step, double t) {
  for (std::size_t i = 0; i < ensemble_.figures().size(); ++i) {
    step.interpolate(i, t, q_[i], v_[i]);
    FigureSim& sim = *ensemble_.figures()[i];
    sim.place(q_[i], v_[i]);
    for (const BodyWork& b : sim.work().bodies) {
      film_.X_WB.push_back({Quat(b.X_WB.R).normalized(), b.X_WB.p});
    }
  }
}

void FilmRecorder::sample_particles(const Simulator& simulator, double t) {
  simulator.particles().at(simulator.state(), t, [&](const Particles::Seen& seen) {
    const auto f = [](double x) { return static_cast<float>(x); };
    film_.particles.push_back({f(seen.id), f(seen.emitter), f(seen.age), f(seen.life),
                               seen.p.cast<float>(), seen.v.cast<float>()});
  });
  film_.first_particle.push_back(film_.particles.size());
}

// Called after each step: a figure that is present now was present during the whole step.
void FilmRecorder::note_entries(const Simulator& simulator) {
  const State& state = simulator.state();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::size_t body = 0;
  for (std::size_t f = 0; f < ensemble_.figures().size(); ++f) {
    const FigureState& s = state.figures[f];
    const std::size_t bodies = ensemble_.figures()[f]->model().bodies.size();
    if (ensemble_.figures()[f]->cast().dormant && film_.appears[body] != s.enters)
      for (std::size_t i = 0; i < bodies; ++i)
        film_.appears[body + i] = s.dormant ? infinity : s.enters;
    body += bodies;
  }
}

}  // namespace gambol
