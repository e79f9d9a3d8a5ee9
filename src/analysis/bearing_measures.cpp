// How legs share the load: impulses of the ground on their feet, shares of the weight, and moments
// about the centre of mass.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "analysis/footfalls.h"
#include "analysis/statistics.h"
#include "figure/find.h"

namespace gambol {
namespace {

// Force of the ground on a leg's feet, one column per axis of the world.
struct LegForce {
  std::array<std::vector<double>, 3> f;
  LegForce(const Track& track, const std::string& leg) {
    for (int i = 0; i < 3; ++i)
      f[i] = track.column(channels::foot_force, columns::of_leg(leg, columns::axes[i]));
  }
};

enum class Direction { up, forward, left };

// Impulse (N*s) per stride of the leg: mean force times mean duration of a stride. Forward and left
// are those of the root's heading at each instant.
template <Direction direction>
Value impulse(const Track& track, const ExpectSpec& e) {
  const auto falls = footfalls(By::contact, track, e, e.body);
  if (falls.size() < 2) return unknown("too few steps of " + e.body);
  const double stride = (falls.back() - falls.front()) / static_cast<double>(falls.size() - 1);
  const LegForce force(track, e.body);
  const auto heading = track.heading();
  double sum = 0;
  int count = 0;
  for (std::size_t k = 0; k < track.size(); ++k) {
    if (track.time(k) < falls.front() || track.time(k) >= falls.back()) continue;
    const double c = std::cos(heading[k]), s = std::sin(heading[k]);
    const double x = force.f[0][k], y = force.f[1][k];
    sum += direction == Direction::up        ? force.f[2][k]
           : direction == Direction::forward ? x * c + y * s
                                             : y * c - x * s;
    ++count;
  }
  return {sum / count * stride, e.body};
}

double mean_up(const Track& track, const std::string& leg) {
  return mean(track.column(channels::foot_force, columns::of_leg(leg, columns::z)));
}

// Share of the upward force of all feet that the chosen legs exert.
template <class Chosen>
Value share_of(const Track& track, const std::string& where, const Chosen& chosen) {
  double all = 0, some = 0;
  for (const LegSpec& leg : track.cast().figure.legs) {
    const double f = mean_up(track, leg.name);
    all += f;
    if (chosen(leg)) some += f;
  }
  return {some / all, where};
}

Value load_share(const Track& track, const ExpectSpec& e) {
  return share_of(track, e.body, [&](const LegSpec& leg) { return leg.name == e.body; });
}

Value pair_load_share(const Track& track, const ExpectSpec& e) {
  const int row = find_leg(track.cast().figure, e.body)->row;
  return share_of(track, e.body, [&](const LegSpec& leg) { return leg.row == row; });
}

// Mean upward force while the leg bears, in weights.
double load_of(const Track& track, const ExpectSpec& e, const std::string& leg) {
  const auto up = track.column(channels::foot_force, columns::of_leg(leg, columns::z));
  const auto bears = track.bearing(leg, e.bears_from);
  double sum = 0, count = 0;
  for (std::size_t k = 0; k < up.size(); ++k) {
    sum += bears[k] * up[k];
    count += bears[k];
  }
  return count > 0 ? sum / count / track.weight() : 0;
}

Value load_while_down(const Track& track, const ExpectSpec& e) {
  Value least{std::numeric_limits<double>::infinity(), ""};
  for (const LegSpec& leg : track.cast().figure.legs) {
    if (!e.body.empty() && e.body != leg.name) continue;
    const double load = load_of(track, e, leg.name);
    if (load < least.si) least = {load, leg.name};
  }
  return least;
}

// Mean moment about the vertical through the centre of mass; positive turns to the left.
Value turning_moment(const Track& track, const ExpectSpec& e) {
  const auto cx = track.column(channels::com, columns::x),
             cy = track.column(channels::com, columns::y);
  double sum = 0;
  for (const LegSpec& leg : track.cast().figure.legs) {
    if (!e.body.empty() && e.body != leg.name) continue;
    const LegForce force(track, leg.name);
    const auto px = track.column(channels::foot_point, columns::of_leg(leg.name, columns::x)),
               py = track.column(channels::foot_point, columns::of_leg(leg.name, columns::y));
    for (std::size_t k = 0; k < px.size(); ++k)
      sum += (px[k] - cx[k]) * force.f[1][k] - (py[k] - cy[k]) * force.f[0][k];
  }
  return {sum / static_cast<double>(track.size()), e.body};
}

}  // namespace

std::vector<Measure> bearing_measures() {
  return {
      {"vertical_impulse", "mN*s", 1000,
       "upward impulse of the ground on the feet of leg `body` in a stride", impulse<Direction::up>,
       Needs::contact, Of::leg},
      {"fore_aft_impulse", "mN*s", 1000,
       "impulse of the ground on the feet of leg `body` in a stride along the heading; a leg that "
       "brakes on the whole has a negative one",
       impulse<Direction::forward>, Needs::contact, Of::leg},
      {"sideways_impulse", "mN*s", 1000,
       "impulse of the ground on the feet of leg `body` in a stride to the left of the heading",
       impulse<Direction::left>, Needs::contact, Of::leg},
      {"turning_moment", "uN*m", 1e6,
       "mean moment of the ground's forces on the feet of leg `body`, or of all, about the "
       "vertical "
       "through the centre of mass; positive to the left",
       turning_moment, Needs::contact, Of::leg_or_figure},
      {"load_share", "", 1, "share of the feet's mean upward force that leg `body` bears",
       load_share, Needs::contact, Of::leg},
      {"pair_load_share", "", 1,
       "share of the feet's mean upward force that leg `body` and the legs of its row bear",
       pair_load_share, Needs::contact, Of::leg},
      {"load_while_down", "", 1,
       "mean upward force on the feet of leg `body`, while it bears, in weights; of the leg that "
       "bears least",
       load_while_down, Needs::contact, Of::leg_or_figure},
  };
}

}  // namespace gambol
