// How a leg bends and how its foot is held, while it bears and while it swings.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "analysis/leg_parts.h"
#include "analysis/measure_table.h"
#include "analysis/posed_track.h"
#include "analysis/statistics.h"
#include "figure/joint_motion.h"

namespace gambol {
namespace {

// The leg that `e.body` is a part of. Throws InputError if it is part of none.
const LegSpec& leg_of(const Track& track, const ExpectSpec& e) {
  if (const LegSpec* leg = leg_with(track.cast().figure, e.body)) return *leg;
  throw InputError(Problem{e.place, "expect.body", e.body, "a body between a leg's base and foot"});
}

// The angle, rad, by which the limb is bent at the joint of a body: between the way to it from the
// joint before, and that to the next one or, of a limb's last body, to its centre of mass. Joints
// at the same place count as one.
double bend(const Model& model, const Workspace& work, int at) {
  constexpr double apart = 1e-6;  // m
  const auto place = [&](int body) -> Vec3 { return work.bodies[body].X_WB.p; };
  const int n = static_cast<int>(model.bodies.size());
  int before = model.bodies[at].parent;
  while (before > 0 && (place(before) - place(at)).norm() < apart)
    before = model.bodies[before].parent;
  int last = at, next = at;  // parents come first
  for (int i = at + 1; i < n && (place(next) - place(at)).norm() < apart; ++i)
    if (model.bodies[i].parent == last) last = next = i;
  const Vec3 to = place(at) - place(before);
  Vec3 on = place(next) - place(at);
  if (on.norm() < apart) on = work.bodies[last].X_WB.R * model.bodies[last].mass.com;
  return std::atan2(to.cross(on).norm(), to.dot(on));
}

// [sample] bend() at the joint of `name`; NaN at samples that are not `wanted`, if that is given.
std::vector<double> bends(const Track& track, const std::string& name,
                          const std::function<bool(std::size_t)>& wanted = {}) {
  std::vector<double> all(track.size(), std::nan(""));
  for_each_pose(
      track,
      [&](std::size_t k, const Model& model, const Workspace& work) {
        all[k] = bend(model, work, model.body_index(name));
      },
      wanted);
  return all;
}

// When a leg bears, and when legs come down: samples.
struct Stances {
  std::vector<double> bears;              // [sample]
  std::vector<std::size_t> downs;         // at which the leg comes down
  std::vector<std::size_t> others_downs;  // at which any other leg does
};

Stances stances_of(const Track& track, const ExpectSpec& e, const LegSpec& leg) {
  Stances s{track.bearing(leg.name, e.bears_from), {}, {}};
  s.downs = rises(s.bears);
  for (const LegSpec& other : track.cast().figure.legs)
    if (other.name != leg.name)
      for (std::size_t k : rises(track.bearing(other.name, e.bears_from)))
        s.others_downs.push_back(k);
  return s;
}

Value stance_flexion(const Track& track, const ExpectSpec& e) {
  const LegSpec& leg = leg_of(track, e);
  const Stances s = stances_of(track, e, leg);
  const auto bent = bends(track, e.body, [&](std::size_t k) { return s.bears[k] >= 0.5; });
  Value most = unknown("no whole stance of " + leg.name);
  for (std::size_t down : s.downs) {
    std::size_t k = down;
    const auto ends = [&] {
      return s.bears[k] < 0.5 ||
             (k > down && std::count(s.others_downs.begin(), s.others_downs.end(), k) > 0);
    };
    Value here{0, ""};
    for (; k < bent.size() && !ends(); ++k)
      if (bent[k] > here.si) here = {bent[k], "at " + track.when(k)};
    if (k < bent.size() && !(here.si <= most.si)) most = here;
  }
  return most;
}

Value swing_flexion(const Track& track, const ExpectSpec& e) {
  const LegSpec& leg = leg_of(track, e);
  const Stances s = stances_of(track, e, leg);
  const auto bent = bends(track, e.body, [&](std::size_t k) { return s.bears[k] < 0.5; });
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < s.downs.size(); ++i) {
    std::size_t k = s.downs[i];
    double most = -1;
    for (; k > 0 && s.bears[k - 1] < 0.5; --k) most = std::max(most, bent[k - 1]);
    if (k == 0 || most < 0) continue;  // its swing began before the time that is measured
    sum += most;
    ++count;
  }
  return count > 0 ? Value{sum / count, e.body} : unknown("no whole swing of " + leg.name);
}

Value least_flexion(const Track& track, const ExpectSpec& e) {
  const auto bent = bends(track, e.body);
  const auto least = std::min_element(bent.begin(), bent.end());
  return {*least, "at " + track.when(static_cast<std::size_t>(least - bent.begin()))};
}

// Of the stride in equal parts: the share of the stride, and the angle of joint `e.body`, the mean
// of all whole strides, less `e.curve`, rad. Empty if there is no whole stride.
std::vector<std::pair<double, double>> off_curve(const Track& track, const ExpectSpec& e) {
  const Stances s = stances_of(track, e, leg_of(track, e));
  if (s.downs.size() < 2) return {};
  const auto angle = track.column(channels::q, e.body);
  constexpr int parts = 40;
  std::vector<std::pair<double, double>> all;
  for (int part = 0; part < parts; ++part) {
    const double phase = (part + 0.5) / parts;
    double sum = 0;
    for (std::size_t i = 0; i + 1 < s.downs.size(); ++i) {
      const auto length = static_cast<double>(s.downs[i + 1] - s.downs[i]);
      sum += angle[s.downs[i] + static_cast<std::size_t>(phase * length)];
    }
    all.emplace_back(phase, sum / static_cast<double>(s.downs.size() - 1) - e.curve->at(phase));
  }
  return all;
}

// Root mean square over the stride.
Value joint_curve_error(const Track& track, const ExpectSpec& e) {
  if (!e.curve) return unknown("no `curve`");
  const auto off = off_curve(track, e);
  if (off.empty()) return unknown("no whole stride");
  double squares = 0;
  for (const auto& [phase, angle] : off) squares += angle * angle;
  return {std::sqrt(squares / static_cast<double>(off.size())), e.body};
}

Value joint_curve_within(const Track& track, const ExpectSpec& e) {
  if (!e.curve || !e.band) return unknown("no `curve` or no `band`");
  const auto off = off_curve(track, e);
  if (off.empty()) return unknown("no whole stride");
  const auto within = [&](const auto& at) { return std::abs(at.second) <= e.band->at(at.first); };
  return {static_cast<double>(std::count_if(off.begin(), off.end(), within)) /
              static_cast<double>(off.size()),
          e.body};
}

// Attitude of the body in the figure's initial pose.
Mat3 initial_turn(const Model& model, int body) {
  Workspace still(model);
  update_poses(model, initial_q(model, {}), still);
  return still.bodies[body].X_WB.R;
}

// The mean pitch of the body, rad, against its attitude in the figure's initial pose: toes up where
// its leg comes down, or heel up where it lifts.
Value pitch_where(const Track& track, const ExpectSpec& e, bool comes_down) {
  const LegSpec& leg = leg_of(track, e);
  const auto bears = track.bearing(leg.name, e.bears_from);
  const auto changes = [&](std::size_t k) {
    return k > 0 && (bears[k] > 0.5) != (bears[k - 1] > 0.5) && (bears[k] > 0.5) == comes_down;
  };
  std::optional<Mat3> R_0;
  double sum = 0, count = 0;
  for_each_pose(
      track,
      [&](std::size_t, const Model& model, const Workspace& work) {
        const int body = model.body_index(e.body);
        if (!R_0) R_0 = initial_turn(model, body);
        const Vec3 ahead = work.bodies[body].X_WB.R * R_0->transpose() * Vec3::UnitX();
        const double pitch = std::asin(std::clamp(ahead.z(), -1.0, 1.0));
        sum += comes_down ? pitch : -pitch;
        ++count;
      },
      changes);
  return count > 0 ? Value{sum / count, e.body} : unknown("no footfall of " + leg.name);
}

Value strike_pitch(const Track& track, const ExpectSpec& e) { return pitch_where(track, e, true); }
Value lift_pitch(const Track& track, const ExpectSpec& e) { return pitch_where(track, e, false); }

bool is_limit(const ActuatorSpec& a) {
  return a.type == ActuatorType::limit || a.type == ActuatorType::exponential_limit;
}

// The angles, rad, by which `dof` is beyond the limits of actuators at each sample; empty if it has
// none.
std::vector<double> excess(const Track& track, const JointDof& dof) {
  std::vector<double> beyond;
  for (const ActuatorSpec& a : track.cast().figure.actuators) {
    const bool acts = std::any_of(a.joints.begin(), a.joints.end(), [&](const std::string& joint) {
      return joint == dof.name || joint == dof.body->name;
    });
    if (!acts || !is_limit(a) || dof.slides) continue;
    const auto q = track.column(channels::q, dof.name);
    beyond.resize(q.size(), -std::numeric_limits<double>::infinity());
    for (std::size_t k = 0; k < q.size(); ++k)
      beyond[k] = std::max({beyond[k], q[k] - a.upper, a.lower - q[k]});
  }
  return beyond;
}

Value beyond_limits(const Track& track, const ExpectSpec& e) {
  Value worst{-std::numeric_limits<double>::infinity(), ""};
  for (const JointDof& dof : joint_dofs(track.cast().figure)) {
    if (!e.body.empty() && e.body != dof.name && e.body != dof.body->name) continue;
    const std::vector<double> beyond = excess(track, dof);
    if (beyond.empty()) continue;
    const Value v = worst_of(track, beyond, dof.name);
    if (v.si > worst.si) worst = v;
  }
  return std::isinf(worst.si) ? unknown("no actuator limits it") : worst;
}

}  // namespace

