#include "analysis/track.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/clock.h"

namespace gambol {

Track::Track(const Poses& poses, const std::vector<CastSpec>& all, const CastSpec& cast,
             double from, double to, const Place& place)
    : poses_(poses), all_(all), cast_(cast), place_(place) {
  const auto& times = poses.track_times;
  const auto begin = std::lower_bound(times.begin(), times.end(), from - clock_slack);
  const auto end = std::upper_bound(times.begin(), times.end(), to + clock_slack);
  if (end - begin < 2) {
    throw InputError(
        Problem{place, "expect", fmt::format("{:g} s to {:g} s", from, to),
                fmt::format("a stretch of the simulation, which runs from {:g} s to {:g} s",
                            times.empty() ? 0 : times.front(), times.empty() ? 0 : times.back())});
  }
  first_ = static_cast<std::size_t>(begin - times.begin());
  last_ = static_cast<std::size_t>(end - times.begin()) - 1;
}

std::vector<Track> Track::others() const {
  std::vector<Track> tracks;
  for (const CastSpec& other : all_) {
    if (&other == &cast_) continue;
    tracks.push_back(Track(poses_, all_, other, time(0), time(size() - 1), place_));
  }
  return tracks;
}

Track Track::part(std::size_t first, std::size_t count) const {
  Track part = *this;
  part.first_ = first_ + first;
  part.last_ = part.first_ + count - 1;
  return part;
}

const Channel& Track::channel(std::string_view name) const {
  const Channel* c = find_channel(poses_, cast_.name, name);
  if (c) return *c;
  if (!cast_.is_tracked)
    throw InputError(Problem{place_, "figure", cast_.name,
                             "a member that `crowd.members` names; of the others only the film is "
                             "recorded"});
  throw InputError(
      Problem{place_, "expect", "", fmt::format("figure {} records no {}", cast_.name, name)});
}

std::vector<double> Track::values(const Channel& channel, std::string_view name) const {
  if (const Column column = find_column(channel, name)) return column.values(first_, last_ + 1);
  throw InputError(Problem{place_, "expect.body", name.empty() ? "nothing" : std::string(name),
                           fmt::format("one of {}", fmt::join(channel.columns, ", "))});
}

std::vector<std::string> Track::columns_of(const ChannelKind& kind) const {
  return channel(kind.name).columns;
}

std::vector<double> Track::column(const ChannelKind& kind, std::string_view name) const {
  return values(channel(kind.name), name);
}

std::vector<double> Track::output(const ControllerSpec& controller, std::string_view name) const {
  return values(channel(controller.name), name);
}

std::vector<Quat> Track::root_orientation() const {
  const auto w = column(channels::q, columns::qw), x = column(channels::q, columns::qx),
             y = column(channels::q, columns::qy), z = column(channels::q, columns::qz);
  std::vector<Quat> turns;
  for (std::size_t k = 0; k < w.size(); ++k) turns.push_back(Quat(w[k], x[k], y[k], z[k]));
  return turns;
}

std::vector<double> Track::heading() const {
  std::vector<double> angles;
  for (const Quat& R : root_orientation()) {
    const Vec3 forward = R * Vec3::UnitX();
    double angle = std::atan2(forward.y(), forward.x());
    if (!angles.empty()) {
      const double turn = 2 * std::numbers::pi;
      angle += turn * std::round((angles.back() - angle) / turn);
    }
    angles.push_back(angle);
  }
  return angles;
}

std::vector<double> Track::output_of_leg(const outputs::OfLeg& output,
                                         const std::string& leg) const {
  if (const Column column = find_output(poses_, cast_.name, output, leg))
    return column.values(first_, last_ + 1);
  throw InputError(
      Problem{place_, "expect.body", leg.empty() ? "nothing" : leg, "a leg that a gait moves"});
}

std::vector<double> Track::bearing(const std::string& leg, double comes_down) const {
  column(channels::foot_force, columns::of_leg(leg, columns::z));  // complains if there is none
  BearingRule rule;
  rule.comes_down = comes_down;
  return gambol::bearing(poses_, cast_.name, leg, rule, first_, last_ + 1);
}

std::vector<double> Track::slide_speed(const std::string& leg) const {
  std::vector<double> speed(size(), 0.0);
  for (const std::string_view axis : columns::axes) {
    const auto v = column(channels::foot_slip, columns::of_leg(leg, axis));
    for (std::size_t k = 0; k < speed.size(); ++k) speed[k] = std::hypot(speed[k], v[k]);
  }
  return speed;
}

std::vector<double> Track::onsets(const std::vector<double>& signal) const {
  std::vector<double> times;
  for (const std::size_t k : rises(signal)) times.push_back(time(k));
  return times;
}

double Track::commanded_stride_frequency() const {
  double cycles = 0, span = 0;
  for (const LegSpec& leg : cast_.figure.legs) {
    const auto times = onsets(stepping(leg.name));
    if (times.size() < 2) continue;
    cycles += static_cast<double>(times.size() - 1);
    span += times.back() - times.front();
  }
  return span > 0 ? cycles / span : 0;
}

}  // namespace gambol
