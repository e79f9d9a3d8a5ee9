#include "search/loops/compare_integrators.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "analysis/measures.h"
#include "shot/shot_spec.h"
#include "simulation/beginning.h"
#include "simulation/record/poses_recorder.h"

namespace gambol {
namespace {

double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

MotionSpec by(const ShotSpec& shot, const IntegratorSpec& how) {
  MotionSpec motion = shot.motion;
  motion.integrator = how;
  return motion;
}

IntegratorSpec with(IntegratorSpec how, IntegrationMethod method, double step, double tolerance) {
  how.method = method;
  how.step = step;
  how.tolerance = tolerance;
  return how;
}

// The shot's fixed step, a quarter and a sixteenth of it, and the adaptive methods from coarse to
// fine. An explicit fixed step must be far shorter than an implicit one to stay stable.
std::vector<IntegratorSpec> candidates(const IntegratorSpec& own) {
  using enum IntegrationMethod;
  std::vector<IntegratorSpec> all;
  for (double step : {own.step, own.step / 4, own.step / 16})
    all.push_back(with(own, implicit, step, own.tolerance));
  all.push_back(with(own, euler, own.step / 16, own.tolerance));
  all.push_back(with(own, rk4, own.step / 16, own.tolerance));
  for (double tolerance : {1e-3, 1e-5}) all.push_back(with(own, rkf45, 1e-6, tolerance));
  for (double tolerance : {1e-3, 1e-4, 1e-5, 1e-6})
    all.push_back(with(own, bdf, own.step, tolerance));
  return all;
}

std::vector<Vec3> places(const Simulator& simulator) {
  std::vector<Vec3> all;
  for (std::size_t f = 0; f < simulator.figures().size(); ++f) {
    const FigureSim& figure = *simulator.figures()[f];
    const FigureState& s = simulator.state().figures[f];
    Workspace work(figure.model());
    update_kinematics(figure.model(), s.q, s.v, work);
    for (const BodyWork& b : work.bodies) all.push_back(b.X_WB.p);
  }
  return all;
}

double distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]).squaredNorm();
  return std::sqrt(sum / static_cast<double>(a.size()));
}

void count(const Simulator& s, IntegratorRun& run) {
  run.evaluations += s.evaluations();
  run.accepted += s.steps();
  run.rejected += s.rejected();
}

double end_of(const ShotSpec& shot) {
  return std::max(shot.simulated_time(shot.film.duration), shot.motion.simulate_until);
}

struct Reference {
  std::vector<State> states;              // at the start, and at the ends of the spans
  std::vector<std::vector<Vec3>> places;  // likewise
};

class Comparison {
 public:
  Comparison(const ShotSpec& shot, const ComparisonOptions& options)
      : shot_(shot), reference_tolerance_(options.reference) {
    end_ = end_of(shot);
    report_.until = options.until > 0 ? std::min(options.until, end_) : end_;
    report_.span = options.span;
    whole_ = report_.until >= end_;
    for (const ExpectSpec& e : shot.expect)
      if (!e.measure.empty()) measured_.expect.push_back(e);
  }

  IntegratorReport run(const std::function<void(double)>& progress) {
    const std::vector<IntegratorSpec> all = candidates(shot_.motion.integrator);
    const auto tell = [&](std::size_t done) {
      if (progress) progress(static_cast<double>(done) / static_cast<double>(all.size() + 1));
    };
    // At a touch-down the acceleration jumps by 1e5 m/s2: the step that a tolerance of 1e-7
    // requires there is below the usual min_step.
    IntegratorSpec finest =
        with(shot_.motion.integrator, IntegrationMethod::bdf, 1e-6, reference_tolerance_);
    finest.min_step = 1e-15;
    report_.reference.how = finest;
    refer(report_.reference);
    whole(report_.reference);
    tell(1);
    for (const IntegratorSpec& how : all) {
      IntegratorRun run;
      run.how = how;
      spans(run);
      if (run.failed == 0) whole(run);
      report_.runs.push_back(std::move(run));
      tell(report_.runs.size() + 1);
    }
    return report_;
  }

 private:
  void refer(IntegratorRun& run) {
    Simulator s(by(shot_, run.how));
    s.start(beginning(shot_, "", s.world()));
    const double start = s.state().time, since = processor_seconds();
    const long spans =
        std::max(1L, std::lround(std::ceil((report_.until - start) / report_.span - 1e-6)));
    keep(s);
    for (long i = 1; i <= spans; ++i) {
      s.advance(std::min(start + static_cast<double>(i) * report_.span, report_.until));
      keep(s);
    }
    count(s, run);
    run.seconds = processor_seconds() - since;
  }

  void spans(IntegratorRun& run) {
    Simulator s(by(shot_, run.how));
    const double since = processor_seconds();
    int ended = 0;
    for (std::size_t i = 0; i + 1 < reference_.states.size(); ++i) {
      s.start(reference_.states[i]);
      try {
        s.advance(reference_.states[i + 1].time);
        const double error = distance(places(s), reference_.places[i + 1]);
        run.mean_error += error;
        run.worst_error = std::max(run.worst_error, error);
        ++ended;
      } catch (const RunError& error) {
        if (run.failed++ == 0) run.failure = error.what();
      }
      count(s, run);
    }
    if (ended > 0) run.mean_error /= ended;
    run.seconds = processor_seconds() - since;
  }

  void whole(IntegratorRun& run) {
    if (!whole_) return;
    ShotSpec shot = shot_;
    shot.motion.integrator = run.how;
    shot.expect = measured_.expect;
    Simulator s(shot.motion);
    try {
      s.start(beginning(shot, "", s.world()));
      PosesRecorder recorder(shot, s.world(), end_);
      recorder.begin(s);
      s.advance(end_, [&](const StepView& step) { recorder.record(step, s); });
      run.final_error = distance(places(s), reference_.places.back());
      report_.measures.clear();
      for (const Measurement& m : measure(shot, recorder.take())) {
        report_.measures.push_back(m.unit.empty() ? title(m)
                                                  : fmt::format("{}, {}", title(m), m.unit));
        run.measures.push_back(m.value);
      }
    } catch (const RunError& error) {
      if (run.failure.empty()) run.failure = error.what();
    }
  }

  void keep(const Simulator& s) {
    reference_.states.push_back(s.state());
    reference_.states.back().next_step = 0;  // it suits the reference's tolerance only
    reference_.places.push_back(places(s));
  }

  const ShotSpec& shot_;
  double reference_tolerance_;
  ShotSpec measured_;
  double end_ = 0;
  bool whole_ = false;
  Reference reference_;
  IntegratorReport report_;
};

}  // namespace

IntegratorReport compare_integrators(const ShotSpec& shot, const ComparisonOptions& options,
                                     const std::function<void(double)>& progress) {
  return Comparison(shot, options).run(progress);
}

IntegratorRun count_evaluations(const ShotSpec& shot, double until) {
  IntegratorRun run;
  run.how = shot.motion.integrator;
  Simulator s(shot.motion);
  const double since = processor_seconds();
  s.start(beginning(shot, "", s.world()));
  const double from = s.state().time;
  const double to = until > 0 ? std::min(until, end_of(shot)) : end_of(shot);
  s.advance(to);
  run.simulated = to - from;
  count(s, run);
  run.seconds = processor_seconds() - since;
  return run;
}

}  // namespace gambol
