#include "analysis/fall.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "analysis/figure_size.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

constexpr double turned = 1.05;  // rad, from how it stood
constexpr double low = 0.6;      // of the height at which it stood
// Weights, on the mean of a while, on its feet and on all else.
constexpr double feet_bear = 0.7, nothing_else = 0.1, feet_fail = 0.6, else_bears = 0.4;
constexpr double heel_bears = 0.02;    // weights, on the mean while it stands
constexpr double touches = 0.1;        // weights: something else begins to bear
constexpr double from_nowhere = 0.01;  // weights, on a root that is led or held

// A column as running sums, for means over a while.
class Means {
 public:
  explicit Means(const std::vector<double>& values) : sums_(values.size() + 1) {
    for (std::size_t k = 0; k < values.size(); ++k) sums_[k + 1] = sums_[k] + values[k];
  }
  double of(std::size_t first, std::size_t last) const {
    return (sums_[last + 1] - sums_[first]) / static_cast<double>(last + 1 - first);
  }

 private:
  std::vector<double> sums_;
};

// What bears a figure, in its weights, at each row.
struct Support {
  std::vector<double> feet, others;
};

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

Support support_of(const Poses& poses, const MotionSpec& motion, const CastSpec& cast,
                   const std::vector<double>& height, double weight) {
  const auto feet = feet_of(poses, cast, height, weight);
  Support support;
  support.feet.resize(poses.track_times.size());
  support.others = support.feet;
  const std::vector<double> share = outside_share(poses, motion, cast);
  const Channel* ground = find_channel(poses, cast.name, channels::ground_force.name);
  const Channel* touch = find_channel(poses, cast.name, channels::touch_force.name);
  for (std::size_t i = 0; ground && i < ground->width(); ++i) {
    std::vector<double>& on = feet.contains(ground->columns[i]) ? support.feet : support.others;
    add_column({*ground, i}, 1 / weight, on);
    for (std::size_t k = 0; touch && k < on.size(); ++k)
      on[k] += share[k] * Column(*touch, i)[k] / weight;
  }
  return support;
}

// How a figure is held, at each row.
struct Posture {
  std::vector<double> height;  // m of its centre of mass over its lowest foot
  std::vector<Vec3> up;        // upwards, in the root's axes
};

