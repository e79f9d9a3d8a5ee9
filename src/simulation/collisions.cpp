#include "simulation/collisions.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <unordered_map>

#include "shot/place_obstacles.h"
#include "simulation/contact_laws.h"

namespace gambol {
namespace {

std::vector<Shape> collision_shapes(const BodySpec& body) {
  std::vector<Shape> shapes;
  for (const ShapeSpec& s : body.collision) shapes.push_back(s.shape);
  return shapes;
}

// Whether any of the pairs means the body; true without pairs.
bool is_meant(const std::vector<CollidingPairSpec>& pairs, const std::string& figure,
              const std::string& body) {
  return pairs.empty() || std::any_of(pairs.begin(), pairs.end(), [&](const auto& p) {
           return path_means(p.a, figure, body) || path_means(p.b, figure, body);
         });
}

// Bodies that may touch, and which of them the shot's collisions between figures mean.
struct Colliding {
  std::vector<CollidingBody> bodies;
  std::vector<char> meant;  // [body]; not of obstacles
};

// The collision shapes of the bodies of equal figures.
class KnownColliders {
 public:
  const SharedCollider& of(const FigureSim& figure, int body, const BodySpec& spec) {
    const auto key = std::pair(&figure.model(), body);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    return known_.emplace(key, Collider(collision_shapes(spec))).first->second;
  }

 private:
  std::map<std::pair<const Model*, int>, SharedCollider> known_;
};

Colliding colliding_bodies(const WorldSpec& world, const FigureSims& figures) {
  const CollisionsSpec& how = world.collisions;
  const bool obstacles = !world.obstacles.empty();
  Colliding all;
  KnownColliders colliders;
  for (std::size_t f = 0; f < figures.size(); ++f) {
    const CastSpec& cast = figures[f]->cast();
    const bool takes_part_in_it = !cast.is_obstacle && how.takes_part(cast.name);
    const bool others = !cast.is_obstacle && how.touches_others(cast.name);
    if (!takes_part_in_it && !obstacles) continue;
    const Model& model = figures[f]->model();
    const bool fixed = cast.fixed_root && model.nv() == root_dofs;
    const double mass = fixed ? std::numeric_limits<double>::infinity() : model.mass;
    // Of pairs, join_pairs() excludes those that are not meant.
    const bool self = !cast.is_obstacle && how.touches_itself(cast.name);
    std::unordered_map<std::string, int> indices;
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
      indices.emplace(model.bodies[i].name, static_cast<int>(i));
    for (const BodySpec& body : cast.figure.bodies) {
      const bool meant = is_meant(how.pairs, cast.name, body.name);
      if (!(takes_part_in_it && meant) && !obstacles) continue;
      const auto found = indices.find(body.name);
      if (body.collision.empty() || found == indices.end()) continue;
      const int index = found->second;
      const SharedCollider& collider = colliders.of(*figures[f], index, body);
      if (collider->empty()) continue;
      all.meant.push_back(others && meant);
      all.bodies.push_back({static_cast<int>(f), index, model.bodies[index].parent, mass, self,
                            collider, is_hinge(model.bodies[index].type)});
    }
  }
  return all;
}

// What decides which bodies one may touch.
struct Meaning {
  bool obstacle = false, meant = false;
  std::vector<char> is_a, is_b;  // [pair]
  auto operator<=>(const Meaning&) const = default;

