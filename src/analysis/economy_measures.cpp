// What a walk costs and how fast it is for the figure's size.

#include <algorithm>
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
      {"froude_number", "", 1,
       "square of the walking speed over gravity times the height of the centre of mass above the "
       "feet in the initial pose",
       froude_number, Needs::legs},
  };
}

}  // namespace gambol
