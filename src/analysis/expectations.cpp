#include "analysis/expectations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/fall.h"
#include "analysis/measure_table.h"
#include "base/clock.h"
#include "base/pattern.h"
#include "base/prefixed_unit.h"
#include "figure/figure_spec.h"
#include "figure/joint_motion.h"

namespace gambol {
namespace {

constexpr double millimetres = 1000;

// Whether `pattern` matches the mark's name or its name and text: `wire_3` or `wire_3 broken`.
bool is_marked(const std::string& pattern, const Mark& mark) {
  return matches(pattern, mark.name) || matches(pattern, mark.name + " " + mark.text);
}

Measurement measurement(const Expected& e, const std::string& name, const std::string& unit,
                        const std::string& help) {
  Measurement m;
  m.name = name;
  m.label = e.spec.name;
  m.figure = e.cast.name;
  m.unit = unit;
  m.help = help;
  m.source = e.spec.source;
  return m;
}

// `m` with its result: passed if the list of complaints `why` is empty.
Measurement judged(Measurement m, const std::vector<std::string>& why) {
  m.passed = why.empty();
  m.why = fmt::format("{}", fmt::join(why, "; "));
  return m;
}

std::string window(const Expected& e) {
  return fmt::format("from {} to {}", e.poses.when(e.track.time(0)),
                     e.poses.when(e.track.time(e.track.size() - 1)));
}

struct Slide {
  double length = 0, begin = 0, end = 0;
};

// The longest distance (m) that a leg's feet slid during one contact with the ground.
Slide longest_slide(const Track& track, const std::string& leg) {
  const auto depth = track.column(channels::foot_depth, leg), speed = track.slide_speed(leg);
  Slide worst, now;
  for (std::size_t k = 0; k < depth.size(); ++k) {
    if (!(depth[k] > 0)) {
      now = {};
      continue;
    }
    if (k == 0 || !(depth[k - 1] > 0))
      now = {0, track.time(k), track.time(k)};
    else
      now.length += (speed[k - 1] + speed[k]) / 2 * (track.time(k) - track.time(k - 1));
    now.end = track.time(k);
    if (now.length > worst.length) worst = now;
  }
  return worst;
}

// The first time (s) at which a body presses on the ground; NaN if it never does. `force`: its
// largest force, N.
double first_touch(const Track& track, const std::string& body, double& force) {
  const auto pressed = track.column(channels::ground_force, body);
  force = *std::max_element(pressed.begin(), pressed.end());
  for (std::size_t k = 0; k < pressed.size(); ++k)
    if (pressed[k] != 0) return track.time(k);
  return std::nan("");
}

// How far each leg slides during a contact.
Measurement expect_slip(const Expected& e) {
  Measurement m = measurement(e, "slip", "mm",
                              "longest slide of a leg's feet during one contact with the ground");
  m.max = e.spec.slip->max * millimetres;
  std::vector<std::string> why;
  for (const std::string& leg : e.track.columns_of(channels::foot_depth)) {
    if (!e.spec.slip->legs.empty() && !any_matches(e.spec.slip->legs, leg)) continue;
    const Slide slide = longest_slide(e.track, leg);
    m.value = std::max(m.value, slide.length * millimetres);
    if (slide.length > e.spec.slip->max)
      why.push_back(fmt::format("{} slipped {:.3g} mm from {} to {}", leg,
                                slide.length * millimetres, e.poses.when(slide.begin),
                                e.poses.when(slide.end)));
  }
  return judged(m, why);
}

// When balance was lost.
Measurement expect_upright(const Expected& e) {
  const UprightSpec& wanted = *e.spec.upright;
  Measurement m = measurement(e, "upright", "s", "time until which the root stays upright");
  m.value = e.track.time(e.track.size() - 1);
  m.min = m.value;
  std::vector<std::string> why;
  const auto height = e.track.column(channels::q, columns::z);
  const auto orientation = e.track.root_orientation();
  for (std::size_t k = 0; k < height.size() && why.empty(); ++k) {
    const double tilt = std::acos(std::clamp((orientation[k] * Vec3::UnitZ()).z(), -1.0, 1.0));
    const bool low = wanted.height && !(height[k] >= *wanted.height);
    if (tilt <= wanted.tilt && !low) continue;
    m.value = e.track.time(k);
    const std::string how = low ? fmt::format("the root is {:.3g} mm high", height[k] * millimetres)
                                : fmt::format("the root leans {:.0f} deg", tilt * degrees);
    why.push_back(fmt::format("balance was lost at {}: {}{}", e.poses.when(m.value), how,
                              why_it_fell(e.poses, e.track, m.value)));
  }
  return judged(m, why);
}

// Bodies that touch the ground but must not.
Measurement expect_touch(const Expected& e) {
  Measurement m = measurement(e, "may_touch", "bodies", "other bodies that touch the ground");
  m.max = 0;
  std::vector<std::string> why;
  for (const std::string& body : e.track.columns_of(channels::ground_force)) {
    if (any_matches(e.spec.may_touch, body)) continue;
    double force = 0;
    const double when = first_touch(e.track, body, force);
    if (std::isnan(when)) continue;
    why.push_back(fmt::format("{} touched the ground at {}, with up to {}", body,
                              e.poses.when(when), force_text(force)));
  }
  m.value = static_cast<double>(why.size());
  return judged(m, why);
}

// A mark or touch that must or must not happen.
Measurement expect_event(const Expected& e) {
  const EventSpec& event = *e.spec.event;
  const bool touch = !event.touch.empty();
  const std::string what = touch ? event.touch + " touching the ground" : event.mark;
  Measurement m = measurement(e, "event", "times", "number of times that " + what + " happened");
  m.body = touch ? event.touch : event.mark;
  std::vector<std::string> happened;
  if (touch) {
    for (const std::string& body : e.track.columns_of(channels::ground_force)) {
      double force = 0;
      const double when = first_touch(e.track, body, force);
      if (matches(event.touch, body) && !std::isnan(when))
        happened.push_back(fmt::format("{} touched the ground at {}", body, e.poses.when(when)));
    }
  } else {
    const double from = e.track.time(0), to = e.track.time(e.track.size() - 1);
    for (const Mark& mark : e.poses.marks)
      if (is_marked(event.mark, mark) && mark.time >= from - clock_slack &&
          mark.time <= to + clock_slack)
        happened.push_back(fmt::format("{}{}{} happened at {}", mark.name,
                                       mark.text.empty() ? "" : " ", mark.text,
                                       e.poses.when(mark.time)));
  }
  m.value = static_cast<double>(happened.size());
  if (event.never) {
    m.max = 0;
    return judged(m, happened);
  }
  m.min = 1;
  if (!happened.empty()) return m;
  std::string missing = fmt::format("{} did not happen {}", what, window(e));
  for (const Mark& mark : e.poses.marks)
    if (!touch && is_marked(event.mark, mark))
      missing += fmt::format(", but at {}", e.poses.when(mark.time));
  return judged(m, {missing});
}

// Joints, height and orientation at the end.
Measurement expect_pose(const Expected& e) {
  const FinalPoseSpec& wanted = *e.spec.pose;
  Measurement m = measurement(e, "pose", "", "largest deviation, divided by its tolerance");
  m.body = wanted.name;
  m.max = 1;
  std::vector<std::string> why;
  const auto consider = [&](double off, double tolerance, const std::string& complaint) {
    const double ratio = std::abs(off) / tolerance;
    m.value = std::isnan(ratio) ? ratio : std::max(m.value, ratio);
    if (!(ratio <= 1)) why.push_back(complaint);
  };
  for (const JointTarget& joint : wanted.joints) {
    const double q = e.track.column(channels::q, joint.name).back();
    const auto dof = find_dof(e.cast.figure, joint.name);
    const bool slides = dof && dof->slides;
    const double shown = slides ? millimetres : degrees;
    consider(q - joint.to, wanted.tolerance,
             fmt::format("{} is at {:.3g} {}, not {:.3g}", joint.name, q * shown,
                         slides ? "mm" : "deg", joint.to * shown));
  }
  if (wanted.height) {
    const double z = e.track.column(channels::q, columns::z).back();
    consider(z - *wanted.height, wanted.height_tolerance,
             fmt::format("the root is {:.3g} mm high, not {:.3g}", z * millimetres,
                         *wanted.height * millimetres));
  }
  if (wanted.rotate) {
    const double off =
        e.track.root_orientation().back().angularDistance(rotation_of(*wanted.rotate));
    consider(off, wanted.rotate_tolerance,
             fmt::format("the root's orientation is off by {:.0f} deg", off * degrees));
  }
  if (!why.empty())
    why.front() = fmt::format("at {}: {}", e.poses.when(e.track.time(e.track.size() - 1)), why[0]);
  return judged(m, why);
}

struct Kind {
  const char* name;
  bool (*is)(const ExpectSpec&);
  Measurement (*judge)(const Expected&);
};

constexpr Kind kinds[] = {
    {"slip", [](const ExpectSpec& e) { return e.slip.has_value(); }, expect_slip},
    {"upright", [](const ExpectSpec& e) { return e.upright.has_value(); }, expect_upright},
    {"may_touch", [](const ExpectSpec& e) { return !e.may_touch.empty(); }, expect_touch},
    {"event", [](const ExpectSpec& e) { return e.event.has_value(); }, expect_event},
    {"pose", [](const ExpectSpec& e) { return e.pose.has_value(); }, expect_pose},
};

}  // namespace

std::string kind_of(const ExpectSpec& e) {
  for (const Kind& kind : kinds)
    if (kind.is(e)) return kind.name;
  return e.measure;
}

std::optional<Measurement> judge_kind(const Expected& e) {
  for (const Kind& kind : kinds)
    if (kind.is(e.spec)) return kind.judge(e);
  return {};
}

}  // namespace gambol
