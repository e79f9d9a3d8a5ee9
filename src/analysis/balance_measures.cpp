// Balance of a standing figure: where the ground presses, how the load spreads over the bones of
// the feet, and how far the centre of mass moves.

#include <algorithm>
#include <cmath>

#include "analysis/statistics.h"
#include "base/pattern.h"

namespace gambol {
namespace {

Value body_load(const Track& track, const ExpectSpec& e) {
  return {mean(track.column(channels::ground_force, e.body)) / track.weight(), e.body};
}

// The bodies that `body` means; without it all feet.
std::vector<std::string> bodies_meant(const Track& track, const ExpectSpec& e) {
  std::vector<std::string> meant;
  if (e.body.empty()) {
    for (const LegSpec& leg : track.cast().figure.legs)
      meant.insert(meant.end(), leg.feet.begin(), leg.feet.end());
  } else {
    for (const std::string& body : track.columns_of(channels::ground_force))
      if (matches(e.body, body)) meant.push_back(body);
  }
  return meant;
}

// The number of bodies that would bear as unevenly if they shared the load equally, exp(entropy of
// the shares), over the number of bodies (Pielou's evenness in the exponential form of Hill 1973).
Value load_evenness(const Track& track, const ExpectSpec& e) {
  std::vector<double> loads;
  double all = 0;
  for (const std::string& body : bodies_meant(track, e)) {
    loads.push_back(mean(track.column(channels::ground_force, body)));
    all += loads.back();
  }
  if (!(all > 0)) return unknown("no contact");
  double entropy = 0;
  for (const double load : loads)
    if (load > 0) entropy -= load / all * std::log(load / all);
  return {std::exp(entropy) / static_cast<double>(loads.size()), e.body};
}

// The centre of the ground's pressure on all feet, by upward force; nothing where none presses.
struct Pressure {
  std::vector<double> x, y, force;  // m, m, N
};

Pressure pressure(const Track& track) {
  Pressure p;
  for (std::vector<double>* v : {&p.x, &p.y, &p.force}) v->assign(track.size(), 0);
  for (const LegSpec& leg : track.cast().figure.legs) {
    const auto at = [&](std::string_view axis) { return columns::of_leg(leg.name, axis); };
    const auto up = track.column(channels::foot_force, at(columns::z)),
               x = track.column(channels::foot_point, at(columns::x)),
               y = track.column(channels::foot_point, at(columns::y));
    for (std::size_t k = 0; k < track.size(); ++k) {
      const double f = std::max(up[k], 0.0);
      p.x[k] += f * x[k];
      p.y[k] += f * y[k];
      p.force[k] += f;
    }
  }
  for (std::size_t k = 0; k < track.size(); ++k)
    if (p.force[k] > 0) p.x[k] /= p.force[k], p.y[k] /= p.force[k];
  return p;
}

// Whether the feet bear more than a hundredth of the weight.
bool presses(const Track& track, const Pressure& p, std::size_t k) {
  return p.force[k] > 0.01 * track.weight();
}

Value pressure_offset(const Track& track, const ExpectSpec&) {
  const Pressure p = pressure(track);
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  Value worst{-1, ""};
  for (std::size_t k = 0; k < track.size(); ++k) {
    const double d = std::hypot(p.x[k] - x[k], p.y[k] - y[k]);
    if (presses(track, p, k) && d > worst.si) worst = {d, "at " + track.when(k)};
  }
  return worst.si < 0 ? unknown("no contact") : worst;
}

// Length of the path of the centre of pressure over the time, as force plates tell it of quiet
// standing.
Value pressure_speed(const Track& track, const ExpectSpec&) {
  const Pressure p = pressure(track);
  double path = 0, time = 0;
  for (std::size_t k = 1; k < track.size(); ++k) {
    if (!presses(track, p, k - 1) || !presses(track, p, k)) continue;
    path += std::hypot(p.x[k] - p.x[k - 1], p.y[k] - p.y[k - 1]);
    time += track.time(k) - track.time(k - 1);
  }
  return time > 0 ? Value{path / time, ""} : unknown("no contact");
}

Value sway(const Track& track, const ExpectSpec&) {
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  std::vector<double> away;
  for (std::size_t k = 0; k < x.size(); ++k) away.push_back(std::hypot(x[k] - x[0], y[k] - y[0]));
  return worst_of(track, away, "");
}

}  // namespace

std::vector<Measure> balance_measures() {
  return {
      {"body_load", "", 1, "mean force of the ground on `body`, in weights of the figure",
       body_load, Needs::nothing, Of::body},
      {"load_evenness", "", 1,
       "how evenly the bodies that `body` means, a name or a pattern, or all feet, share their "
       "mean "
       "load: exp(entropy of their shares) over their number; 1 if all bear alike, one over the "
       "number if one bears all",
       load_evenness, Needs::legs, Of::bodies},
      {"pressure_offset", "mm", 1000,
       "largest horizontal distance of the centre of the ground's pressure on the feet from the "
       "centre of mass; nearly 0 while a figure stands still",
       pressure_offset, Needs::contact},
      {"pressure_speed", "mm/s", 1000,
       "length of the path of the centre of the ground's pressure on the feet, per time",
       pressure_speed, Needs::contact},
      {"sway", "mm", 1000,
       "largest horizontal distance of the centre of mass from its first position", sway},
  };
}

}  // namespace gambol
