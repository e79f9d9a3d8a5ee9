#include "analysis/bearing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/pattern.h"
#include "poses/channels.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

constexpr double heel_bears = 0.02;  // weights, on the mean while it stands

constexpr double minute = 60;  // s: stretch of a motion whose rows are in memory at a time

std::vector<double> rows_of(const Column& column, RowSpan rows) {
  return column ? column.values(rows.first, rows.last) : std::vector<double>(rows.size());
}

void add_column(const Column& column, RowSpan rows, std::vector<double>& to) {
  const std::vector<double> values = rows_of(column, rows);
  for (std::size_t k = 0; k < to.size(); ++k) to[k] += values[k];
}

// The share of touches with other figures. Touches of a figure with itself are recorded, too: of
// one that has such, at most what is on all others is from outside.
std::vector<double> outside_share(const Poses& poses, const MotionSpec& motion,
                                  const CastSpec& cast, RowSpan rows) {
  if (!motion.world.collisions.touches_itself(cast.name))
    return std::vector<double>(rows.size(), 1);
  std::vector<double> own(rows.size()), outside = own;
  for (const CastSpec& any : motion.figures)
    if (const Channel* c = find_channel(poses, any.name, channels::touch_force.name))
      for (std::size_t i = 0; i < c->width(); ++i)
        add_column({*c, i}, rows, any.name == cast.name ? own : outside);
  for (std::size_t k = 0; k < own.size(); ++k)
    own[k] = own[k] > 0 ? std::min(1.0, outside[k] / own[k]) : 0;
  return own;
}

// The bodies that legs list and what these carry; and what carries them.
std::pair<BodyNames, BodyNames> feet_and_heels(const FigureSpec& figure) {
  BodyNames feet, heels;
  for (const LegSpec& leg : figure.legs) feet.insert(leg.feet.begin(), leg.feet.end());
  for (const BodySpec& body : figure.bodies) {
    if (feet.contains(body.name) && !body.parent.empty()) heels.insert(body.parent);
    if (feet.contains(body.parent)) feet.insert(body.name);
  }
  return {feet, heels};
}

// A point's coordinates.
class PointRows {
 public:
  PointRows(const std::array<Column, 3>& columns, RowSpan rows) {
    for (std::size_t i = 0; i < 3; ++i) values_[i] = rows_of(columns[i], rows);
  }
  double along(const Vec3& axis, std::size_t k) const {
    return axis.dot(Vec3(values_[0][k], values_[1][k], values_[2][k]));
  }

 private:
  std::array<std::vector<double>, 3> values_;
};

// The bodies that belong to one leg alone: what carries its feet, up to a body that carries several
// legs or is the root, and what these bodies carry.
BodyNames parts_of_legs(const FigureSpec& figure) {
  std::map<std::string, std::string> parents;
  for (const BodySpec& body : figure.bodies) parents[body.name] = body.parent;
  std::map<std::string, std::set<std::string>> carries;  // body to legs
  for (const LegSpec& leg : figure.legs)
    for (const std::string& foot : leg.feet)
      for (std::string body = foot; !body.empty(); body = parents[body])
        carries[body].insert(leg.name);
  BodyNames parts;
  for (const BodySpec& body : figure.bodies) {  // parents come first
    if (body.parent.empty()) continue;
    const auto legs = carries.find(body.name);
    const bool of_one = legs != carries.end() && legs->second.size() == 1;
    if (of_one || parts.contains(body.parent)) parts.insert(body.name);
  }
  return parts;
}

}  // namespace

std::vector<RowSpan> stretches_of(const Poses& poses) {
  const std::vector<double>& times = poses.track_times;
  std::vector<RowSpan> spans;
  for (std::size_t first = 0; first < times.size(); first = spans.back().last) {
    const auto end =
        std::lower_bound(times.begin() + long(first) + 1, times.end(), times[first] + minute);
    spans.push_back({first, std::size_t(end - times.begin())});
  }
  return spans;
}

