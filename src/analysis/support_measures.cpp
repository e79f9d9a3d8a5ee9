// Stability, static and dynamic: whether the centre of mass is above the polygon of the feet on
// the ground, so that the gait could stop and stand, and whether it is still when its velocity
// counts.

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/measure_table.h"
#include "analysis/posed_track.h"
#include "analysis/statistics.h"
#include "base/gravity.h"
#include "figure/support.h"

namespace gambol {
namespace {

// A foot on the ground supports even while it bears nothing: it could. Height (m) of each leg's
// lowest foot above the ground, [leg][sample].
std::vector<std::vector<double>> foot_heights(const Track& track) {
  std::vector<std::vector<double>> heights;
  for (const LegSpec& leg : track.cast().figure.legs) {
    heights.emplace_back(track.size(), INFINITY);
    for (const std::string& foot : leg.feet) {
      const auto z = track.column(channels::lowest, foot);
      for (std::size_t k = 0; k < z.size(); ++k)
        heights.back()[k] = std::min(heights.back()[k], z[k]);
    }
  }
  return heights;
}

// The points of the leg's feet that are nearly as low as the lowest of them, by `nearly` of the
// height of `com` above it.
std::vector<Vec3> standing_points(const Model& model, const Workspace& work, const LegSpec& leg,
                                  const Vec3& com) {
  constexpr double nearly = 0.02;
  std::vector<Vec3> points;
  double low = INFINITY;
  for (const std::string& foot : leg.feet) {
    const int body = model.body_index(foot);
    const Frame& X = work.bodies[body].X_WB;
    for (const ContactPoint& p : model.bodies[body].contacts) {
      points.push_back(X.R * p.p_B + X.p - p.radius * Vec3::UnitZ());
      low = std::min(low, points.back().z());
    }
  }
  std::erase_if(points, [&](const Vec3& p) { return p.z() > low + nearly * (com.z() - low); });
  return points;
}

// Calls look(sample, centre of mass, standing points of each leg) at each sample at which a leg is
// on the ground; the others have no points.
template <class Look>
void supports(const Track& track, Look&& look) {
  constexpr double on_ground = 0.005;  // of the mean height of the centre of mass
  const auto& legs = track.cast().figure.legs;
  std::array<std::vector<double>, 3> com;
  for (int i = 0; i < 3; ++i) com[i] = track.column(channels::com, columns::axes[i]);
  const auto heights = foot_heights(track);
  const double high = std::abs(mean(com[2]) * on_ground);
  std::vector<std::vector<Vec3>> points(legs.size());
  for_each_pose(track, [&](std::size_t k, const Model& model, const Workspace& work) {
    const Vec3 c(com[0][k], com[1][k], com[2][k]);
    bool any = false;
    for (std::size_t leg = 0; leg < legs.size(); ++leg) {
      points[leg].clear();
      if (heights[leg][k] > high) continue;
      any = true;
      points[leg] = standing_points(model, work, legs[leg], c);
    }
    if (any) look(k, c, points);
  });
}

// Least margin (m) of `over`(sample, centre of mass, lowest point) within the polygon of the feet.
template <class Over>
Value least_margin(const Track& track, const Over& over) {
  Value least{INFINITY, ""};
  supports(track, [&](std::size_t k, const Vec3& com, const std::vector<std::vector<Vec3>>& legs) {
    std::vector<Vec3> standing;
    double low = INFINITY;
    for (const auto& points : legs)
      for (const Vec3& p : points) {
        standing.emplace_back(p.x(), p.y(), 0);
        low = std::min(low, p.z());
      }
    const double m = margin_within(over(k, com, low), standing);
    if (m < least.si) least = {m, "at " + track.when(k)};
  });
  return std::isinf(least.si) ? unknown("no contact") : least;
}

// In flight there is no polygon: static stability is not a property of a run.
Value support_margin(const Track& track, const ExpectSpec&) {
  return least_margin(
      track, [](std::size_t, const Vec3& com, double) { return Vec3(com.x(), com.y(), 0); });
}

// Velocity (m/s) of the centre of mass by central differences.
std::vector<Vec3> com_velocity(const Track& track) {
  std::vector<Vec3> v(track.size(), Vec3::Zero());
  for (int i = 0; i < 3; ++i) {
    const auto x = track.column(channels::com, columns::axes[i]);
    for (std::size_t k = 0; k < v.size(); ++k) {
      const std::size_t a = k > 0 ? k - 1 : 0, b = std::min(k + 1, v.size() - 1);
      v[k][i] = (x[b] - x[a]) / (track.time(b) - track.time(a));
    }
  }
  return v;
}

// Extrapolated centre of mass (Hof, Gazendam and Sinke 2005): where the figure, as an inverted
// pendulum as high as its centre of mass, would come to rest above a foot placed there.
Vec3 extrapolated(const Vec3& com, const Vec3& v, double low) {
  const double pendulum = std::max(com.z() - low, 0.0);
  const Vec3 at = com + std::sqrt(pendulum / standard_gravity) * v;
  return {at.x(), at.y(), 0};
}

Value margin_of_stability(const Track& track, const ExpectSpec&) {
  const auto v = com_velocity(track);
  return least_margin(track, [&](std::size_t k, const Vec3& com, double low) {
    return extrapolated(com, v[k], low);
  });
}

// A leg can push the body only away from its own side, so the outer border of each foot counts.
Value sideways_margin(const Track& track, const ExpectSpec&) {
  const auto v = com_velocity(track);
  const auto heading = track.heading();
  const auto& legs = track.cast().figure.legs;
  Value least{INFINITY, ""};
  supports(track, [&](std::size_t k, const Vec3& com, const std::vector<std::vector<Vec3>>& at) {
    for (std::size_t leg = 0; leg < legs.size(); ++leg) {
      double low = INFINITY, border = -INFINITY;
      const double side = outward(legs[leg].side);
      if (side == 0) continue;  // a leg in the middle has no outer side
      const Vec3 out(-side * std::sin(heading[k]), side * std::cos(heading[k]), 0);
      for (const Vec3& p : at[leg]) {
        low = std::min(low, p.z());
        border = std::max(border, out.dot(p));
      }
      const double m = border - out.dot(extrapolated(com, v[k], low));
      if (!at[leg].empty() && m < least.si) least = {m, legs[leg].name + " at " + track.when(k)};
    }
  });
  return std::isinf(least.si) ? unknown("no contact") : least;
}

}  // namespace

std::vector<Measure> support_measures() {
  return {
      {"support_margin", "mm", 1000,
       "least distance of the centre of mass from the border of the polygon of the feet on the "
       "ground, "
       "seen from above; negative outside it",
       support_margin, Needs::contact},
      {"margin_of_stability", "mm", 1000,
       "the same for the extrapolated centre of mass, which its velocity carries ahead (Hof 2005)",
       margin_of_stability, Needs::contact},
      {"sideways_margin", "mm", 1000,
       "least distance of the extrapolated centre of mass from the outer border of a foot on "
       "the ground, across the heading; negative outside it",
       sideways_margin, Needs::contact},
  };
}

}  // namespace gambol
