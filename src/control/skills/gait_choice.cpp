#include "control/skills/gait_choice.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

double round(double phase) { return phase - std::floor(phase); }

// Of a gait that is interpolated, the plan that counts for more.
const StridePlan& nearest(const StrideMix& mix) { return mix.share < 0.5 ? *mix.slow : *mix.fast; }

bool bounce(const std::vector<const StrideSpec*>& gaits) {
  return std::any_of(gaits.begin(), gaits.end(), [](const StrideSpec* gait) {
    return std::any_of(gait->frames.begin(), gait->frames.end(),
                       [](const StrideFrameSpec& f) { return f.bounces.has_value(); });
  });
}

}  // namespace

// The mean on the circle of the differences of legs' phases.
double matching_shift(const StridePlan& from, const StridePlan& to) {
  double x = 0, y = 0;
  for (std::size_t k = 0; k < from.legs.size(); ++k) {
    const StrideLeg &a = from.legs[k], &b = to.legs[k];
    const double off = b.relative_phase - b.duty_factor / 2 - a.relative_phase + a.duty_factor / 2;
    x += std::cos(2 * M_PI * off);
    y += std::sin(2 * M_PI * off);
  }
  return round(std::atan2(y, x) / (2 * M_PI));
}

GaitChoice::GaitChoice(const LegFramesSpec& spec, const FigureSpec& figure, const Model& model,
                       const std::vector<std::size_t>& legs, const std::vector<double>& heights) {
  const std::vector<std::vector<const StrideSpec*>> groups = groups_of_gaits(spec);
  for (const std::vector<const StrideSpec*>& gaits : groups)
    groups_.push_back({Strides(spec, gaits, figure, model, legs, heights),
                       gaits.front()->from_slower, gaits.front()->to_slower, bounce(gaits)});
}

std::size_t GaitChoice::group_of(double speed) const {
  std::size_t group = 0;
  while (group + 1 < groups_.size() && speed >= groups_[group + 1].rise->speed) ++group;
  return group;
}

// What changes at once does so while both ask the same legs to stand.
bool GaitChoice::may_change(const StridePlan& from, const StridePlan& to, double shift,
                            double phase, const StrideSwitchSpec& by) const {
  if (by.over > 0) return true;
  for (std::size_t k = 0; k < from.legs.size(); ++k) {
    const auto stands = [&](const StrideLeg& leg, double at) {
      return leg_state(leg.relative_phase, at) < leg.duty_factor;
    };
    if (stands(from.legs[k], phase) != stands(to.legs[k], round(phase - shift))) return false;
  }
  return true;
}

void GaitChoice::change(double speed, double time, std::size_t to, const StrideSwitchSpec& by,
                        StrideMemory& memory) const {
  const std::size_t group = memory.groups.empty() ? 0 : memory.groups.front().group;
  const StridePlan& left = nearest(groups_[group].strides.at(speed));
  const StridePlan& taken = nearest(groups_[to].strides.at(speed));
  const double shift = matching_shift(left, taken);
  if (!may_change(left, taken, shift, memory.phase, by)) return;
  memory.phase = round(memory.phase - shift);
  memory.groups = {
      {static_cast<std::uint32_t>(to), static_cast<std::uint32_t>(group), by.over, shift, time}};
}

bool GaitChoice::knows(const StrideMemory& memory) const {
  return std::all_of(memory.groups.begin(), memory.groups.end(), [&](const auto& m) {
    return m.group < groups_.size() && m.from < groups_.size();
  });
}

bool GaitChoice::flies(const StrideMemory& memory) const {
  const std::size_t group = memory.groups.empty() ? 0 : memory.groups.front().group;
  return group < groups_.size() && groups_[group].flies;
}

bool GaitChoice::brakes(const Speeds& speeds, const StrideSwitchSpec& by) const {
  return by.brakes_to && speeds.present > std::max(*by.brakes_to, speeds.goal + by.lag);
}

StrideMix GaitChoice::choose(const Speeds& speeds, double time, bool first,
                             StrideMemory& memory) const {
  const double speed = speeds.wanted;
  if (groups_.size() == 1) return groups_.front().strides.at(speed);
  if (first && group_of(speed) > 0) {
    const auto group = static_cast<std::uint32_t>(group_of(speed));
    memory.groups = {{group, group, 0, 0, time}};
  }
  const auto goes_over = [&] {
    return !memory.groups.empty() &&
           time - memory.groups.front().since < memory.groups.front().over;
  };
  const std::size_t group = memory.groups.empty() ? 0 : memory.groups.front().group;
  if (!goes_over()) {
    if (group + 1 < groups_.size() && speed >= groups_[group + 1].rise->speed)
      change(speed, time, group + 1, *groups_[group + 1].rise, memory);
    else if (group > 0 && speed < groups_[group].fall->speed &&
             !brakes(speeds, *groups_[group].fall))
      change(speed, time, group - 1, *groups_[group].fall, memory);
  }
  if (memory.groups.empty()) return groups_.front().strides.at(speed);
  const StrideMemory::Group& m = memory.groups.front();
  const StrideMix now = groups_[m.group].strides.at(speed);
  if (!goes_over()) return now;
  return {&nearest(groups_[m.from].strides.at(speed)), &nearest(now), (time - m.since) / m.over,
          m.shift};
}

}  // namespace gambol