  bool joins(const Meaning& other) const {
    if (obstacle || other.obstacle) return true;
    if (is_a.empty()) return meant && other.meant;
    for (std::size_t k = 0; k < is_a.size(); ++k)
      if ((is_a[k] && other.is_b[k]) || (is_b[k] && other.is_a[k])) return true;
    return false;
  }
};

Meaning meaning(const std::vector<CollidingPairSpec>& pairs, const FigureSim& figure,
                const CollidingBody& body, bool meant) {
  Meaning m{.obstacle = figure.cast().is_obstacle, .meant = meant};
  const std::string& name = figure.model().bodies[body.body].name;
  for (const CollidingPairSpec& pair : pairs) {
    m.is_a.push_back(meant && path_means(pair.a, figure.cast().name, name));
    m.is_b.push_back(meant && path_means(pair.b, figure.cast().name, name));
  }
  return m;
}

// A search that finds only the pairs of bodies that `pairs` means, and those with obstacles.
TouchSearch search_of(const std::vector<CollidingPairSpec>& pairs, const FigureSims& figures,
                      Colliding all) {
  std::map<Meaning, int> numbers;
  for (std::size_t i = 0; i < all.bodies.size(); ++i) {
    CollidingBody& body = all.bodies[i];
    Meaning m = meaning(pairs, *figures[body.figure], body, all.meant[i] != 0);
    body.sort = numbers.emplace(std::move(m), static_cast<int>(numbers.size())).first->second;
  }
  Sorts sorts{static_cast<int>(numbers.size()), std::vector<char>(numbers.size() * numbers.size())};
  for (const auto& [a, i] : numbers)
    for (const auto& [b, j] : numbers) sorts.may_touch[i * sorts.count + j] = a.joins(b);
  TouchSearch search(std::move(all.bodies), std::move(sorts));
  if (pairs.empty()) return search;
  const std::vector<CollidingBody>& bodies = search.bodies();
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size() && bodies[j].figure == bodies[i].figure; ++j)
      if (bodies[i].self &&
          !search.sorts().may_touch[bodies[i].sort * search.sorts().count + bodies[j].sort])
        search.exclude(i, j);
  return search;
}

// The soft layers of two bodies, for law `law` between them.
void add_cushions(const FigureSims& figures, const CollidingBody& a, const CollidingBody& b,
                  ContactLaw& law) {
  std::size_t count = 0;
  for (const CollidingBody* body : {&a, &b}) {
    const Cushions& cushions = figures[body->figure]->parts().cushions;
    if (!cushions.empty() && cushions[body->body]) law.cushions[count++] = &*cushions[body->body];
  }
}

// [figure] the first one that is equal to it.
std::vector<int> equal_figures(const FigureSims& figures) {
  std::unordered_map<const Model*, int> first;
  std::vector<int> like;
  for (const auto& figure : figures)
    like.push_back(first.emplace(&figure->model(), static_cast<int>(like.size())).first->second);
  return like;
}

}  // namespace

Collisions::Collisions(const MotionSpec& spec, const FigureSims& figures, ContactType answer) {
  const WorldSpec& world = spec.world;
  if (answer != world.contact_type()) return;
  contact_ = by_obstacles_ = world.collisions.contact;
  if (world.ground) by_obstacles_ = world.ground->contact;
  for (const auto& figure : figures) {
    const CastSpec& cast = figure->cast();
    holds_ |= !world.obstacles.empty() && !cast.is_obstacle &&
              law_on(by_obstacles_, cast, {}, spec.start).friction_stiffness > 0;
    const ObstacleSpec* obstacle = cast.is_obstacle ? find_obstacle(world, cast.name) : nullptr;
    is_obstacle_.push_back(obstacle != nullptr);
    own_friction_.push_back(obstacle ? obstacle->friction : std::nullopt);
  }
  Colliding all = colliding_bodies(world, figures);
  search_ = search_of(world.collisions.pairs, figures, std::move(all));
  for (const CollidingBody& body : search_.bodies()) {
    const Bounds& box = body.collider->bounds();
    reach_.push_back(box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).norm());
  }
  for (const auto& figure : figures) {
    const FigureState& s = figure->initial_state(spec.start);
    figure->place(s.q, s.v);
  }
  place(figures);
  search_.exclude_neighbours(equal_figures(figures));
  members_.resize(figures.size());
  std::iota(members_.begin(), members_.end(), std::size_t{0});
}

void Collisions::confine(std::span<const std::size_t> members,
                         std::span<const std::size_t> beside) {
  members_.assign(members.begin(), members.end());
  search_.confine(members, beside);
}

// Speeds may double, and feet start to move at once: a share of each body is added.
Bounds Collisions::reach_of(const FigureSims& figures, std::size_t f,
                            const TouchAhead& ahead) const {
  constexpr double grows = 2, share = 0.1;
  Bounds all;
  for (std::size_t i : search_.bodies_of(f)) {
    const BodyWork& work = figures[f]->work().bodies[search_.bodies()[i].body];
    const double speed = work.velocity.v.norm() + work.velocity.w.norm() * reach_[i];
    const double goes = grows * ahead.h * (speed + ahead.h * ahead.gravity) + share * reach_[i];
    Bounds box = moved(search_.bodies()[i].collider->bounds(), work.X_WB);
    box.low.array() -= goes;
    box.high.array() += goes;
    all.include(box);
  }
  return all;
}

void Collisions::place(const FigureSims& figures, const TouchAhead& ahead) {
  search_.each_searched([&](std::size_t i) {
    const CollidingBody& b = search_.bodies()[i];
    const FigureSim& figure = *figures[b.figure];
    if (figure.dormant()) {
      search_.remove(i);
      return;
    }
    const BodyWork& work = figure.work().bodies[b.body];
    if (ahead.h == 0) return search_.place(i, work.X_WB);
    const double speed = work.velocity.v.norm() + work.velocity.w.norm() * reach_[i];
    search_.place(i, work.X_WB, ahead.h * (speed + ahead.h * ahead.gravity));
  });
}

