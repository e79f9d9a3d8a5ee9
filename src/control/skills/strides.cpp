#include "control/skills/strides.h"

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
  all.toe_off_time = all.strike_time = 0.1 * gait.period.at(gait.speeds.value_or(Vec2(0, 0))[1]);
  all.relative_phase = relative_phase;
  all.duty_factor = gait.duty_factor.value_or(gait.gait.duty_factor.value_or(0.5));
  all.lift = Curve(0.0);
  all.pull = all.drive = all.inversion = all.stance_inversion = all.aside = Curve(0.0);
  // It leaves the ground and comes down at the ground's speed.
  all.progress = straight({{0, 0}, {1, 1}}, Interpolation::ease);
  const auto take = [](auto& value, const auto& written) { value = written.value_or(value); };
  std::optional<double> aside;
  for (const StrideLegSpec& l : gait.legs) {
    if (!matches(l.name, leg.name)) continue;
    take(all.step, l.step);
    take(all.placement, l.placement);
    if (l.placement_aside) aside = l.placement_aside;
    take(all.lift, l.lift);
    take(all.progress, l.progress);
    take(all.pull, l.pull);
    take(all.drive, l.drive);
    take(all.toe_off, l.toe_off);
    take(all.toe_off_time, l.toe_off_time);
    take(all.strike, l.strike);
    take(all.strike_time, l.strike_time);
    take(all.pitch, l.pitch);
    take(all.stance_pitch, l.stance_pitch);
    take(all.inversion, l.inversion);
    take(all.stance_inversion, l.stance_inversion);
    take(all.aside, l.aside);
  }
  all.placement_aside = aside.value_or(all.placement);
  return all;
}

StrideFrame stride_frame(const StrideSpec& gait, const LegFrameSpec& frame, double height) {
  StrideFrame all{Curve(height), Curve(0.0), Curve(0.0), Curve(0.0), {}, Curve(0.0)};
  for (const StrideFrameSpec& f : gait.frames) {
    if (!matches(f.name, frame.name)) continue;
    all.height = f.height.value_or(all.height);
    all.bounces = f.bounces.value_or(all.bounces);
    all.brakes = f.brakes.value_or(all.brakes);
    all.pitch = f.pitch.value_or(all.pitch);
    all.roll = f.roll.value_or(all.roll);
    all.yaw = f.yaw.value_or(all.yaw);
  }
  return all;
}

std::vector<StrideAngle> stride_angles(const StrideSpec& gait, const FigureSpec& figure,
                                       const Model& model, const std::vector<std::size_t>& legs) {
  std::vector<StrideAngle> all;
  for (const StrideJointSpec& j : gait.angles) {
    int leg = -1;
    for (std::size_t k = 0; k < legs.size(); ++k)
      if (figure.legs[legs[k]].name == j.leg) leg = static_cast<int>(k);
    for (int i = root_dofs; i < model.nv(); ++i)
      if (model.means(j.name, i)) {
        std::erase_if(all, [&](const StrideAngle& before) { return before.dof == i; });
        all.push_back({i, leg, j.angle});
      }
  }
  return all;
}

int index_of_gait(const LegFramesSpec& spec, const std::string& gait) {
  for (std::size_t g = 0; g < spec.gaits.size(); ++g)
    if (spec.gaits[g].name == gait) return static_cast<int>(g);
  return -1;
}

StridePlan stride_plan(const StrideSpec& gait, const LegFramesSpec& spec, const FigureSpec& figure,
                       const Model& model, const std::vector<std::size_t>& legs,
                       const std::vector<double>& heights) {
  StridePlan stride{gait, gait.speeds.value_or(Vec2(0, 0))};
  stride.angles = stride_angles(gait, figure, model, legs);
  for (const JointGainSpec& g : gait.joints)
    for (int i = root_dofs; i < model.nv(); ++i)
      if (model.means(g.name, i)) stride.grips.push_back({i, {g.stiffness, g.damping}});
  if (gait.pushed) {
    stride.pushed_left = index_of_gait(spec, gait.pushed->left);
    stride.pushed_right = index_of_gait(spec, gait.pushed->right);
    stride.pushed_from = gait.pushed->from;
    stride.pushed_over = gait.pushed->over;
  }
  const std::vector<double> phases = phases_of(gait.gait, figure.legs);
  for (std::size_t f = 0; f < spec.frames.size(); ++f)
    stride.frames.push_back(stride_frame(gait, spec.frames[f], heights[f]));
  for (const std::size_t leg : legs)
    stride.legs.push_back(stride_leg(gait, figure.legs[leg], phases[leg]));
  return stride;
}

}  // namespace

std::vector<StridePlan> stride_plans(const LegFramesSpec& spec, const FigureSpec& figure,
                                     const Model& model, const std::vector<std::size_t>& legs,
                                     const std::vector<double>& heights) {
  std::vector<StridePlan> all;
  for (const StrideSpec& gait : spec.gaits)
    all.push_back(stride_plan(gait, spec, figure, model, legs, heights));
  return all;
}

Strides::Strides(const LegFramesSpec& spec, const std::vector<const StrideSpec*>& gaits,
                 const FigureSpec& figure, const Model& model, const std::vector<std::size_t>& legs,
                 const std::vector<double>& heights) {
  for (const StrideSpec* const gait : gaits)
    strides_.push_back(stride_plan(*gait, spec, figure, model, legs, heights));
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
