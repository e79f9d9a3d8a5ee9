#include "simulation/overlaps.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <unordered_map>

#include "base/pattern.h"
#include "simulation/world.h"

namespace gambol {
namespace {

// Shallower overlaps, as a fraction of the least extent of the thinner body, are flesh that gives.
constexpr double share_allowed = 0.1;
// Sorts of bodies: those of figures whose collisions with each other keep them apart, and others.
enum Sort { watched_sort, kept_apart };

std::vector<CollidingBody> watched(const MotionSpec& motion) {
  std::vector<CollidingBody> bodies;
  const CollisionsSpec& collisions = motion.world.collisions;
  if (motion.world.overlaps == Overlaps::allowed || !collisions.pairs.empty()) return bodies;
  const auto keeps_apart = [&](const CastSpec& cast) {
    return collisions.touches_others(cast.name);
  };
  const bool any_watched =
      std::any_of(motion.figures.begin(), motion.figures.end(),
                  [&](const CastSpec& cast) { return !cast.is_obstacle && !keeps_apart(cast); });
  std::set<std::string> kinds;
  for (std::size_t f = 0; f < motion.figures.size(); ++f) {
    const CastSpec& cast = motion.figures[f];
    if (cast.is_obstacle) continue;
    const int sort = keeps_apart(cast) ? kept_apart : watched_sort;
    // Of the members of a crowd, one is looked at by itself.
    const bool self = (cast.kind.empty() || kinds.insert(cast.kind).second) &&
                      cast.figure.self_contact && !collisions.touches_itself(cast.name);
    if (!self && !any_watched) continue;
    std::unordered_map<std::string, int> index;
    for (std::size_t b = 0; b < cast.figure.bodies.size(); ++b) {
      const BodySpec& body = cast.figure.bodies[b];
      const auto parent = index.find(body.parent);
      const int carried_by = parent == index.end() ? -1 : parent->second;
      index.emplace(body.name, static_cast<int>(b));
      std::vector<Shape> shapes;
      for (const ShapeSpec& s : body.collision) shapes.push_back(s.shape);
      Collider collider(shapes);
      if (collider.empty()) continue;
      bodies.push_back({static_cast<int>(f), static_cast<int>(b), carried_by, 1, self,
                        std::move(collider), false, sort});
    }
  }
  return bodies;
}

Frame frame_of(const Transform& X) { return {X.R.toRotationMatrix(), X.p}; }

double least_extent(const Collider& collider) {
  return (collider.bounds().high - collider.bounds().low).minCoeff();
}

}  // namespace

OverlapWatch::OverlapWatch(const MotionSpec& motion)
    : motion_(motion), search_(watched(motion), {2, {true, true, true, false}}) {
  const auto& bodies = search_.bodies();
  const auto parent = [&](const CollidingBody& b) -> const std::string& {
    return motion.figures[b.figure].figure.bodies[b.body].parent;
  };
  const auto name = [&](const CollidingBody& b) -> const std::string& {
    return motion.figures[b.figure].figure.bodies[b.body].name;
  };
  const auto grandparent = [&](const CollidingBody& b) -> std::string {
    return b.parent < 0 ? "" : motion.figures[b.figure].figure.bodies[b.parent].parent;
  };
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size() && bodies[j].figure == bodies[i].figure; ++j) {
      const CollidingBody &a = bodies[i], &b = bodies[j];
      // Siblings meet at what carries them both.
      const bool near = grandparent(a) == name(b) || grandparent(b) == name(a) ||
                        (!parent(a).empty() && parent(a) == parent(b));
      if (near) search_.exclude(i, j);
    }
}

double OverlapWatch::allowed(std::size_t i, std::size_t j) const {
  return share_allowed * std::min(least_extent(*search_.bodies()[i].collider),
                                  least_extent(*search_.bodies()[j].collider));
}

