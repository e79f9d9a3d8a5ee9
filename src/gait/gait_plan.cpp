#include "gait/gait_plan.h"

#include <algorithm>
#include <utility>

namespace gambol {
namespace {

template <class Look>
void each_curve(const GaitCurves& d, Look&& look) {
  for (const auto* curve : {&d.period, &d.duty_factor, &d.support_duration, &d.transfer_duration,
                            &d.stroke, &d.body_speed, &d.leg_speed})
    if (*curve) look(**curve);
}

using QuantityOfDesign = std::optional<double> GaitDesign::*;
constexpr std::pair<std::string_view, QuantityOfDesign> quantities[] = {
    {"period", &GaitDesign::period},
    {"duty_factor", &GaitDesign::duty_factor},
    {"support_duration", &GaitDesign::support_duration},
    {"transfer_duration", &GaitDesign::transfer_duration},
    {"stroke", &GaitDesign::stroke},
    {"body_speed", &GaitDesign::body_speed},
    {"leg_speed", &GaitDesign::leg_speed},
};

}  // namespace

const LegGaitSpec* GaitPlan::of_leg(const std::string& leg) const {
  for (const LegGaitSpec& l : legs)
    if (std::find(l.legs.begin(), l.legs.end(), leg) != l.legs.end()) return &l;
  return nullptr;
}

const StepSpec& GaitPlan::step_of(const std::string& leg) const {
  const LegGaitSpec* own = of_leg(leg);
  return own && own->step ? *own->step : step;
}

std::vector<double> GaitPlan::shares(const std::vector<LegSpec>& figure_legs) const {
  std::vector<double> shares;
  double all = 0;
  for (const LegSpec& leg : figure_legs) {
    const LegGaitSpec* own = of_leg(leg.name);
    shares.push_back(own ? own->push : LegGaitSpec().push);
    all += shares.back();
  }
  for (double& share : shares) share /= all;
  return shares;
}

double GaitPlan::duty_factor(const std::string& leg, double share, const GaitTimes& times, double t,
                             std::optional<double> force) const {
  constexpr double least = 0.02;  // of a cycle, on the ground and in the air
  const auto possible = [&](double duty) { return std::clamp(duty, least, 1 - least); };
  const LegGaitSpec* own = of_leg(leg);
  if (own && own->duty_factor) return possible(own->duty_factor->at(t));
  if (own && own->leg_force) return possible(share / own->leg_force->at(t));
  if (!force && leg_force) force = leg_force->at(t);
  return force ? possible(share / *force) : times.duty_factor;
}

std::size_t GaitPlan::ruling(double t) const {
  std::size_t k = shifts.size();
  while (k > 0 && t < shifts[k - 1].at) --k;
  return k;
}

GaitDesign GaitPlan::design_at(double t, std::size_t count) const {
  const auto value = [t](const std::optional<Curve>& c) {
    return c ? std::optional<double>(c->at(t)) : std::nullopt;
  };
  GaitDesign d;
  d.period = value(design.period);
  d.duty_factor = value(design.duty_factor);
  d.support_duration = value(design.support_duration);
  d.transfer_duration = value(design.transfer_duration);
  d.stroke = value(design.stroke);
  d.body_speed = value(design.body_speed);
  d.leg_speed = value(design.leg_speed);
  if (leg_force) d.duty_factor = duty_of_equal_legs(leg_force->at(t), count);
  if (!missing_quantities(d).empty()) d.duty_factor = pattern(ruling(t)).duty_factor;
  return d;
}

double duty_of_equal_legs(double force, std::size_t count) {
  return 1 / (static_cast<double>(count) * force);
}

double* find_quantity(GaitDesign& design, std::string_view name) {
  for (const auto& [key, member] : quantities)
    if (key == name && design.*member) return &*(design.*member);
  return nullptr;
}

std::vector<std::string> quantities_of(const GaitDesign& design) {
  std::vector<std::string> names;
  for (const auto& [name, member] : quantities)
    if (design.*member) names.emplace_back(name);
  return names;
}

std::vector<double> GaitPlan::instants() const {
  std::vector<double> keys{0};
  each_curve(design, [&](const Curve& curve) {
    for (const Curve::Key& key : curve.keys) keys.push_back(key.time);
  });
  if (leg_force)
    for (const Curve::Key& key : leg_force->keys) keys.push_back(key.time);
  for (const GaitShiftSpec& shift : shifts) keys.push_back(shift.at);
  std::sort(keys.begin(), keys.end());
  std::vector<double> all;
  constexpr int between = 16;
  for (std::size_t k = 0; k + 1 < keys.size(); ++k)
    for (int i = 0; i < between && keys[k] < keys[k + 1]; ++i)
      all.push_back(keys[k] + (keys[k + 1] - keys[k]) * i / between);
  all.push_back(keys.back());
  return all;
}

}  // namespace gambol
