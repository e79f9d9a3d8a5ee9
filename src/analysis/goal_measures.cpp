// How a figure keeps the speed and heading that its controller is to keep, and how steady it is
// meanwhile.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/footfalls.h"
#include "analysis/posed_track.h"
#include "analysis/statistics.h"

namespace gambol {
namespace {

std::vector<double> goal(const Track& track, std::string_view name) {
  for (const ControllerSpec& c : track.cast().controllers)
    if (c.kind.has_goals()) return track.output(c, name);
  return {};
}

// Samples in a stride; 1 if there are none.
std::size_t samples_in_stride(const Track& track) {
  const double strides = track.commanded_stride_frequency();
  const double rate = static_cast<double>(track.size() - 1) / track.duration();
  if (strides == 0) return 1;
  return std::clamp<std::size_t>(std::lround(rate / strides), 1, track.size() - 1);
}

// The mean over strides of the distance between the velocity over a stride and the one wanted.
Value goal_speed_error(const Track& track, const ExpectSpec&) {
  const auto speed = goal(track, outputs::goal_speed), heading = goal(track, outputs::goal_heading);
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  const std::size_t stride = samples_in_stride(track);
  double sum = 0, n = 0;
  for (std::size_t k = stride; k < track.size(); k += stride, ++n) {
    const double T = track.time(k) - track.time(k - stride);
    double wx = 0, wy = 0;
    for (std::size_t i = k - stride; i < k; ++i) {
      wx += speed[i] * std::cos(heading[i]) / static_cast<double>(stride);
      wy += speed[i] * std::sin(heading[i]) / static_cast<double>(stride);
    }
    sum += std::hypot((x[k] - x[k - stride]) / T - wx, (y[k] - y[k - stride]) / T - wy);
  }
  return {sum / n, ""};
}

// The heading is averaged over a stride: its wiggle within one is not a turn.
Value goal_heading_error(const Track& track, const ExpectSpec&) {
  const auto heading = track.heading(), wanted = goal(track, outputs::goal_facing);
  const std::size_t stride = samples_in_stride(track);
  Value worst;
  double sum = 0;
  for (std::size_t k = 0; k < track.size(); ++k) {
    sum += std::remainder(heading[k] - wanted[k], 2 * std::numbers::pi);
    if (k >= stride)
      sum -= std::remainder(heading[k - stride] - wanted[k - stride], 2 * std::numbers::pi);
    if (k + 1 < stride) continue;
    const double off = std::abs(sum / static_cast<double>(stride));
    if (off >= worst.si) worst = {off, fmt::format("at {:.3f} s", track.time(k))};
  }
  return worst;
}

// A step lasts from a footfall to the next one of another leg, so the first one's is not known.
Value steps_to_speed(const Track& track, const ExpectSpec& e) {
  constexpr double reached = 0.9;
  const auto goals = goal(track, outputs::goal_speed);
  const double wanted = *std::max_element(goals.begin(), goals.end());
  if (!(wanted > 0)) return unknown("its goal is not to go ahead");
  const auto downs = steps_in_turn(track, e);
  for (std::size_t i = 1; i < downs.size(); ++i) {
    if (downs[i] == downs[i - 1]) continue;  // two legs at once
    const Track step = track.part(downs[i - 1], downs[i] - downs[i - 1] + 1);
    if (advance(step) >= reached * wanted * step.duration())
      return {static_cast<double>(i + 1), "at " + track.when(downs[i])};
  }
  return unknown(fmt::format("no step of {} m/s", reached * wanted));
}

// Root mean square of second differences of the place of the body's origin.
Value shaking(const Track& track, const ExpectSpec& e) {
  std::vector<Vec3> places;
  for_each_pose(track, [&](std::size_t, const Model& model, const Workspace& work) {
    places.push_back(work.bodies[static_cast<std::size_t>(model.body_index(e.body))].X_WB.p);
  });
  const std::size_t n = places.size();
  if (n < 3) return unknown("fewer than three samples");
  const double h = track.duration() / static_cast<double>(n - 1);
  double sum = 0;
  for (std::size_t k = 1; k + 1 < n; ++k)
    sum += ((places[k + 1] - 2 * places[k] + places[k - 1]) / (h * h)).squaredNorm();
  return {std::sqrt(sum / static_cast<double>(n - 2)), e.body};
}

}  // namespace

std::vector<Measure> goal_measures() {
  return {
      {"goal_speed_error", "m/s", 1,
       "mean distance between the velocity of the centre of mass over a stride and the goal's, "
       "which is the speed in the direction of the heading that the skill is to keep",
       goal_speed_error, Needs::goals},
      {"goal_heading_error", "deg", degrees,
       "largest angle between the root's heading, averaged over a stride, and that which it is to "
       "face",
       goal_heading_error, Needs::goals},
      {"steps_to_speed", "", 1,
       "footfalls until a step, from one footfall to the next of another leg, is for the first "
       "time as fast, by its mean speed along the heading, as 90 % of the greatest speed that the "
       "goal has in the time; the footfall that ends the step counts",
       steps_to_speed, Needs::goals},
      {"shaking", "m/s2", 1,
       "root mean square acceleration of the origin of `body`, such as a head, at the rate of the "
       "track",
       shaking, Needs::nothing, Of::body},
  };
}

}  // namespace gambol
