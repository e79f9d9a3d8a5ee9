#pragma once

// A man made up from functions of time, whose feet come down when it is known.

#include <cmath>

#include "analysis/made_up.h"
#include "dynamics/coordinates.h"

namespace gambol::testing {

// Since the left leg came down, s: it bears for 0.6 s of every second, the right leg half a second
// later.
inline double since(double t, Side side) {
  const double cycle = t - (side == Side::left ? 0.2 : 0.7) + 10.0001;
  return cycle - std::floor(cycle);
}

// Joints are at their initial positions, but for what `more` adds.
inline MadeUp man(const std::function<double(const std::string& joint, double t)>& more) {
  MadeUp made(0, 3);
  made.figure() = load_figure(GAMBOL_SOURCE_DIR "/figures/biped.yaml");
  made.bearing(1, 0.6, [](const LegSpec& leg) { return leg.side == Side::left ? 0.2 : 0.7; });
  made.steps(1, 0.4, [](const LegSpec& leg) { return leg.side == Side::left ? 0.8 : 0.3; });
  const Model model = make_model(made.figure());
  Eigen::VectorXd x = Eigen::VectorXd::Zero(model.nv());
  coordinates(model, initial_q(model, {}), x);
  std::vector<std::string> columns{"x", "y", "z", "qw", "qx", "qy", "qz"};
  for (int i = root_dofs; i < model.nv(); ++i)
    columns.push_back(model.dofs[static_cast<std::size_t>(i)].name);
  return made.with("q", columns, [&](double t, std::size_t c) {
    if (c < root_positions) return c == 3 ? 1.0 : 0.0;
    return x[static_cast<int>(c) - root_positions + root_dofs] + more(columns[c], t);
  });
}

}  // namespace gambol::testing
