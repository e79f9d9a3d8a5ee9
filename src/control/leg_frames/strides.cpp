#include "control/leg_frames/strides.h"

#include <algorithm>

#include "base/pattern.h"

namespace gambol {
namespace {

Curve straight(std::vector<std::pair<double, double>> points, Interpolation by) {
  Curve curve;
  for (const auto& [x, y] : points) curve.keys.push_back({x, y, by});
  return curve;
}

StrideLeg stride_leg(const StrideSpec& gait, const LegSpec& leg, double relative_phase) {
  StrideLeg all;
  all.relative_phase = relative_phase;
  all.duty_factor = gait.duty_factor.value_or(gait.gait.duty_factor.value_or(0.5));
  all.lift = Curve(0.0);
  all.pull = all.drive = Curve(0.0);
  // It leaves the ground and comes down at the ground's speed.
  all.progress = straight({{0, 0}, {1, 1}}, Interpolation::ease);
  const auto take = [](auto& value, const auto& written) { value = written.value_or(value); };
  for (const StrideLegSpec& l : gait.legs) {
    if (!matches(l.name, leg.name)) continue;
    take(all.duty_factor, l.duty_factor);
    take(all.step, l.step);
    take(all.placement, l.placement);
    take(all.lift, l.lift);
    take(all.progress, l.progress);
    take(all.pull, l.pull);
    take(all.drive, l.drive);
    take(all.toe_off, l.toe_off);
    take(all.toe_off_time, l.toe_off_time);
    take(all.strike, l.strike);
    take(all.strike_time, l.strike_time);
  }
  return all;
}

StrideFrame stride_frame(const StrideSpec& gait, const LegFrameSpec& frame, double height) {
  StrideFrame all{Curve(height), Curve(0.0)};
  for (const StrideFrameSpec& f : gait.frames) {
    if (!matches(f.name, frame.name)) continue;
    all.height = f.height.value_or(all.height);
    all.pitch = f.pitch.value_or(all.pitch);
  }
  return all;
}

}  // namespace

Strides::Strides(const LegFramesSpec& spec, const std::vector<const StrideSpec*>& gaits,
                 const FigureSpec& figure, const std::vector<std::size_t>& legs,
                 const std::vector<double>& heights) {
  for (const StrideSpec* const of : gaits) {
    const StrideSpec& gait = *of;
    StridePlan stride{
        gait.speeds.value_or(Vec2(0, 0)), gait.period, gait.hurry, gait.gains, {}, {}};
    const std::vector<double> phases = phases_of(gait.gait, figure.legs);
    for (std::size_t f = 0; f < spec.frames.size(); ++f)
      stride.frames.push_back(stride_frame(gait, spec.frames[f], heights[f]));
    for (const std::size_t leg : legs)
      stride.legs.push_back(stride_leg(gait, figure.legs[leg], phases[leg]));
    strides_.push_back(std::move(stride));
  }
}

StrideMix Strides::at(double speed) const {
  std::size_t k = 0;
  while (k + 1 < strides_.size() && speed >= strides_[k + 1].speeds[0]) ++k;
  const StridePlan& last = strides_[k];
  if (k == 0 || speed >= strides_[k - 1].speeds[1]) return {&last, &last};
  const double from = last.speeds[0], to = strides_[k - 1].speeds[1];
  return {&strides_[k - 1], &last, (speed - from) / (to - from)};
}

}  // namespace gambol
