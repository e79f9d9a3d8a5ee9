#pragma once

// Evaluations like those of a real search, without simulations.

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/random.h"
#include "search/evaluation.h"
#include "shot/run_spec.h"

namespace gambol {

inline ParameterSpec range_parameter(const std::string& name, double from, double to,
                                     Scale scale = Scale::linear) {
  ParameterSpec p;
  p.name = name;
  p.from = from, p.to = to;
  p.scale = scale;
  return p;
}

inline ParameterSpec choice_parameter(const std::string& name, std::vector<std::string> values) {
  ParameterSpec p;
  p.name = name;
  p.values = std::move(values);
  return p;
}

inline TermSpec term(const std::string& measure, double weight) {
  TermSpec t;
  t.measured.measure = measure;
  t.weight = weight;
  return t;
}

inline RunSpec synthetic_run(int parameters, int scenarios = 1) {
  RunSpec run;
  run.name = "synthetic";
  run.method.kind = CmaEsSpec{};
  for (int i = 0; i < parameters; ++i)
    run.parameters.push_back(range_parameter("p" + std::to_string(i), -1 - i, 2 + i));
  for (int i = 0; i < scenarios; ++i) {
    ScenarioSpec s;
    s.name = "scenario" + std::to_string(i);
    run.scenarios.push_back(s);
  }
  run.objective = {term("forward_speed", -1), term("tilt", 0.5)};
  return run;
}

struct SyntheticOptions {
  int generations = 60, population = 16;
  double failing = 0.5;  // part of candidates that fail at first; it halves every 20 generations
  double least = 0.05;   // cost that the search approaches
  std::uint64_t seed = 1;
};

// Candidates approach (0.3, 0.3, ...), and their costs `least`; the farther, the more fail.
inline std::vector<Evaluation> synthetic_search(const RunSpec& run,
                                                const SyntheticOptions& options) {
  std::vector<Evaluation> done;
  Random random(options.seed);
  const auto n = static_cast<Eigen::Index>(run.parameters.size());
  for (int g = 0; g < options.generations; ++g) {
    const double spread = 0.5 * std::exp(-4.0 * g / options.generations) + 0.01;
    for (int c = 0; c < options.population; ++c) {
      Evaluation e;
      e.generation = g, e.candidate = c;
      e.x = Eigen::VectorXd(n);
      const double middle = 0.3 + 0.3 * std::exp(-8.0 * g / options.generations);
      for (Eigen::Index i = 0; i < n; ++i)
        e.x[i] = std::min(std::max(middle + random.between(-spread, spread), 0.0), 1.0);
      const double distance = (e.x.array() - 0.3).square().sum() / static_cast<double>(n);
      e.cost = options.least + 40 * distance;
      const bool fails = random.uniform() < options.failing * std::exp2(-g / 20.0);
      for (std::size_t s = 0; s < run.scenarios.size(); ++s) {
        Trial t;
        t.cost = e.cost;
        t.measured = {12 - 100 * distance, 4 + 20 * distance + static_cast<double>(s)};
        if (fails && s == 0) {
          t.failure = c % 3 == 0 ? "the integrator stopped at " + std::to_string(0.1 * c) + " s"
                                 : "fell at " + std::to_string(0.01 * c) + " s: tilt > 60 deg";
          t.cost = std::numeric_limits<double>::infinity();
        }
        t.skipped = fails && s > 0;
        e.trials.push_back(t);
      }
      if (fails) e.cost = std::numeric_limits<double>::infinity();
      done.push_back(e);
    }
  }
  return done;
}

}  // namespace gambol
