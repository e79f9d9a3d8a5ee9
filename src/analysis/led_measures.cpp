// Properties of a kinematic gait (Girard and Maciejewski 1985, PODA, "seed 004"): planted feet do
// not move, the body accelerates no more than its feet allow, and it falls freely in flight.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <string_view>

#include "analysis/led_track.h"
#include "base/gravity.h"
#include "base/rotation.h"
#include "dynamics/momentum.h"
#include "shot/controllers/controller_kinds.h"

namespace gambol {
namespace {

// Height of the figure's centre of mass above its feet in its initial pose, m.
double hip_height(const Track& track) {
  const FigureSpec& figure = track.cast().figure;
  const Model model = make_model(figure);
  Workspace work(model);
  update_kinematics(model, initial_q(model, {}), Eigen::VectorXd::Zero(model.nv()), work);
  return standing_height(model, figure.legs, work);
}

Value unreached(const Track& track, const ExpectSpec& e) {
  led_by(track, e);
  Value worst;
  for (const LegSpec& leg : track.cast().figure.legs) {
    const auto missing = track.output_of_leg(outputs::missing, leg.name);
    for (std::size_t k = 0; k < missing.size(); ++k)
      if (missing[k] > worst.si)
        worst = {missing[k], fmt::format("{} at {}", leg.name, track.when(k))};
  }
  return worst;
}

// Out of the ground below a leg's ball, [sample]: from where the ground pushes on it to its centre,
// as long as it pushes; until then upwards, afterwards as before.
std::vector<Vec3> normals_below(const Track& track, std::size_t leg,
                                const std::vector<std::vector<LedBall>>& balls) {
  constexpr double enough = 0.01;  // weights: less may come from anywhere
  const std::string& name = track.cast().figure.legs[leg].name;
  const auto columns_of = [&](const ChannelKind& channel) {
    std::array<std::vector<double>, 3> xyz;
    for (std::size_t i = 0; i < 3; ++i)
      xyz[i] = track.column(channel, columns::of_leg(name, columns::axes[i]));
    return xyz;
  };
  const auto at = columns_of(channels::foot_point), force = columns_of(channels::foot_force);
  std::vector<Vec3> normals;
  Vec3 normal = Vec3::UnitZ();
  for (std::size_t k = 0; k < track.size(); ++k) {
    const LedBall& ball = balls[k][leg];
    const Vec3 out = ball.p - Vec3(at[0][k], at[1][k], at[2][k]);
    const Vec3 pushes(force[0][k], force[1][k], force[2][k]);
    const bool is_ball = std::abs(out.norm() - ball.radius) < 0.1 * ball.radius;
    if (is_ball && pushes.norm() > enough * track.weight()) normal = out.normalized();
    normals.push_back(normal);
  }
  return normals;
}

// How far the surface of a ball has slid on the ground from `from` to `to`.
double slid(const LedBall& from, const LedBall& to, const Vec3& normal) {
  const Vec3 turned = log_rotation(Quat(Mat3(to.R * from.R.transpose())));
  return (to.p - from.p - to.radius * turned.cross(normal)).norm();
}

// A foot counts as planted at a sample if the gait still commands stance two ticks later: outputs
// are recorded as of the tick before, and the foot lifts between ticks.
Value planted_drift(const Track& track, const ExpectSpec& e) {
  const ControllerSpec& gait = led_by(track, e);
  const double tick = gait.tick;
  const bool rolls = gait.kind.as<KinematicGaitSpec>()->soles.has_value();
  const auto at = balls_of(track);
  const std::size_t apart =
      static_cast<std::size_t>(std::ceil(2 * tick * (track.size() - 1) / track.duration()));
  Value worst;
  const auto& legs = track.cast().figure.legs;
  for (std::size_t leg = 0; leg < legs.size(); ++leg) {
    const auto swings = track.stepping(legs[leg].name);
    // A foot that rolls lifts its toes until it is flat.
    const auto low = rolls ? track.column(channels::lowest, legs[leg].feet[0])
                           : std::vector<double>(track.size(), 0.0);
    const std::vector<Vec3> normals = normals_below(track, leg, at);
    std::size_t since = 0;  // 1 + the first sample of the support
    for (std::size_t k = 0; k + apart < at.size(); ++k) {
      if (swings[k] > 0.5 || swings[k + apart] > 0.5 || low[k] > 0) {
        since = 0;
        continue;
      }
      if (since == 0) since = k + 1;
      const LedBall &first = at[since - 1][leg], &now = at[k][leg];
      // A foot with a sole turns about the joint of its toes.
      const double moved = rolls ? (now.p - first.p).norm() : slid(first, now, normals[k]);
      if (moved > worst.si)
        worst = {moved, fmt::format("{} at {:.3f} s", legs[leg].name, track.time(k))};
    }
  }
  return worst;
}

// Whether each leg is on the ground at each sample, by what its ball does: it rolls. A
// foot with a sole is there too while the ground pushes on it.
std::vector<std::vector<char>> standing(const Track& track, const ControllerSpec& gait,
                                        double height) {
  const auto at = balls_of(track);
  std::vector<std::vector<double>> pushed;  // [leg][sample], of feet with soles
  if (gait.kind.as<KinematicGaitSpec>()->soles)
    for (const LegSpec& leg : track.cast().figure.legs)
      pushed.push_back(
          track.column(channels::foot_force, columns::of_leg(leg.name, columns::axes[2])));
  const double dt = track.duration() / static_cast<double>(track.size() - 1);
  const double still = 0.02 * std::sqrt(standard_gravity * height) * dt;  // m from sample to sample
  std::vector<std::vector<Vec3>> normals;                                 // [leg][sample]
  for (std::size_t leg = 0; leg < at.front().size(); ++leg)
    normals.push_back(normals_below(track, leg, at));
  std::vector<std::vector<char>> stands(at.size());
  for (std::size_t k = 0; k < at.size(); ++k) {
    const std::size_t a = k > 0 ? k - 1 : 0, b = std::min(k + 1, at.size() - 1);
    for (std::size_t leg = 0; leg < at[k].size(); ++leg)
      stands[k].push_back(slid(at[a][leg], at[b][leg], normals[leg][k]) <=
                              still * static_cast<double>(b - a) ||
                          (!pushed.empty() && pushed[leg][k] > 0));
  }
  return stands;
}

// Fmax of Eq. 14 of seed 004, in weights.
double force_of_foot(const Track& track, const ControllerSpec& gait, std::size_t leg) {
  const auto& spec = *gait.kind.as<KinematicGaitSpec>();
  const LegGaitSpec* own = spec.of_leg(track.cast().figure.legs[leg].name);
  return own ? own->foot_force.value_or(spec.foot_force) : spec.foot_force;
}

// Calls look(k, most, acceleration) at each sample k: the largest horizontal force, in
// weights, that the gait allows the feet on the ground within a tick of it, and the acceleration of
// the recorded centre of mass over that time.
template <class Look>
void accelerations(const Track& track, const ControllerSpec& gait, Look&& look) {
  const auto stands = standing(track, gait, hip_height(track));
  const auto allowed = [&](const std::vector<char>& now) {
    double sum = 0;
    for (std::size_t leg = 0; leg < now.size(); ++leg)
      if (now[leg]) sum += force_of_foot(track, gait, leg);
    return sum;
  };
  std::array<std::vector<double>, 3> com;
  for (std::size_t i = 0; i < 3; ++i) com[i] = track.column(channels::com, columns::axes[i]);
  const double rate = static_cast<double>(track.size() - 1) / track.duration();
  const auto apart = std::max<std::size_t>(std::lround(gait.tick * rate), 1);
  const double dt = static_cast<double>(apart) / rate;
  for (std::size_t k = apart; k + apart < track.size(); ++k) {
    Vec3 a;
    for (std::size_t i = 0; i < 3; ++i)
      a[static_cast<int>(i)] = (com[i][k + apart] - 2 * com[i][k] + com[i][k - apart]) / (dt * dt);
    double most = 0;
    for (std::size_t i = k - apart; i <= k + apart; ++i) most = std::max(most, allowed(stands[i]));
    look(k, most, a);
  }
}

Value flight_gravity(const Track& track, const ExpectSpec& e) {
  double sum = 0;
  int count = 0;
  accelerations(track, led_by(track, e), [&](std::size_t, double most, const Vec3& a) {
    if (most > 0) return;
    sum -= a.z();
    ++count;
  });
  if (count == 0)
    throw InputError(Problem{e.place, "expect.measure", e.measure,
                             "a gait with times at which no foot is on the ground"});
  return {sum / count, ""};
}

Value force_share(const Track& track, const ExpectSpec& e) {
  const ControllerSpec& gait = led_by(track, e);
  Value worst;
  accelerations(track, gait, [&](std::size_t k, double most, const Vec3& a) {
    // Less than a twentieth of g: a flight that is sampled over its ends.
    const double rounding = 0.05 * standard_gravity, size = a.head<2>().norm();
    const double share = size / std::max(most * standard_gravity, rounding);
    if (size > rounding && share > worst.si)
      worst = {share, fmt::format("at {:.3f} s", track.time(k))};
  });
  return worst;
}

// Size of the recorded root force or moment, divided by `unit`: root mean square, or peak.
Value unexplained(const Track& track, const ExpectSpec& e, std::span<const std::string_view> axes,
                  double unit, bool peak) {
  led_by(track, e);
  std::vector<double> squares(track.size(), 0);
  for (const std::string_view axis : axes) {
    const auto f = track.column(channels::root_force, axis);
    for (std::size_t k = 0; k < f.size(); ++k) squares[k] += f[k] * f[k];
  }
  const auto most = std::max_element(squares.begin(), squares.end());
  const std::string when =
      fmt::format("at {:.3f} s", track.time(static_cast<std::size_t>(most - squares.begin())));
  if (peak) return {std::sqrt(*most) / unit, when};
  const double sum = std::accumulate(squares.begin(), squares.end(), 0.0);
  return {std::sqrt(sum / static_cast<double>(track.size())) / unit,
          fmt::format("at most {:.3g} {}", std::sqrt(*most) / unit, when)};
}

Value root_force(const Track& track, const ExpectSpec& e) {
  return unexplained(track, e, columns::force, track.weight(), false);
}

Value root_force_peak(const Track& track, const ExpectSpec& e) {
  return unexplained(track, e, columns::force, track.weight(), true);
}

Value root_moment(const Track& track, const ExpectSpec& e) {
  return unexplained(track, e, columns::moment, track.weight() * hip_height(track), false);
}

Value root_moment_peak(const Track& track, const ExpectSpec& e) {
  return unexplained(track, e, columns::moment, track.weight() * hip_height(track), true);
}

}  // namespace

std::vector<Measure> led_measures() {
  return {
      {"unreached", "mm", 1000,
       "largest distance between a foot and the position that a kinematic gait commands", unreached,
       Needs::kinematic_gait},
      {"planted_drift", "mm", 1000,
       "how far the surface of a planted foot slides during one stance; a ball rolls",
       planted_drift, Needs::kinematic_gait},
      {"flight_gravity", "m/s2", 1,
       "mean downward acceleration of the recorded centre of mass of a kinematic gait's figure "
       "while all its feet move",
       flight_gravity, Needs::kinematic_gait},
      {"root_force", "", 1,
       "force that the motion of a kinematic gait requires beyond what friction lets its planted "
       "feet exert, in weights of the figure: root mean square",
       root_force, Needs::kinematic_gait},
      {"root_force_peak", "", 1, "the largest size of that force", root_force_peak,
       Needs::kinematic_gait},
      {"root_moment", "", 1,
       "moment that the motion of a kinematic gait requires beyond what its planted feet can "
       "exert, in weights times the height of the centre of mass above the feet: root mean square",
       root_moment, Needs::kinematic_gait},
      {"root_moment_peak", "", 1, "the largest size of that moment", root_moment_peak,
       Needs::kinematic_gait},
      {"force_share", "", 1,
       "largest horizontal acceleration of the recorded centre of mass, as a share of what the "
       "gait's foot_force allows the feet that stay where they are",
       force_share, Needs::kinematic_gait},
  };
}

}  // namespace gambol
