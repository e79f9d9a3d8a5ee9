#include "control/oscillators/steering.h"

#include <algorithm>
#include <cmath>

#include "dynamics/momentum.h"

namespace gambol {
namespace {

double heading_of(const Eigen::VectorXd& q) {
  const Vec3 forward = Quat(q[3], q[4], q[5], q[6]) * Vec3::UnitX();
  return std::atan2(forward.y(), forward.x());
}

// The angle from b to a, in [-pi, pi].
double between(double a, double b) { return std::remainder(a - b, 2 * M_PI); }

}  // namespace

Steering::Steering(const OscillatorGaitSpec& spec)
    : turn_(spec.turn), turn_stroke_(spec.turn_stroke), path_(spec.path) {
  if (path_) line_.emplace(positions(path_->points), path_->closed);
}

bool Steering::arrived(const SteeringMemory& memory) const {
  constexpr double rounding = 1e-9;  // m
  return line_ && !line_->closed() && memory.progress >= line_->length() - rounding;
}

double Steering::turn(const Sense& sense, const GaitInstant& now, SteeringMemory& memory) const {
  if (!line_) return sense.goals.value("turn", turn_, sense.time);
  const Vec3 here = centre_motion(sense.model, sense.work).com;
  const double heading = heading_of(sense.q);
  if (!memory.begun) {
    memory = {true, heading, line_->nearest(here, 0, line_->length())};
  }
  const double forgotten = 1 - std::exp(-sense.dt * now.frequency);
  memory.heading += forgotten * between(heading, memory.heading);
  const double ahead = memory.progress + path_->look_ahead;
  memory.progress = line_->nearest(here, memory.progress,
                                   line_->closed() ? ahead : std::min(ahead, line_->length()));
  const Vec3 to = line_->at(memory.progress + path_->look_ahead) - here;
  const double bearing = std::atan2(to.y(), to.x());
  return std::clamp(path_->steer * between(bearing, memory.heading), -1.0, 1.0);
}

}  // namespace gambol
