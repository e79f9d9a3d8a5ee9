// Where a foot comes down, and how the load on a leg rises: measures that a single step has too.

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/measure_table.h"
#include "analysis/posed_track.h"
#include "analysis/statistics.h"
#include "schema/report.h"

namespace gambol {
namespace {

struct Strike {
  Vec3 foot, other, com;  // m: the first foot of the leg, that of the leg that bears, in the world
  double heading = 0;     // rad
};

// [footfall of leg `body`] what is where as the leg comes down while another leg bears.
std::vector<Strike> strikes(const Track& track, const ExpectSpec& e) {
  const auto& legs = track.cast().figure.legs;
  const auto leg =
      std::find_if(legs.begin(), legs.end(), [&](const LegSpec& l) { return l.name == e.body; });
  const auto downs = rises(track.bearing(leg->name, e.bears_from));
  const auto heading = track.heading();
  std::vector<Strike> all;
  for (const LegSpec& other : legs) {
    if (other.name == leg->name) continue;
    const auto bears = track.bearing(other.name, e.bears_from);
    const auto look = [&](std::size_t k, const Model& model, const Workspace& work) {
      const auto foot = [&](const LegSpec& l) -> Vec3 {
        return work.bodies[model.body_index(l.feet[0])].X_WB.p;
      };
      const auto com = [&](std::string_view axis) { return track.column(channels::com, axis)[k]; };
      all.push_back({foot(*leg),
                     foot(other),
                     {com(columns::x), com(columns::y), com(columns::z)},
                     heading[k]});
    };
    for_each_pose(track, look, [&](std::size_t k) {
      return bears[k] >= 0.5 && std::find(downs.begin(), downs.end(), k) != downs.end();
    });
  }
  return all;
}

// The mean of `of` over the strikes.
template <class F>
Value mean_of_strikes(const Track& track, const ExpectSpec& e, const F& of) {
  const auto all = strikes(track, e);
  if (all.empty()) return unknown(e.body + " never comes down while another leg bears");
  double sum = 0;
  for (const Strike& s : all) sum += of(s, Vec3(std::cos(s.heading), std::sin(s.heading), 0));
  return {sum / static_cast<double>(all.size()), e.body};
}

Value step_length(const Track& track, const ExpectSpec& e) {
  return mean_of_strikes(
      track, e, [](const Strike& s, const Vec3& ahead) { return (s.foot - s.other).dot(ahead); });
}

Value strike_aside(const Track& track, const ExpectSpec& e) {
  return mean_of_strikes(track, e, [](const Strike& s, const Vec3& ahead) {
    return std::abs((s.foot - s.com).dot(Vec3::UnitZ().cross(ahead)));
  });
}

// The largest difference between the force at one time and the least force before.
Value load_rise(const Track& track, const ExpectSpec& e) {
  const auto up = track.column(channels::foot_force, columns::of_leg(e.body, columns::z));
  double least = up.front();
  Value most{0, e.body};
  for (std::size_t k = 0; k < up.size(); ++k) {
    least = std::min(least, up[k]);
    const double rise = (up[k] - least) / track.weight();
    if (rise > most.si) most = {rise, "at " + track.when(k)};
  }
  return most;
}

// The largest, or with `sign` -1 the least, upward force on the leg's feet, in weights; of all legs
// without `body`.
template <int sign>
Value extreme_load(const Track& track, const ExpectSpec& e) {
  Value extreme{-std::numeric_limits<double>::infinity(), ""};
  const auto legs = e.body.empty() ? names_in(track.cast().figure.legs) : std::vector{e.body};
  for (const std::string& leg : legs) {
    auto up = track.column(channels::foot_force, columns::of_leg(leg, columns::z));
    for (double& f : up) f *= sign / track.weight();
    const Value load = worst_of(track, up, leg);
    if (load.si > extreme.si) extreme = load;
  }
  extreme.si *= sign;
  return extreme;
}

}  // namespace

std::vector<Measure> strike_measures() {
  return {
      {"step_length", "cm", 100,
       "distance along the heading by which the first foot of leg `body` is ahead of that of the "
       "leg that bears, as it comes down; mean of its footfalls",
       step_length, Needs::contact, Of::leg},
      {"strike_aside", "mm", 1000,
       "distance across the heading of the first foot of leg `body` from the centre of mass, as it "
       "comes down; mean of its footfalls",
       strike_aside, Needs::contact, Of::leg},
      {"peak_load", "", 1,
       "largest upward force on the feet of leg `body`, or of all legs, in weights",
       extreme_load<1>, Needs::legs, Of::leg_or_figure},
      {"least_load", "", 1,
       "least upward force on the feet of leg `body`, or of all legs, in weights", extreme_load<-1>,
       Needs::legs, Of::leg_or_figure},
      {"load_rise", "", 1,
       "largest rise of the upward force on the feet of leg `body`, in weights, above its least "
       "value before: a second hump of the force, if the time begins after the first",
       load_rise, Needs::contact, Of::leg},
  };
}

}  // namespace gambol
