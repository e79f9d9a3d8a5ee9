// Properties of a kinematic gait (Girard and Maciejewski 1985, PODA, "seed 004"): planted feet do
// not move, the body accelerates no more than its feet allow, and it falls freely in flight.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "analysis/led_track.h"
#include "base/gravity.h"
#include "dynamics/momentum.h"

namespace gambol {
namespace {

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

// A foot counts as planted at a sample if the gait still commands stance two ticks later: outputs
// are recorded as of the tick before, and the foot lifts between ticks.
Value planted_drift(const Track& track, const ExpectSpec& e) {
  const double tick = led_by(track, e).tick;
  const auto at = feet_of(track);
  const std::size_t apart =
      static_cast<std::size_t>(std::ceil(2 * tick * (track.size() - 1) / track.duration()));
  Value worst;
  const auto& legs = track.cast().figure.legs;
  for (std::size_t leg = 0; leg < legs.size(); ++leg) {
    const auto swings = track.stepping(legs[leg].name);
    std::size_t since = 0;  // 1 + the first sample of the support
    for (std::size_t k = 0; k + apart < at.size(); ++k) {
      if (swings[k] > 0.5 || swings[k + apart] > 0.5) {
        since = 0;
        continue;
      }
      if (since == 0) since = k + 1;
      const double moved = (at[k][leg] - at[since - 1][leg]).norm();
      if (moved > worst.si)
        worst = {moved, fmt::format("{} at {:.3f} s", legs[leg].name, track.time(k))};
    }
  }
  return worst;
}

// Second differences, over one tick, of columns that the gait commands. Calls look(k, samples per
// tick, acceleration) at each sample k.
template <class Look>
void accelerations(const Track& track, const ControllerSpec& gait,
                   const std::vector<std::vector<double>>& axes, Look&& look) {
  const double rate = static_cast<double>(track.size() - 1) / track.duration();
  const auto apart = std::max<std::size_t>(std::lround(gait.tick * rate), 1);
  const double dt = static_cast<double>(apart) / rate;
  for (std::size_t k = apart; k + apart < track.size(); ++k) {
    Vec3 a = Vec3::Zero();
    for (std::size_t i = 0; i < axes.size(); ++i)
      a[static_cast<int>(i)] =
          (axes[i][k + apart] - 2 * axes[i][k] + axes[i][k - apart]) / (dt * dt);
    look(k, apart, a);
  }
}

Value flight_gravity(const Track& track, const ExpectSpec& e) {
  const ControllerSpec& gait = led_by(track, e);
  const auto allowed = track.output(gait, outputs::allowed);
  double sum = 0;
  int count = 0;
  accelerations(track, gait, {track.output(gait, columns::z)},
                [&](std::size_t k, std::size_t apart, const Vec3& a) {
                  for (std::size_t i = k - apart; i <= k + apart; ++i)
                    if (allowed[i] > 0) return;
                  sum -= a.x();
                  ++count;
                });
  if (count == 0)
    throw InputError(Problem{e.place, "expect.measure", e.measure,
                             "a gait with times at which no foot is on the ground"});
  return {sum / count, ""};
}

Value force_share(const Track& track, const ExpectSpec& e) {
  const ControllerSpec& gait = led_by(track, e);
  const auto allowed = track.output(gait, outputs::allowed);
  Value worst;
  accelerations(track, gait, {track.output(gait, columns::x), track.output(gait, columns::y)},
                [&](std::size_t k, std::size_t apart, const Vec3& a) {
                  double most = 0;
                  for (std::size_t i = k - apart; i <= k + apart; ++i)
                    most = std::max(most, allowed[i]);
                  constexpr double rounding = 0.05;  // m/s2, a two-hundredth of g
                  const double share = a.norm() / std::max(most, rounding);
                  if (a.norm() > rounding && share > worst.si)
                    worst = {share, fmt::format("at {:.3f} s", track.time(k))};
                });
  return worst;
}

// Root mean square of the recorded root force or moment, divided by `unit`.
Value unexplained(const Track& track, const ExpectSpec& e, std::span<const std::string_view> axes,
                  double unit) {
  led_by(track, e);
  double sum = 0;
  for (const std::string_view axis : axes)
    for (double f : track.column(channels::root_force, axis)) sum += f * f;
  return {std::sqrt(sum / static_cast<double>(track.size())) / unit, ""};
}

Value root_force(const Track& track, const ExpectSpec& e) {
  return unexplained(track, e, columns::force,
                     standard_gravity * make_model(track.cast().figure).mass);
}

// The height is taken in the figure's initial pose.
Value root_moment(const Track& track, const ExpectSpec& e) {
  const FigureSpec& figure = track.cast().figure;
  const Model model = make_model(figure);
  Workspace work(model);
  update_kinematics(model, initial_q(model, {}), Eigen::VectorXd::Zero(model.nv()), work);
  const double height = standing_height(model, figure.legs, work);
  return unexplained(track, e, columns::moment, standard_gravity * model.mass * height);
}

}  // namespace

std::vector<Measure> led_measures() {
  return {
      {"unreached", "mm", 1000,
       "largest distance between a foot and the position that a kinematic gait commands", unreached,
       Needs::kinematic_gait},
      {"planted_drift", "mm", 1000, "how far a planted foot moves during one stance", planted_drift,
       Needs::kinematic_gait},
      {"flight_gravity", "m/s2", 1,
       "downward acceleration of the body of a kinematic gait while no foot is on the ground",
       flight_gravity, Needs::kinematic_gait},
      {"root_force", "", 1,
       "force that the motion of a kinematic gait requires beyond what friction lets its planted "
       "feet exert, in weights of the figure: root mean square",
       root_force, Needs::kinematic_gait},
      {"root_moment", "", 1,
       "moment that the motion of a kinematic gait requires beyond what its planted feet can "
       "exert, "
       "in weights times the height of the centre of mass above the feet: root mean square",
       root_moment, Needs::kinematic_gait},
      {"force_share", "", 1,
       "largest horizontal acceleration of the body, as a share of what its feet on the ground "
       "allow",
       force_share, Needs::kinematic_gait},
  };
}

}  // namespace gambol
