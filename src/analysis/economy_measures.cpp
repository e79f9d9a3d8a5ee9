// What a walk costs and how fast it is for the figure's size.

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/statistics.h"
#include "base/gravity.h"
#include "dynamics/momentum.h"

namespace gambol {
namespace {

// Positive power of the joints, summed over them and over time (J).
double positive_work(const Track& track) {
  const auto joints = track.columns_of(channels::joint_force);
  std::vector<double> power(track.size(), 0.0);
  double work = 0;
  for (const std::string& joint : joints) {
    const auto force = track.column(channels::joint_force, joint),
               rate = track.column(channels::v, joint);
    for (std::size_t k = 1; k < force.size(); ++k) {
      const double p = (force[k] * rate[k] + force[k - 1] * rate[k - 1]) / 2;
      work += std::max(p, 0.0) * (track.time(k) - track.time(k - 1));
    }
  }
  return work;
}

Value cost_of_transport(const Track& track, const ExpectSpec&) {
  const double way = std::abs(advance(track));
  if (!(way > 0)) return unknown("it does not move");
  return {positive_work(track) / (track.weight() * way), ""};
}

// The sum of what x gains.
double gains(const std::vector<double>& x) {
  double sum = 0;
  for (std::size_t k = 1; k < x.size(); ++k) sum += std::max(x[k] - x[k - 1], 0.0);
  return sum;
}

// The work, J/kg, that lifts the centre of mass, that speeds it up along the way of the stride, and
// that which does both, if what the one gives serves the other.
struct ExternalWork {
  double up = 0, forward = 0, both = 0;
};

// Of the rows from `first` to `last`, of which the ones before and after exist.
// `potential`: J/kg.
ExternalWork work_of_stride(const Track& track, const std::array<std::vector<double>, 3>& com,
                            const std::vector<double>& potential, std::size_t first,
                            std::size_t last) {
  const auto velocity = [&](std::size_t axis, std::size_t k) {
    return (com[axis][k + 1] - com[axis][k - 1]) / (track.time(k + 1) - track.time(k - 1));
  };
  const Vec3 way(com[0][last] - com[0][first], com[1][last] - com[1][first], 0);
  const Vec3 ahead = way.normalized();
  std::vector<double> up, forward, both;
  for (std::size_t k = first; k <= last; ++k) {
    const double v = velocity(0, k) * ahead.x() + velocity(1, k) * ahead.y();
    const double w = velocity(2, k);
    up.push_back(potential[k] + w * w / 2);
    forward.push_back(v * v / 2);
    both.push_back(up.back() + forward.back());
  }
  return {gains(up), gains(forward), gains(both)};
}

// Cavagna, Thys and Zamboni 1976, of whole strides.
Value energy_recovery(const Track& track, const ExpectSpec& e) {
  const std::string leg = e.body.empty() ? track.cast().figure.legs.front().name : e.body;
  const auto downs = rises(track.bearing(leg, e.bears_from));
  const std::array com{track.column(channels::com, columns::x),
                       track.column(channels::com, columns::y),
                       track.column(channels::com, columns::z)};
  auto potential = track.column(channels::energy, columns::energies[1]);
  for (double& joules : potential) joules *= standard_gravity / track.weight();
  ExternalWork all;
  for (std::size_t i = 1; i < downs.size() && downs[i] + 1 < track.size(); ++i) {
    const ExternalWork work = work_of_stride(track, com, potential, downs[i - 1], downs[i]);
    all.up += work.up;
    all.forward += work.forward;
    all.both += work.both;
  }
  if (!(all.up + all.forward > 0)) return unknown("no whole stride of " + leg);
  return {1 - all.both / (all.up + all.forward), leg};
}

// The hip's height of the initial pose is the length that makes speeds of different figures alike.
Value froude_number(const Track& track, const ExpectSpec&) {
  const FigureSpec& figure = track.cast().figure;
  const Model model = make_model(figure);
  Workspace work(model);
  update_kinematics(model, initial_q(model, {}), Eigen::VectorXd::Zero(model.nv()), work);
  const double height = standing_height(model, figure.legs, work);
  const double speed = advance(track) / track.duration();
  return {speed * speed / (standard_gravity * height), ""};
}

}  // namespace

std::vector<Measure> economy_measures() {
  return {
      {"cost_of_transport", "", 1,
       "positive work of all joints per weight and distance; springs that give back what they "
       "stored count too",
       cost_of_transport, Needs::joints},
      {"energy_recovery", "", 1,
       "share of the work on the centre of mass that height and forward speed give to each other: "
       "1 - external work / (work that lifts + work that speeds up), sums of what the energies "
       "gain in the strides of leg `body`, or of the first (Cavagna, Thys and Zamboni 1976)",
       energy_recovery, Needs::contact, Of::leg_or_figure},
      {"froude_number", "", 1,
       "square of the walking speed over gravity times the height of the centre of mass above the "
       "feet in the initial pose",
       froude_number, Needs::legs},
  };
}

}  // namespace gambol
