#include "simulation/figure_clock.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/clock.h"

namespace gambol {

void tick_due(FigureSim& figure, FigureState& s, const WorldSettings& settings, double t) {
  if (s.dormant) return;
  for (std::size_t c = 0; c < s.controllers.size(); ++c)
    if (s.controllers[c].active && s.controllers[c].next_tick <= t + clock_slack)
      figure.tick(s, c, settings, t);
}

double own_stop(const FigureState& s, double t) {
  double stop = std::numeric_limits<double>::infinity();
  if (s.dormant) return stop;
  const auto consider = [&](double at) {
    if (at > t + clock_slack) stop = std::min(stop, at);
  };
  for (const ControllerState& c : s.controllers)
    if (c.active) consider(c.next_tick);
  for (const Push& p : s.pushes) consider(p.until);
  return stop;
}

// Stops are so many steps apart that they cost nothing, and they do not cut fixed steps.
double idle_stop(const MotionSpec& spec, double step, double t) {
  constexpr double steps = 100;
  const IntegratorSpec& how = spec.integrator;
  const double apart = steps * (is_adaptive(how.method) ? how.max_step : step);
  const double gone = t - spec.start;
  return spec.start + apart * std::floor(gone / apart + 1.5);  // at least apart / 2 away
}

// NaN, infinity, or velocities above the speed of light (m/s; as absurd in rad/s).
bool is_sound(const FigureState& s) {
  constexpr double light = 3e8;
  return s.q.allFinite() && (s.v.array().abs() < light).all();
}

}  // namespace gambol
