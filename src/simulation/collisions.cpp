#include "simulation/collisions.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "base/pattern.h"
#include "simulation/contact_laws.h"

namespace gambol {
namespace {

bool takes_part(const std::vector<std::string>& patterns, const std::string& name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& p) { return matches(p, name); });
}

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

std::vector<CollidingBody> colliding_bodies(const CollisionsSpec& how, const FigureSims& figures) {
  std::vector<CollidingBody> bodies;
  for (std::size_t f = 0; f < figures.size(); ++f) {
    const CastSpec& cast = figures[f]->cast();
    if (!how.takes_part(cast.name)) continue;
    const Model& model = figures[f]->model();
    const bool fixed = cast.fixed_root && model.nv() == root_dofs;
    const double mass = fixed ? std::numeric_limits<double>::infinity() : model.mass;
    // Of pairs, join_pairs() excludes those that are not meant.
    const bool self = !how.pairs.empty() || takes_part(how.self, cast.name);
    std::unordered_map<std::string, int> indices;
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
      indices.emplace(model.bodies[i].name, static_cast<int>(i));
    for (const BodySpec& body : cast.figure.bodies) {
      if (!is_meant(how.pairs, cast.name, body.name)) continue;
      Collider collider(collision_shapes(body));
      const auto found = indices.find(body.name);
      if (collider.empty() || found == indices.end()) continue;
      const int index = found->second;
      bodies.push_back({static_cast<int>(f), index, model.bodies[index].parent, mass, self,
                        std::move(collider), is_hinge(model.bodies[index].type)});
    }
  }
  return bodies;
}

// Leaves only the pairs of bodies that `pairs` means.
void join_pairs(const std::vector<CollidingPairSpec>& pairs, const FigureSims& figures,
                TouchSearch& search) {
  if (pairs.empty()) return;
  const std::size_t n = search.bodies().size();
  std::vector<char> joined(n * n, 0), is_a(n), is_b(n);
  for (const CollidingPairSpec& pair : pairs) {
    for (std::size_t i = 0; i < n; ++i) {
      const FigureSim& figure = *figures[search.bodies()[i].figure];
      const std::string& body = figure.model().bodies[search.bodies()[i].body].name;
      is_a[i] = path_means(pair.a, figure.cast().name, body);
      is_b[i] = path_means(pair.b, figure.cast().name, body);
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (is_a[i] && is_b[j]) joined[i * n + j] = joined[j * n + i] = 1;
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      if (!joined[i * n + j]) search.exclude(i, j);
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

}  // namespace

Collisions::Collisions(const MotionSpec& spec, const FigureSims& figures, ContactType answer) {
  if (!spec.world.collisions || answer != spec.world.contact_type()) return;
  contact_ = spec.world.collisions->contact;
  search_ = TouchSearch(colliding_bodies(*spec.world.collisions, figures));
  join_pairs(spec.world.collisions->pairs, figures, search_);
  for (const CollidingBody& b : search_.bodies()) {
    const Bounds& box = b.collider.bounds();
    reach_.push_back(box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).norm());
  }
  for (const auto& figure : figures) {
    const FigureState s = figure->initial_state(0);
    figure->place(s.q, s.v);
  }
  place(figures);
  search_.exclude_neighbours();
}

void Collisions::place(const FigureSims& figures, const TouchAhead& ahead) {
  for (std::size_t i = 0; i < search_.bodies().size(); ++i) {
    const CollidingBody& b = search_.bodies()[i];
    const FigureSim& figure = *figures[b.figure];
    if (figure.dormant()) {
      search_.remove(i);
      continue;
    }
    const BodyWork& work = figure.work().bodies[b.body];
    const double speed = work.velocity.v.norm() + work.velocity.w.norm() * reach_[i];
    search_.place(i, work.X_WB, ahead.h * (speed + ahead.h * ahead.gravity));
  }
}

void Collisions::find(const FigureSims& figures, const WorldSettings& settings, double t, double h,
                      std::vector<Link>& links) {
  place(figures);
  search_.find([&](std::size_t i, std::size_t j, const std::vector<Touch>& touches) {
    const CollidingBody &a = search_.bodies()[i], &b = search_.bodies()[j];
    const Frame &X_WA = search_.pose(i), &X_WB = search_.pose(j);
    ContactScale size = figures[(a.mass <= b.mass ? a : b).figure]->parts().size;
    size.mass = std::min(a.mass, b.mass);
    ContactLaw law = contact_law(contact_, size, FrictionModel::damper, t);
    settings.override_law(t, law);
    add_cushions(figures, a, b, law);
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
      link.reaction = react(law, touch.normal, touch.depth, velocity, h);
      links.push_back(link);
    }
  });
}

}  // namespace gambol