void OverlapWatch::note(std::size_t i, std::size_t j, double time, double depth) {
  const CollidingBody &a = search_.bodies()[i], &b = search_.bodies()[j];
  const auto path = [&](const CollidingBody& body) {
    const CastSpec& cast = motion_.figures[body.figure];
    return cast.name + "." + cast.figure.bodies[body.body].name;
  };
  // Members of a crowd are alike.
  const auto figure = [&](const CollidingBody& body) {
    const CastSpec& cast = motion_.figures[body.figure];
    return cast.kind.empty() ? cast.name : cast.kind;
  };
  const bool own = a.figure == b.figure;
  const auto [known, is_first] =
      note_of_.try_emplace(std::make_tuple(figure(a), figure(b), own), notes_.size());
  if (is_first)
    notes_.push_back({path(a), path(b), time, depth, 0, own});
  else
    ++notes_[known->second].others;
}

void OverlapWatch::look(double time,
                        const std::function<const Transform*(std::size_t, std::size_t)>& place) {
  for (std::size_t i = 0; i < search_.bodies().size(); ++i) {
    const CollidingBody& b = search_.bodies()[i];
    const Transform* X =
        place(static_cast<std::size_t>(b.figure), static_cast<std::size_t>(b.body));
    if (X)
      search_.place(i, frame_of(*X));
    else
      search_.remove(i);
  }
  if (!begun_) search_.exclude_neighbours();
  begun_ = true;
  std::vector<std::pair<std::size_t, std::size_t>> told;
  search_.find([&](std::size_t i, std::size_t j, std::span<const Touch> touches) {
    double depth = 0;
    for (const Touch& touch : touches) depth = std::max(depth, touch.depth);
    if (depth <= allowed(i, j)) return;
    note(i, j, time, depth);
    told.emplace_back(i, j);
  });
  for (const auto& [i, j] : told) search_.exclude(i, j);  // once
}

std::string OverlapNote::to_string(const Poses* poses) const {
  const std::string when = poses ? poses->when(time) : fmt::format("{:.4g} s", time);
  const std::string more =
      others == 0 ? ""
                  : fmt::format(" (and {} other pair{} later)", others, others == 1 ? "" : "s");
  const std::string figure = a.substr(0, a.find('.'));
  const std::string key = own ? fmt::format("collisions: {{self: [{}]}}", figure) : "collisions";
  return fmt::format(
      "{} passes through {} at {}, {:.3g} mm deep{}: nothing keeps them apart "
      "without `world.{}`; `world.overlaps: allowed` says that this is meant",
      a, b, when, depth * 1e3, more, key);
}

std::vector<OverlapNote> overlaps_of(const MotionSpec& motion, const Poses& poses) {
  OverlapWatch watch(motion);
  if (!watch.any()) return {};
  const BodyNumbers numbers(poses.bodies);
  std::vector<std::vector<int>> index(motion.figures.size());
  for (std::size_t f = 0; f < motion.figures.size(); ++f)
    for (const BodySpec& body : motion.figures[f].figure.bodies)
      index[f].push_back(numbers.of(motion.figures[f].name + "/" + body.name));
  Transform X;
  for (int frame = 0; frame < poses.frames; ++frame) {
    const auto sample = static_cast<std::size_t>(frame) * poses.samples_per_frame;
    watch.look(poses.sample_times[sample], [&](std::size_t f, std::size_t b) -> const Transform* {
      const int body = index[f][b];
      if (body < 0 || !poses.is_there(frame, static_cast<std::size_t>(body))) return nullptr;
      X = poses.pose(sample, static_cast<std::size_t>(body));
      return &X;
    });
  }
  return watch.notes();
}

std::vector<OverlapNote> overlaps_at_start(const World& world) {
  OverlapWatch watch(world.spec);
  if (!watch.any()) return {};
  Transform X;
  watch.look(world.spec.start, [&](std::size_t f, std::size_t b) -> const Transform* {
    const FigureSim& figure = *world.ensemble.figures()[f];
    const int body = figure.model().body_index(world.spec.figures[f].figure.bodies[b].name);
    if (body < 0 || figure.cast().dormant) return nullptr;
    const Frame& at = figure.work().bodies[body].X_WB;
    X = {Quat(at.R), at.p};
    return &X;
  });
  std::vector<OverlapNote> notes;
  for (const OverlapNote& n : watch.notes())
    if (!n.own) notes.push_back(n);
  return notes;
}

}  // namespace gambol