Posture posture_of(const Poses& poses, const CastSpec& cast, const Vec3& upwards) {
  Posture posture;
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

// Weights that a led or held root is moved by.
std::vector<double> held_up_by(const Poses& poses, const CastSpec& cast, double weight) {
  std::vector<double> force(poses.track_times.size());
  for (std::size_t i = 0; i < 3; ++i) {
    const Column c =
        find_column(poses, cast.name, channels::root_force.name, columns::root_force[i]);
    for (std::size_t k = 0; c && k < force.size(); ++k) force[k] += std::abs(c[k]) / weight;
  }
  return force;
}

// Times of the cues that run programs of the figure, and whether these let it down to rest.
struct Told {
  double time = 0;
  bool rests = false;
};

std::vector<Told> told_to(const ShotSpec& shot, const Poses& poses, const CastSpec& cast) {
  std::vector<Told> all;
  for (const CueSpec& cue : shot.motion.cues) {
    const std::string program =
        cue.run.starts_with(cast.name + ".") ? cue.run.substr(cast.name.size() + 1) : cue.run;
    for (const ControllerSpec& c : cast.controllers) {
      const std::vector<std::string> known = c.kind.programs();
      if (std::find(known.begin(), known.end(), program) == known.end()) continue;
      const bool rests = c.kind.rests(program);
      bool marked = false;
      for (const Mark& mark : poses.marks)
        if (!cue.name.empty() && mark.name == cue.name)
          all.push_back({mark.time, rests}), marked = true;
      if (!marked && cue.at) all.push_back({*cue.at, rests});
    }
  }
  std::sort(all.begin(), all.end(), [](const Told& a, const Told& b) { return a.time < b.time; });
  return all;
}

// Follows a figure from row to row.
class Faller {
 public:
  Faller(const ShotSpec& shot, const Poses& poses, const CastSpec& cast, double weight)
      : poses_(poses),
        posture_(posture_of(poses, cast, -shot.motion.world.gravity.normalized())),
        support_(support_of(poses, shot.motion, cast, posture_.height, weight)),
        feet_(support_.feet),
        others_(support_.others),
        led_(held_up_by(poses, cast, weight)),
        heights_(posture_.height),
        told_(told_to(shot, poses, cast)),
        half_height_(cast.figure.bodies.empty() ? first_height() : body_height(cast.figure) / 2),
        second_(std::sqrt(half_height_ / shot.motion.world.gravity.norm())) {}

  // Rows at which it begins to fall.
  std::vector<std::size_t> falls() {
    std::vector<std::size_t> rows;
    const std::size_t size = std::min(posture_.height.size(), poses_.track_times.size());
    for (std::size_t k = 1; k < size; ++k) {
      if (stands(k)) {
        if (!standing_) up_ = posture_.up[k];
        standing_ = true;
        height_ = std::max(height_, heights_.of(since(k, stands_for), k));
      } else if (standing_ && has_fallen(k)) {
        if (!is_to_rest(poses_.track_times[k])) rows.push_back(first_touch(since(k, while_)));
        standing_ = false;
      }
    }
    return rows;
  }

 private:
  // In units of sqrt(height / gravity), of half of its height as it is made: the time in which what
  // tips over falls by that height, and half of it.
  static constexpr double while_ = 2, stands_for = 1;

  // The row that is so many of these units before k.
  std::size_t since(std::size_t k, double times) const {
    const double begin = poses_.track_times[k] - times * second_;
    const auto at = std::lower_bound(poses_.track_times.begin(),
                                     poses_.track_times.begin() + static_cast<long>(k), begin);
    return static_cast<std::size_t>(at - poses_.track_times.begin());
  }

  double first_height() const { return posture_.height.empty() ? 0 : posture_.height[0]; }

  bool stands(std::size_t k) const {
    const std::size_t first = since(k, stands_for);
    return first > 0 && feet_.of(first, k) > feet_bear && others_.of(first, k) < nothing_else &&
           heights_.of(first, k) > std::max(0.8 * height_, low * half_height_) &&
           (!standing_ || tilt(k) < turned);
  }

  bool has_fallen(std::size_t k) const {
    const std::size_t first = since(k, while_);
    return feet_.of(first, k) < feet_fail && others_.of(first, k) > else_bears &&
           led_.of(first, k) < from_nowhere &&
           (heights_.of(first, k) < low * height_ || tilt(k) > turned);
  }

  double tilt(std::size_t k) const {
    return std::acos(std::clamp(posture_.up[k].dot(up_), -1.0, 1.0));
  }

  bool is_to_rest(double time) const {
    bool rests = false;
    for (const Told& told : told_)
      if (told.time <= time) rests = told.rests;
    return rests;
  }

  std::size_t first_touch(std::size_t k) const {
    while (k + 1 < support_.others.size() && support_.others[k] < touches) ++k;
    return k;
  }

  const Poses& poses_;
  Posture posture_;
  Support support_;
  Means feet_, others_, led_, heights_;
  std::vector<Told> told_;
  double half_height_, second_;  // m, s
  bool standing_ = false;
  double height_ = 0;        // m, the most at which it stood
  Vec3 up_ = Vec3::UnitZ();  // Posture::up as it began to stand
};

// Nothing of what is told of falls concerns a figure that no controller moves.
bool may_fall(const CastSpec& cast) {
  return !cast.is_obstacle && cast.falls == Falls::warned && !cast.figure.legs.empty() &&
         !cast.controllers.empty() && !cast.fixed_root;
}

double weight_in(const ShotSpec& shot, const Poses& poses, const CastSpec& cast) {
  for (const RecordedFigure& f : poses.figures)
    if (f.name == cast.name) return f.mass * shot.motion.world.gravity.norm();
  return 0;
}

}  // namespace

std::string FallNote::to_string(const Poses& poses) const {
  return fmt::format("{} fell at {}{}{}; `falls: allowed` says that this is meant", figure,
                     poses.when(time),
                     others > 1    ? fmt::format(" (and {} times later)", others)
                     : others == 1 ? " (and once more later)"
                                   : "",
                     why);
}

std::vector<FallNote> falls_of(const ShotSpec& shot, const Poses& poses) {
  std::vector<FallNote> notes;
  for (const CastSpec& cast : shot.motion.figures) {
    const double weight = weight_in(shot, poses, cast);
    if (!may_fall(cast) || !(weight > 0) || poses.track_times.size() < 2) continue;
    const std::vector<std::size_t> rows = Faller(shot, poses, cast, weight).falls();
    if (rows.empty()) continue;
    const Track track(poses, shot.motion.figures, cast, poses.track_times.front(),
                      poses.track_times.back(), cast.place);
    const double time = poses.track_times[rows[0]];
    notes.push_back(
        {cast.name, time, static_cast<int>(rows.size()) - 1, why_it_fell(poses, track, time)});
  }
  return notes;
}

}  // namespace gambol
