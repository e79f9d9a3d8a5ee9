#include "shot/kinematic_gait_spec.h"

namespace gambol {

GaitDesign GaitCurves::at(double t) const {
  const auto value = [t](const std::optional<Curve>& c) {
    return c ? std::optional<double>(c->at(t)) : std::nullopt;
  };
  GaitDesign d;
  d.period = value(period);
  d.duty_factor = value(duty_factor);
  d.support_duration = value(support_duration);
  d.transfer_duration = value(transfer_duration);
  d.stroke = value(stroke);
  d.body_speed = value(body_speed);
  d.leg_speed = value(leg_speed);
  return d;
}

}  // namespace gambol