std::vector<Measure> limb_measures() {
  return {
      {"beyond_limits", "deg", degrees,
       "largest angle by which a joint, or that of `body`, is beyond the limits of its actuators; "
       "negative if none reaches one",
       beyond_limits, Needs::nothing, Of::body_or_figure},
      {"stance_flexion", "deg", degrees,
       "largest angle by which a leg is bent at the joint of `body`, such as a knee, from when the "
       "leg comes down until another leg does, or until it lifts",
       stance_flexion, Needs::legs, Of::body},
      {"swing_flexion", "deg", degrees,
       "largest angle by which a leg is bent at the joint of `body` while it does not bear; mean "
       "of "
       "its swings",
       swing_flexion, Needs::legs, Of::body},
      {"joint_curve_error", "deg", degrees,
       "root mean square difference, over a stride from one footfall of its leg to the next, "
       "between "
       "the angle of joint `body`, averaged over the strides, and `curve`",
       joint_curve_error, Needs::legs, Of::dof_of_leg, Takes::curve},
      {"joint_curve_within", "", 1,
       "share of a stride in which the angle of joint `body`, averaged over the strides, is no "
       "farther from `curve` than `band`",
       joint_curve_within, Needs::legs, Of::dof_of_leg, Takes::curve_and_band},
      {"least_flexion", "deg", degrees,
       "smallest angle by which a limb is bent at the joint of `body`, such as an elbow",
       least_flexion, Needs::nothing, Of::body},
      {"strike_pitch", "deg", degrees,
       "pitch of `body`, a foot, toes up against the figure's initial pose, as its leg comes down; "
       "mean of its footfalls",
       strike_pitch, Needs::legs, Of::body},
      {"lift_pitch", "deg", degrees,
       "pitch of `body`, a foot, heel up against the figure's initial pose, as its leg lifts; mean "
       "of its lifts",
       lift_pitch, Needs::legs, Of::body},
  };
}

}  // namespace gambol
