#include "analysis/bearing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "shot/shot_spec.h"

namespace gambol {
namespace {

constexpr double heel_bears = 0.02;  // weights, on the mean while it stands

void add_column(const Column& column, double factor, std::vector<double>& to) {
  for (std::size_t k = 0; k < to.size() && column; ++k) to[k] += factor * column[k];
}

// Forces of touches with all bodies but its own: of those on the figure, at most what is on all
// others, as the touches of a figure with itself are recorded, too.
std::vector<double> outside_share(const Poses& poses, const MotionSpec& motion,
                                  const CastSpec& cast) {
  std::vector<double> own(poses.track_times.size()), outside = own;
  for (const CastSpec& any : motion.figures)
    if (const Channel* c = find_channel(poses, any.name, channels::touch_force.name))
      for (std::size_t i = 0; i < c->width(); ++i)
        add_column({*c, i}, 1, any.name == cast.name ? own : outside);
  for (std::size_t k = 0; k < own.size(); ++k)
    own[k] = own[k] > 0 ? std::min(1.0, outside[k] / own[k]) : 0;
  return own;
}

// The bodies that are feet: those that legs list, what these carry, and what carries them if it
// bears while the figure is as high as it stands, such as a heel behind the toes that are planted.
std::set<std::string, std::less<>> feet_of(const Poses& poses, const CastSpec& cast,
                                           const std::vector<double>& height, double weight) {
  std::set<std::string, std::less<>> feet, heels;
  for (const LegSpec& leg : cast.figure.legs) feet.insert(leg.feet.begin(), leg.feet.end());
  for (const BodySpec& body : cast.figure.bodies) {
    if (feet.contains(body.name) && !body.parent.empty()) heels.insert(body.parent);
    if (feet.contains(body.parent)) feet.insert(body.name);
  }
  const double high = height.empty() ? 0 : *std::max_element(height.begin(), height.end());
  for (const std::string& heel : heels) {
    const Column force = find_column(poses, cast.name, channels::ground_force.name, heel);
    double sum = 0, rows = 0;
    for (std::size_t k = 0; k < height.size() && force; ++k)
      if (height[k] > 0.8 * high) sum += force[k], ++rows;
    if (sum > heel_bears * weight * rows) feet.insert(heel);
  }
  return feet;
}

// The bodies that belong to one leg alone: what carries its feet, up to a body that carries several
// legs or is the root, and what these bodies carry.
std::set<std::string, std::less<>> parts_of_legs(const FigureSpec& figure) {
  std::map<std::string, std::string> parents;
  for (const BodySpec& body : figure.bodies) parents[body.name] = body.parent;
  std::map<std::string, std::set<std::string>> carries;  // body to legs
  for (const LegSpec& leg : figure.legs)
    for (const std::string& foot : leg.feet)
      for (std::string body = foot; !body.empty(); body = parents[body])
        carries[body].insert(leg.name);
  std::set<std::string, std::less<>> parts;
  for (const BodySpec& body : figure.bodies) {  // parents come first
    if (body.parent.empty()) continue;
    const auto legs = carries.find(body.name);
    const bool of_one = legs != carries.end() && legs->second.size() == 1;
    if (of_one || parts.contains(body.parent)) parts.insert(body.name);
  }
  return parts;
}

}  // namespace

Support support_of(const Poses& poses, const MotionSpec& motion, const CastSpec& cast,
                   const std::vector<double>& height, double weight) {
  const auto feet = feet_of(poses, cast, height, weight);
  Support support;
  support.feet.resize(poses.track_times.size());
  support.others = support.trunk = support.feet;
  const auto legs = parts_of_legs(cast.figure);
  const std::vector<double> share = outside_share(poses, motion, cast);
  const Channel* ground = find_channel(poses, cast.name, channels::ground_force.name);
  const Channel* touch = find_channel(poses, cast.name, channels::touch_force.name);
  for (std::size_t i = 0; ground && i < ground->width(); ++i) {
    std::vector<double> on(support.feet.size());
    add_column({*ground, i}, 1 / weight, on);
    const Column touching = touch ? Column(*touch, i) : Column();
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

BodyPosture posture_of(const Poses& poses, const CastSpec& cast, const Vec3& upwards) {
  BodyPosture posture;
  const auto column = [&](const ChannelKind& kind, std::string_view name) {
    return find_column(poses, cast.name, kind.name, name);
  };
  const auto point = [&](const ChannelKind& kind, const std::string& x, const std::string& y,
                         const std::string& z) {
    return std::array{column(kind, x), column(kind, y), column(kind, z)};
  };
  const auto com = point(channels::com, "x", "y", "z");
  std::vector<std::array<Column, 3>> feet;
  for (const LegSpec& leg : cast.figure.legs)
    feet.push_back(point(channels::foot_point, columns::of_leg(leg.name, "x"),
                         columns::of_leg(leg.name, "y"), columns::of_leg(leg.name, "z")));
  const auto height = [&](const std::array<Column, 3>& p, std::size_t k) {
    return upwards.dot(Vec3(p[0][k], p[1][k], p[2][k]));
  };
  const Column w = column(channels::q, columns::qw), x = column(channels::q, columns::qx),
               y = column(channels::q, columns::qy), z = column(channels::q, columns::qz);
  std::erase_if(feet, [](const auto& foot) { return !foot[0]; });
  if (feet.empty() || !w) return posture;  // poses of another program
  for (std::size_t k = 0; k < com[0].size(); ++k) {
    double lowest = INFINITY;
    for (const auto& foot : feet) lowest = std::min(lowest, height(foot, k));
    posture.height.push_back(height(com, k) - lowest);
    posture.up.push_back(Quat(w[k], x[k], y[k], z[k]).conjugate() * upwards);
  }
  return posture;
}

std::vector<double> held_up_by(const Poses& poses, const CastSpec& cast, double weight) {
  std::vector<double> force(poses.track_times.size());
  for (std::size_t i = 0; i < 3; ++i) {
    const Column c =
        find_column(poses, cast.name, channels::root_force.name, columns::root_force[i]);
    for (std::size_t k = 0; c && k < force.size(); ++k) force[k] += std::abs(c[k]) / weight;
  }
  return force;
}

}  // namespace gambol