BodyNames feet_of(const Poses& poses, const CastSpec& cast, const Vec3& upwards, double weight) {
  auto [feet, heels] = feet_and_heels(cast.figure);
  double high = -INFINITY;
  for (const RowSpan& rows : stretches_of(poses))
    for (const double height : posture_of(poses, cast, upwards, rows).height)
      high = std::max(high, height);
  for (const std::string& heel : heels) {
    const Column force = find_column(poses, cast.name, channels::ground_force.name, heel);
    double sum = 0, count = 0;
    for (const RowSpan& rows : force ? stretches_of(poses) : std::vector<RowSpan>()) {
      const std::vector<double> heights = posture_of(poses, cast, upwards, rows).height;
      const std::vector<double> forces = rows_of(force, rows);
      for (std::size_t k = 0; k < heights.size(); ++k)
        if (heights[k] > 0.8 * high) sum += forces[k], ++count;
    }
    if (sum > heel_bears * weight * count) feet.insert(heel);
  }
  return feet;
}

Support support_of(const Poses& poses, const MotionSpec& motion, const CastSpec& cast,
                   const BodyNames& feet, double weight, RowSpan rows) {
  Support support;
  support.feet.resize(rows.size());
  support.others = support.trunk = support.feet;
  const auto legs = parts_of_legs(cast.figure);
  const std::vector<double> share = outside_share(poses, motion, cast, rows);
  const Channel* ground = find_channel(poses, cast.name, channels::ground_force.name);
  const Channel* touch = find_channel(poses, cast.name, channels::touch_force.name);
  for (std::size_t i = 0; ground && i < ground->width(); ++i) {
    std::vector<double> on = rows_of({*ground, i}, rows);
    for (double& force : on) force = 1 / weight * force;
    const std::vector<double> touching = rows_of(touch ? Column(*touch, i) : Column(), rows);
    for (std::size_t k = 0; touch && k < on.size(); ++k) on[k] += share[k] * touching[k] / weight;
    const std::string& body = ground->columns[i];
    const bool foot = feet.contains(body), trunk = !foot && !legs.contains(body);
    for (std::size_t k = 0; k < on.size(); ++k) {
      (foot ? support.feet : support.others)[k] += on[k];
      if (trunk) support.trunk[k] += on[k];
    }
  }
  return support;
}

BodyPosture posture_of(const Poses& poses, const CastSpec& cast, const Vec3& upwards,
                       RowSpan rows) {
  BodyPosture posture;
  const auto column = [&](const ChannelKind& kind, std::string_view name) {
    return find_column(poses, cast.name, kind.name, name);
  };
  const auto point = [&](const ChannelKind& kind, const std::string& x, const std::string& y,
                         const std::string& z) {
    return std::array{column(kind, x), column(kind, y), column(kind, z)};
  };
  std::vector<PointRows> feet;
  for (const LegSpec& leg : cast.figure.legs)
    if (const auto foot = point(channels::foot_point, columns::of_leg(leg.name, "x"),
                                columns::of_leg(leg.name, "y"), columns::of_leg(leg.name, "z"));
        foot[0])
      feet.emplace_back(foot, rows);
  if (feet.empty() || !column(channels::q, columns::qw) || !column(channels::com, "x"))
    return posture;  // of another program
  const PointRows com(point(channels::com, "x", "y", "z"), rows);
  const auto w = rows_of(column(channels::q, columns::qw), rows),
             x = rows_of(column(channels::q, columns::qx), rows),
             y = rows_of(column(channels::q, columns::qy), rows),
             z = rows_of(column(channels::q, columns::qz), rows);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    double lowest = INFINITY;
    for (const PointRows& foot : feet) lowest = std::min(lowest, foot.along(upwards, k));
    posture.height.push_back(com.along(upwards, k) - lowest);
    posture.up.push_back(Quat(w[k], x[k], y[k], z[k]).conjugate() * upwards);
  }
  return posture;
}

std::vector<double> held_up_by(const Poses& poses, const CastSpec& cast, double weight,
                               RowSpan rows) {
  std::vector<double> force(rows.size());
  for (std::size_t i = 0; i < 3; ++i) {
    const std::vector<double> values = rows_of(
        find_column(poses, cast.name, channels::root_force.name, columns::root_force[i]), rows);
    for (std::size_t k = 0; k < force.size(); ++k) force[k] += std::abs(values[k]) / weight;
  }
  return force;
}

}  // namespace gambol
