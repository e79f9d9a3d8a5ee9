#include "analysis/fall.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/bearing.h"
#include "analysis/figure_size.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

constexpr double turned = 1.05;  // rad, from how it stood
constexpr double low = 0.6;      // of the height at which it stood
// Weights, on the mean of a while, on its feet and on all else.
constexpr double feet_bear = 0.7, nothing_else = 0.1, feet_fail = 0.6, else_bears = 0.4;
constexpr double foot_touches = 0.01;  // weights
constexpr double borne = 0.5;          // weights on all of it: it is not in the air
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

// What is known of a figure in a stretch of rows; functions take rows of the whole motion.
class Stretch {
 public:
  Stretch(const ShotSpec& shot, const Poses& poses, const CastSpec& cast, const BodyNames& feet,
          double weight, RowSpan rows)
      : first_(rows.first),
        posture_(posture_of(poses, cast, -shot.motion.world.gravity.normalized(), rows)),
        support_(support_of(poses, shot.motion, cast, feet, weight, rows)),
        feet_(support_.feet),
        others_(support_.others),
        trunk_(support_.trunk),
        led_(held_up_by(poses, cast, weight, rows)),
        heights_(posture_.height) {}

  bool knows_posture() const { return !posture_.height.empty(); }
  double height(std::size_t k) const { return posture_.height[k - first_]; }
  const Vec3& up(std::size_t k) const { return posture_.up[k - first_]; }
  double on_feet(std::size_t k) const { return support_.feet[k - first_]; }
  double on_others(std::size_t k) const { return support_.others[k - first_]; }
  // Means over the rows from `a` to `b`.
  double height(std::size_t a, std::size_t b) const { return mean(heights_, a, b); }
  double on_feet(std::size_t a, std::size_t b) const { return mean(feet_, a, b); }
  double on_others(std::size_t a, std::size_t b) const { return mean(others_, a, b); }
  double on_trunk(std::size_t a, std::size_t b) const { return mean(trunk_, a, b); }
  double led(std::size_t a, std::size_t b) const { return mean(led_, a, b); }

 private:
  double mean(const Means& of, std::size_t a, std::size_t b) const {
    return of.of(a - first_, b - first_);
  }
  std::size_t first_;
  BodyPosture posture_;
  Support support_;
  Means feet_, others_, trunk_, led_, heights_;
};

// Follows a figure from row to row.
class Faller {
 public:
  Faller(const ShotSpec& shot, const Poses& poses, const CastSpec& cast, double weight)
      : poses_(poses), told_(told_to(shot, poses, cast)), half_height_(half_height(cast.figure)) {
    const Vec3 upwards = -shot.motion.world.gravity.normalized();
    if (half_height_ == 0) {  // its masses have no shapes
      const BodyPosture first = posture_of(poses, cast, upwards, {0, 1});
      half_height_ = first.height.empty() ? 0 : first.height[0];
    }
    second_ = std::sqrt(half_height_ / shot.motion.world.gravity.norm());
    const BodyNames feet = feet_of(poses, cast, upwards, weight);
    for (const RowSpan& rows : stretches_of(poses)) {
      // With rows before them, as far back as any mean goes.
      now_.emplace(shot, poses, cast, feet, weight, RowSpan{since(rows.first, while_), rows.last});
      if (!now_->knows_posture()) return;
      for (std::size_t k = std::max<std::size_t>(rows.first, 1); k < rows.last; ++k) follow(k);
    }
  }

  // Rows at which it begins to fall.
  const std::vector<std::size_t>& falls() const { return falls_; }

 private:
  void follow(std::size_t k) {
    if (stands(k)) {
      stand(k, now_->height(since(k, stands_for), k));
    } else if (!standing_ && falls_.empty() && is_made_to_stand(k)) {
      stand(0, now_->height(0));
    } else if (standing_ && has_fallen(k)) {
      if (!is_to_rest(poses_.track_times[k])) falls_.push_back(first_touch(since(k, while_), k));
      standing_ = false;
    } else if (standing_ && is_to_rest(poses_.track_times[k])) {
      standing_ = false;  // what gets up from there has not stood yet
    }
  }

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

  static double half_height(const FigureSpec& figure) {
    const double height = figure.bodies.empty() ? 0 : body_height(figure);
    return std::isfinite(height) && height > 0 ? height / 2 : 0;
  }

  void stand(std::size_t k, double height) {
    if (!standing_) up_ = now_->up(k);
    standing_ = true;
    height_ = std::max(height_, height);
  }

  bool stands(std::size_t k) const {
    const std::size_t first = since(k, stands_for);
    return first > 0 && now_->on_feet(first, k) > feet_bear &&
           now_->on_others(first, k) < nothing_else &&
           now_->height(first, k) > std::max(0.8 * height_, low * half_height_) &&
           (standing_ ? tilt(k) < turned : is_upright(k));
  }