// Only touches with obstacles, which stand still, have anchors for friction's springs.
ContactLaw Collisions::law_between(const FigureSims& figures, const WorldSettings& settings,
                                   const CollidingBody& a, const CollidingBody& b, double t) const {
  const bool on_obstacle = is_obstacle_[a.figure] || is_obstacle_[b.figure];
  ContactScale size = figures[(a.mass <= b.mass ? a : b).figure]->parts().size;
  size.mass = std::min(a.mass, b.mass);
  const CastSpec& moving = figures[is_obstacle_[a.figure] ? b.figure : a.figure]->cast();
  ContactLaw law = on_obstacle ? law_on(by_obstacles_, moving, size, t)
                               : law_between_bodies(contact_, size, a.figure == b.figure, t);
  if (const auto friction = own_friction(a.figure, b.figure, t)) law.friction = *friction;
  settings.override_law(t, law);
  add_cushions(figures, a, b, law);
  return law;
}

std::size_t Collisions::needs_pads(const FigureSim& figure) const {
  return holds_ && !figure.cast().is_obstacle
             ? static_cast<std::size_t>(figure.model().contact_points)
             : 0;
}

std::optional<double> Collisions::own_friction(int figure, int other, double t) const {
  for (const int f : {figure, other})
    if (own_friction_[f]) return own_friction_[f]->at(t);
  return {};
}

void Collisions::find(const FigureSims& figures, const State& state, double t, double h,
                      std::vector<Link>& links) {
  place(figures);
  if (holds_) pads_.begin(figures, members_);
  search_.find([&](std::size_t i, std::size_t j, std::span<const Touch> touches) {
    const CollidingBody &a = search_.bodies()[i], &b = search_.bodies()[j];
    const Frame &X_WA = search_.pose(i), &X_WB = search_.pose(j);
    const ContactLaw law = law_between(figures, state.world, a, b, t);
    for (const Touch& touch : touches) {
      Link link;
      link.a = {a.figure, a.body};
      link.b = {b.figure, b.body};
      link.p_A = seen_from(X_WA, touch.p_W);
      link.p_B = seen_from(X_WB, touch.p_W);
      link.depth = touch.depth;
      link.normal = touch.normal;
      const Vec3 velocity =
          velocity_of(figures, link.a, link.p_A) - velocity_of(figures, link.b, link.p_B);
      Vec3 stretch = Vec3::Zero();
      if (holds_ && is_obstacle_[b.figure]) {
        const FigureState& s = state.figures[a.figure];
        const int pad = pads_.take(*figures[a.figure], a.figure, s, a.body, link.p_A);
        if (pad >= 0 && s.pads[pad].grip == Grip::rubs)
          stretch = rub_stretch(s.pads[pad], X_WA, touch.normal);
      }
      link.reaction = react(law, touch.normal, touch.depth, velocity, h, stretch);
      links.push_back(link);
    }
  });
}

void Collisions::find_with(const FigureSims& figures, Collisions& other) {
  if (!any()) return;
  other.place(figures);
  search_.find_with(other.search_);
}

// Obstacles come after the figures: of a pair, the obstacle is the second.
void Collisions::hold(const FigureSims& figures, State& state, double t) {
  if (!holds_) return;
  place(figures);
  pads_.begin(figures, members_);
  search_.find([&](std::size_t i, std::size_t j, std::span<const Touch> touches) {
    const CollidingBody &a = search_.bodies()[i], &b = search_.bodies()[j];
    if (!is_obstacle_[b.figure]) return;
    const ContactLaw law = law_between(figures, state.world, a, b, t);
    FigureState& s = state.figures[a.figure];
    for (const Touch& touch : touches) {
      const Vec3 p_A = seen_from(search_.pose(i), touch.p_W);
      const int pad = pads_.take(*figures[a.figure], a.figure, s, a.body, p_A);
      if (pad < 0) continue;
      const Vec3 velocity = velocity_of(figures, {a.figure, a.body}, p_A);
      const double load =
          touch.normal.dot(react(law, touch.normal, touch.depth, velocity, 0).force);
      rub_on(law, load, touch.p_W, p_A, search_.pose(i), touch.normal, s.pads[pad]);
    }
  });
  for (std::size_t f : members_)
    if (needs_pads(*figures[f]) > 0) pads_.let_go(f, state.figures[f]);
}

}  // namespace gambol
