#include "analysis/fall.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "figure/joint_motion.h"
#include "shot/cast_spec.h"

namespace gambol {
namespace {

constexpr double before = 0.3;  // s that are looked at
constexpr double bears = 0.02;  // weights on a foot

struct Fall {
  const FrameOfLegs* frame = nullptr;
  double begins = 0;  // s
};

// When the frame's axis that was upright at first came half as far as it was at the end.
double begins_to_fall(const Poses& poses, const Track& track, const std::string& body,
                      double time) {
  const int b = poses.body_index(track.cast().name + "/" + body);
  if (b < 0) return time;
  const auto index = static_cast<std::size_t>(b);
  const Vec3 up = poses.pose(0, index).R.conjugate() * Vec3::UnitZ();
  const auto tilt = [&](std::size_t sample) {
    return std::acos(std::clamp((poses.pose(sample, index).R * up).z(), -1.0, 1.0));
  };
  const auto& times = poses.sample_times;
  const auto last = std::upper_bound(times.begin(), times.end(), time) - times.begin() - 1;
  if (last <= 0) return time;
  const double half = tilt(static_cast<std::size_t>(last)) / 2;
  auto k = static_cast<std::size_t>(last);
  while (k > 0 && tilt(k) > half) --k;
  return times[k];
}

// The samples of the track just before `time`.
std::pair<std::size_t, std::size_t> window(const Track& track, double time) {
  std::size_t last = 0;
  while (last + 1 < track.size() && track.time(last + 1) <= time) ++last;
  std::size_t first = last;
  while (first > 0 && track.time(first) > time - before) --first;
  return {first, last};
}

// Since when no foot of the frame has borne.
std::string lack_of_feet(const Track& track, const FrameOfLegs& frame, std::size_t last) {
  double since = -1;
  for (const std::string& leg : frame.legs) {
    const auto force = track.column(channels::foot_force, columns::of_leg(leg, columns::z));
    std::size_t k = last;
    while (k > 0 && force[k] < bears * track.weight()) --k;
    since = std::max(since, track.time(k));
  }
  constexpr double long_ago = 0.1;  // s: longer than a flight of a trot
  if (since < 0 || track.time(last) - since < long_ago) return "";
  return fmt::format("none of its feet had borne for {:.0f} ms", 1000 * (track.time(last) - since));
}

std::string slid(const Track& track, const FrameOfLegs& frame, std::size_t first,
                 std::size_t last) {
  constexpr double fast = 0.3;  // m/s
  double most = fast;
  std::string which;
  for (const std::string& leg : frame.legs) {
    const auto force = track.column(channels::foot_force, columns::of_leg(leg, columns::z));
    const auto speed = track.slide_speed(leg);
    for (std::size_t k = first; k <= last; ++k)
      if (force[k] > bears * track.weight() && speed[k] > most) most = speed[k], which = leg;
  }
  return which.empty() ? "" : fmt::format("{} slid at {:.1f} m/s", which, most);
}

// The joint that was at its limit for the greatest part of the time, if for a quarter of it.
std::string lack_of_strength(const Track& track, std::size_t first, std::size_t last) {
  double most = 0.25;
  std::string which;
  for (const BodySpec& body : track.cast().figure.bodies) {
    if (!body.joint.most_torque) continue;
    for (const JointDof& dof : joint_dofs(body)) {
      const auto torque = track.column(channels::joint_force, dof.name);
      double at_limit = 0;
      for (std::size_t k = first; k <= last; ++k)
        at_limit += std::abs(torque[k]) > 0.99 * *body.joint.most_torque ? 1 : 0;
      at_limit /= static_cast<double>(last - first + 1);
      if (at_limit <= most) continue;
      most = at_limit;
      which = fmt::format("{} was at its limit of {:.3g} N*m for {:.0f} % of {:.0f} ms", dof.name,
                          *body.joint.most_torque, 100 * at_limit, 1000 * before);
    }
  }
  return which;
}

std::string pushed(const Poses& poses, double time) {
  std::string last;
  for (const Mark& mark : poses.marks)
    if (mark.time <= time && mark.time > time - 1.5)
      last = fmt::format("{} happened at {}", mark.name, poses.when(mark.time));
  return last;
}

}  // namespace

std::string why_it_fell(const Poses& poses, const Track& track, double time) {
  Fall fall;
  std::vector<FrameOfLegs> frames;
  for (const ControllerSpec& c : track.cast().controllers)
    for (const FrameOfLegs& frame : c.kind.frames()) frames.push_back(frame);
  for (const FrameOfLegs& frame : frames) {
    const double begins = begins_to_fall(poses, track, frame.body, time);
    if (!fall.frame || begins < fall.begins) fall = {&frame, begins};
  }
  if (!fall.frame) return "";
  const auto [first, last] = window(track, fall.begins);
  std::vector<std::string> all;
  for (std::string reason :
       {lack_of_feet(track, *fall.frame, last), slid(track, *fall.frame, first, last),
        lack_of_strength(track, first, last), pushed(poses, fall.begins)})
    if (!reason.empty()) all.push_back(std::move(reason));
  return fmt::format("; first {} ({}), from {} on{}{}", fall.frame->name, fall.frame->body,
                     poses.when(fall.begins), all.empty() ? "" : ": ", fmt::join(all, ", "));
}

}  // namespace gambol
