// Posture: height and tilt.

#include <algorithm>
#include <cmath>

#include "analysis/posed_track.h"
#include "analysis/statistics.h"

namespace gambol {
namespace {

Value height_drift(const Track& track, const ExpectSpec&) {
  return {std::abs(slope(track, track.column(channels::com, columns::z))) * track.duration(), ""};
}

Value bounce(const Track& track, const ExpectSpec&) {
  const auto z = track.column(channels::com, columns::z);
  const auto [low, high] = std::minmax_element(z.begin(), z.end());
  return {(*high - *low) / 2, ""};
}

// The tops and bottoms of x, in turn, each more than `least` from the next. Its ends are none.
struct TopsAndBottoms {
  std::vector<double> at;
  bool begins_high = false;
};
TopsAndBottoms turns_of(const std::vector<double>& x, double least) {
  TopsAndBottoms turns;
  double low = x.front(), high = x.front();
  int way = 0;  // 1 up, -1 down
  for (const double now : x) {
    low = std::min(low, now);
    high = std::max(high, now);
    if (way <= 0 && now - low > least) {
      if (way < 0) turns.at.push_back(low);
      way = 1;
      high = now;
    } else if (way >= 0 && high - now > least) {
      if (way > 0) turns.at.push_back(high);
      if (turns.at.size() == 1) turns.begins_high = true;
      way = -1;
      low = now;
    }
  }
  return turns;
}

// By the heights from which it fell and to which it rose: a speed goes with the root of a height.
Value rebound(const Track& track, const ExpectSpec&) {
  const auto z = track.column(channels::com, columns::z);
  const auto [least, most] = std::minmax_element(z.begin(), z.end());
  constexpr double counts = 0.02;  // of the range of heights: less is no bounce
  const TopsAndBottoms turns = turns_of(z, counts * (*most - *least));
  std::vector<double> ratios;
  for (std::size_t k = turns.begins_high ? 1 : 2; k + 1 < turns.at.size(); k += 2)
    ratios.push_back(std::sqrt((turns.at[k + 1] - turns.at[k]) / (turns.at[k - 1] - turns.at[k])));
  if (ratios.empty()) return unknown("it does not bounce between two tops");
  return {median(ratios), ""};
}

Value tilt(const Track& track, const ExpectSpec&) {
  std::vector<double> angles;
  for (const Quat& R : track.root_orientation()) {
    angles.push_back(std::acos(std::clamp((R * Vec3::UnitZ()).z(), -1.0, 1.0)));
  }
  return worst_of(track, angles, "root");
}

// How far the root leans to its left, or with `side` -1 to its right.
template <int side>
Value lean(const Track& track, const ExpectSpec&) {
  std::vector<double> angles;
  for (const Quat& R : track.root_orientation())
    angles.push_back(-side * std::asin(std::clamp((R * Vec3::UnitY()).z(), -1.0, 1.0)));
  return worst_of(track, angles, "root");
}

Value heading_range(const Track& track, const ExpectSpec&) {
  const auto heading = track.heading();
  const auto [least, most] = std::minmax_element(heading.begin(), heading.end());
  return {*most - *least, ""};
}

// The angle of the body's x axis below the horizon, at each sample.
std::vector<double> nose_angles(const Track& track, const std::string& name) {
  std::vector<double> angles;
  for_each_pose(track, [&](std::size_t, const Model& model, const Workspace& work) {
    const Vec3 ahead = work.bodies[model.body_index(name)].X_WB.R.col(0);
    angles.push_back(-std::asin(std::clamp(ahead.z(), -1.0, 1.0)));
  });
  return angles;
}

Value nose_down(const Track& track, const ExpectSpec& e) {
  return worst_of(track, nose_angles(track, e.body), e.body);
}

Value mean_nose_down(const Track& track, const ExpectSpec& e) {
  return {mean(nose_angles(track, e.body)), e.body};
}

// How far the x axis of a body turns against the root: up and down, or sideways.
template <bool sideways>
Value bend_range(const Track& track, const ExpectSpec& e) {
  std::vector<double> angles;
  for_each_pose(track, [&](std::size_t, const Model& model, const Workspace& work) {
    const Mat3& R_WB = work.bodies[model.body_index(e.body)].X_WB.R;
    const Vec3 ahead = work.bodies[0].X_WB.R.transpose() * R_WB.col(0);
    angles.push_back(sideways ? std::atan2(ahead.y(), ahead.x())
                              : std::asin(std::clamp(ahead.z(), -1.0, 1.0)));
  });
  const auto [low, high] = std::minmax_element(angles.begin(), angles.end());
  return {*high - *low, e.body};
}

// Share of the time that the root's up axis points below the horizon.
Value overturned(const Track& track, const ExpectSpec&) {
  double down = 0;
  for (const Quat& R : track.root_orientation()) down += (R * Vec3::UnitZ()).z() < 0;
  return {down / static_cast<double>(track.size()), ""};
}

Value climb(const Track& track, const ExpectSpec&) {
  const auto z = track.column(channels::com, columns::z);
  return {*std::max_element(z.begin(), z.end()) - z.front(), ""};
}

Value descent(const Track& track, const ExpectSpec&) {
  const auto z = track.column(channels::com, columns::z);
  return {*std::max_element(z.begin(), z.end()) - z.back(), ""};
}

Value mean_height(const Track& track, const ExpectSpec&) {
  return {mean(track.column(channels::com, columns::z)), ""};
}

Value peak_height(const Track& track, const ExpectSpec&) {
  const auto z = track.column(channels::com, columns::z);
  return {*std::max_element(z.begin(), z.end()), ""};
}

Value vertical_acceleration(const Track& track, const ExpectSpec&) {
  return {curvature(track, track.column(channels::com, columns::z)), ""};
}

}  // namespace

std::vector<Measure> posture_measures() {
  return {
      {"height_drift", "mm", 1000, "rise or fall of the centre of mass, by its linear trend",
       height_drift},
      {"height", "mm", 1000, "mean height of the centre of mass", mean_height},
      {"peak_height", "mm", 1000, "greatest height of the centre of mass", peak_height},
      {"bounce", "mm", 1000, "half of the range of the centre of mass's height", bounce},
      {"rebound", "", 1,
       "vertical speed of the centre of mass after a bounce over that before it; median of its "
       "bounces",
       rebound},
      {"overturned", "", 1, "share of the time that the root's up axis points down", overturned},
      {"climb", "mm", 1000, "highest rise of the centre of mass above its first height", climb},
      {"descent", "mm", 1000, "greatest height of the centre of mass less its last height",
       descent},
      {"vertical_acceleration", "m/s2", 1,
       "second derivative of the parabola that best fits the height of the centre of mass",
       vertical_acceleration},
      {"nose_down", "deg", degrees,
       "largest angle of the x axis of `body` below the horizon; negative if it always points up",
       nose_down, Needs::nothing, Of::body},
      {"mean_nose_down", "deg", degrees, "mean angle of the x axis of `body` below the horizon",
       mean_nose_down, Needs::nothing, Of::body},
      {"bend_range", "deg", degrees,
       "largest less smallest angle, up and down, between the x axes of `body` and of the root",
       bend_range<false>, Needs::joints, Of::body},
      {"sideways_bend_range", "deg", degrees,
       "largest less smallest angle, to the left and right, between the x axes of `body` and of "
       "the root",
       bend_range<true>, Needs::joints, Of::body},
      {"tilt", "deg", degrees, "largest angle of the root's up axis from the vertical", tilt},
      {"lean_left", "deg", degrees,
       "largest angle by which the root leans to its left; negative if it always leans to its "
       "right",
       lean<1>},
      {"lean_right", "deg", degrees,
       "largest angle by which the root leans to its right; negative if it always leans to its "
       "left",
       lean<-1>},
      {"heading_range", "deg", degrees, "largest less smallest heading of the root", heading_range},
  };
}

}  // namespace gambol
