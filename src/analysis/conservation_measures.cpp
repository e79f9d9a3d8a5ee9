// What a motion keeps: momentum and energy.

#include <algorithm>
#include <cmath>

#include "analysis/posed_track.h"
#include "analysis/statistics.h"
#include "dynamics/momentum.h"

namespace gambol {
namespace {

// What a figure moves with at a sample.
struct Moves {
  Vec3 velocity = Vec3::Zero();  // of the centre of mass, W, m/s
  Vec3 angular = Vec3::Zero();   // angular momentum about the centre of mass, W, kg m2/s
};

std::vector<Moves> moves_of(const Track& track) {
  std::vector<Moves> all;
  for_each_motion(track, [&](std::size_t, const Model& model, const Workspace& work) {
    const Momentum m = momentum(model, work);
    all.push_back({m.linear / model.mass, m.angular - m.com.cross(m.linear)});
  });
  return all;
}

Value final_speed(const Track& track, const ExpectSpec&) {
  return {moves_of(track).back().velocity.norm(), ""};
}

Value velocity_change(const Track& track, const ExpectSpec&) {
  const std::vector<Moves> all = moves_of(track);
  std::vector<double> change;
  for (const Moves& m : all) change.push_back((m.velocity - all[0].velocity).norm());
  return worst_of(track, change, "centre of mass");
}

Value angular_momentum_change(const Track& track, const ExpectSpec&) {
  const std::vector<Moves> all = moves_of(track);
  const double first = all[0].angular.norm();
  if (!(first > 0)) return unknown("it has no angular momentum at first");
  std::vector<double> change;
  for (const Moves& m : all) change.push_back((m.angular - all[0].angular).norm() / first);
  return worst_of(track, change, "figure");
}

Value kinetic_energy(const Track& track, const ExpectSpec&) {
  return {mean(track.column(channels::energy, columns::energies[0])), ""};
}

Value energy_change(const Track& track, const ExpectSpec&) {
  const auto kinetic = track.column(channels::energy, columns::energies[0]),
             potential = track.column(channels::energy, columns::energies[1]);
  const double most = *std::max_element(kinetic.begin(), kinetic.end());
  if (!(most > 0)) return unknown("it does not move");
  std::vector<double> change;
  for (std::size_t k = 0; k < kinetic.size(); ++k)
    change.push_back(std::abs(kinetic[k] + potential[k] - kinetic[0] - potential[0]) / most);
  return worst_of(track, change, "figure");
}

}  // namespace

std::vector<Measure> conservation_measures() {
  return {
      {"final_speed", "m/s", 1, "speed of the centre of mass at the end of the time", final_speed},
      {"velocity_change", "m/s", 1,
       "largest change of the velocity of the centre of mass from the first: of the momentum per "
       "mass",
       velocity_change},
      {"angular_momentum_change", "", 1,
       "largest change of the angular momentum about the centre of mass from the first, as a share "
       "of the first",
       angular_momentum_change},
      {"kinetic_energy", "N*m", 1, "mean kinetic energy", kinetic_energy},
      {"energy_change", "", 1,
       "largest change of kinetic and gravitational energy from the first, as a share of the "
       "largest kinetic energy; springs are not counted",
       energy_change},
  };
}

}  // namespace gambol