  // It begins on its feet, as high as it is made, though it gives way at once, as does one whose
  // joints are limp; by its unit of time it falls by a quarter of its height.
  bool is_made_to_stand(std::size_t k) const {
    return since(k, stands_for) == 0 && now_->on_feet(k) > foot_touches &&
           now_->on_others(0, k) < touches && now_->height(0) > low * half_height_;
  }

  bool has_fallen(std::size_t k) const {
    const std::size_t first = since(k, while_);
    if (now_->led(first, k) > from_nowhere) return false;
    const double feet = now_->on_feet(first, k), others = now_->on_others(first, k);
    const bool is_low = now_->height(first, k) < low * height_;
    const bool is_turned = tilt(k) > turned;
    const bool fails = feet < feet_fail && others > else_bears;
    // A low one that is upright lies only on its trunk: shanks bear what stumbles or kneels.
    // Where a foot is the whole of a leg, or of the figure, it bears what lies on its side, too.
    return (fails && (is_turned || (is_low && now_->on_trunk(first, k) > else_bears))) ||
           (is_low && is_turned && feet + others > borne);
  }

  double tilt(std::size_t k) const {
    return std::acos(std::clamp(now_->up(k).dot(up_), -1.0, 1.0));
  }

  // By the axes of the figure's file: what struggles on its back may rise to its feet for a moment.
  bool is_upright(std::size_t k) const { return now_->up(k).z() > std::cos(turned); }

  bool is_to_rest(double time) const {
    bool rests = false;
    for (const Told& told : told_)
      if (told.time <= time) rests = told.rests;
    return rests;
  }

  // The first row, from `first` to `last`, at which something else bears; where feet are all that
  // it falls on, at which it is turned.
  std::size_t first_touch(std::size_t first, std::size_t last) const {
    for (std::size_t k = first; k <= last; ++k)
      if (now_->on_others(k) >= touches) return k;
    for (std::size_t k = first; k <= last; ++k)
      if (tilt(k) > turned) return k;
    return first;
  }

  const Poses& poses_;
  std::optional<Stretch> now_;
  std::vector<Told> told_;
  double half_height_, second_ = 0;  // m, s
  std::vector<std::size_t> falls_;
  bool standing_ = false;
  double height_ = 0;        // m, the most at which it stood
  Vec3 up_ = Vec3::UnitZ();  // BodyPosture::up as it began to stand
};

// What moves by controllers that keep no stance, such as waves that were bred, has none to lose.
bool may_fall(const CastSpec& cast) {
  const auto keeps_stance = [](const ControllerSpec& c) { return c.kind.keeps_stance(); };
  return !cast.is_obstacle && !cast.figure.legs.empty() && !cast.fixed_root &&
         (cast.controllers.empty() ||
          std::any_of(cast.controllers.begin(), cast.controllers.end(), keeps_stance));
}

double weight_in(const ShotSpec& shot, const Poses& poses, const CastSpec& cast) {
  for (const RecordedFigure& f : poses.figures)
    if (f.name == cast.name) return f.mass * shot.motion.world.gravity.norm();
  return 0;
}

}  // namespace

std::string to_string(const RecordedFall& fall, const Poses& poses) {
  return fmt::format("{} fell at {}{}{}; `falls: allowed` says that this is meant", fall.figure,
                     poses.when(fall.time),
                     fall.others > 1    ? fmt::format(" (and {} times later)", fall.others)
                     : fall.others == 1 ? " (and once more later)"
                                        : "",
                     fall.why);
}

std::vector<RecordedFall> find_falls(const ShotSpec& shot, const Poses& poses) {
  constexpr double enough = 60;  // s before a fall, in which its cause is looked for
  std::vector<RecordedFall> falls;
  for (const CastSpec& cast : shot.motion.figures) {
    const double weight = weight_in(shot, poses, cast);
    if (!may_fall(cast) || !cast.is_tracked || !(weight > 0) || poses.track_times.size() < 2)
      continue;
    const std::vector<std::size_t> rows = Faller(shot, poses, cast, weight).falls();
    if (rows.empty()) continue;
    const double time = poses.track_times[rows[0]], begin = poses.track_times.front();
    const Track track(poses, shot.motion.figures, cast, std::max(begin, time - enough),
                      poses.track_times[std::min(rows[0] + 1, poses.track_times.size() - 1)],
                      cast.place);
    falls.push_back(
        {cast.name, time, static_cast<int>(rows.size()) - 1, why_it_fell(poses, track, time)});
  }
  return falls;
}

std::vector<RecordedFall> falls_of(const ShotSpec& shot, const Poses& poses) {
  std::vector<RecordedFall> falls = poses.stored ? poses.falls : find_falls(shot, poses);
  std::erase_if(falls, [&](const RecordedFall& fall) {
    const CastSpec* cast = figure_named(shot.motion.figures, fall.figure);
    return !cast || cast->falls != Falls::warned;
  });
  return falls;
}

}  // namespace gambol
