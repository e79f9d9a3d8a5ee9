#include "simulation/collisions.h"

#include <algorithm>
#include <limits>

#include "base/pattern.h"

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

}  // namespace

Collisions::Collisions(const MotionSpec& spec, const FigureSims& figures, bool by_impulse) {
  if (!spec.world.collisions || spec.world.collisions->impulse.has_value() != by_impulse) return;
  const CollisionsSpec& how = *spec.world.collisions;
  contact_ = how.contact;
  for (std::size_t f = 0; f < figures.size(); ++f) {
    const CastSpec& cast = figures[f]->cast();
    if (!how.takes_part(cast.name)) continue;
    const Model& model = figures[f]->model();
    for (const BodySpec& body : cast.figure.bodies) {
      Body b{{static_cast<int>(f), model.body_index(body.name)}, Collider(collision_shapes(body))};
      if (b.collider.empty() || b.id.body < 0) continue;
      const bool fixed = cast.fixed_root && model.joints() == 0;
      b.mass = fixed ? std::numeric_limits<double>::infinity() : model.mass;
      b.self = takes_part(how.self, cast.name);
      bodies_.push_back(std::move(b));
    }
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) order_.push_back(static_cast<int>(i));
  exclude_neighbours(figures);
  pairs_.reserve(8 * bodies_.size());
  touches_.reserve(64);
}

// Excludes bodies of one figure that are joined, or whose shapes overlap in the initial pose: they
// would push each other for ever.
void Collisions::exclude_neighbours(const FigureSims& figures) {
  const std::size_t n = bodies_.size();
  excluded_.assign(n * n, 0);
  for (const auto& figure : figures) {
    const FigureState s = figure->initial_state(0);
    figure->place(s.q, s.v);
  }
  place(figures);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const BodyId &a = bodies_[i].id, &b = bodies_[j].id;
      if (a.figure != b.figure) continue;
      const auto& model = figures[a.figure]->model();
      bool apart = model.bodies[a.body].parent != b.body && model.bodies[b.body].parent != a.body;
      if (apart && bodies_[i].self && bodies_[i].bounds.overlaps(bodies_[j].bounds)) {
        touches_.clear();
        touch(i, j);
        apart = touches_.empty();
      }
      if (!apart) excluded_[i * n + j] = 1;
    }
  }
}

bool Collisions::may_touch(const Body& a, const Body& b) const {
  if (std::isinf(a.mass) && std::isinf(b.mass)) return false;
  return a.id.figure != b.id.figure || a.self;
}

void Collisions::place(const FigureSims& figures) {
  for (Body& b : bodies_) {
    const FigureSim& figure = *figures[b.id.figure];
    b.X_WB = figure.work().bodies[b.id.body].X_WB;
    b.bounds = figure.dormant() ? Bounds{} : moved(b.collider.bounds(), b.X_WB);  // {}: empty
  }
}

void Collisions::find_pairs() {
  pairs_.clear();
  // Bodies move little in a step, so the order of the last step is almost sorted.
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const int moving = order_[i];
    std::size_t k = i;
    for (; k > 0 && bodies_[order_[k - 1]].bounds.low.x() > bodies_[moving].bounds.low.x(); --k)
      order_[k] = order_[k - 1];
    order_[k] = moving;
  }
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Body& a = bodies_[order_[i]];
    for (std::size_t k = i + 1; k < order_.size(); ++k) {
      const Body& b = bodies_[order_[k]];
      if (b.bounds.low.x() > a.bounds.high.x()) break;
      if (!a.bounds.overlaps(b.bounds) || !may_touch(a, b)) continue;
      const auto pair = std::minmax(order_[i], order_[k]);
      if (!excluded_[pair.first * bodies_.size() + pair.second]) pairs_.push_back(pair);
    }
  }
  std::sort(pairs_.begin(), pairs_.end());  // sums of forces must not depend on earlier steps
}

void Collisions::touch(std::size_t i, std::size_t j) {
  const Body &a = bodies_[i], &b = bodies_[j];
  const auto within = [](const Body& of, const Bounds& box_W) {
    const Frame back{of.X_WB.R.transpose(), -(of.X_WB.R.transpose() * of.X_WB.p)};
    return moved(box_W, back);
  };
  parts_a_.clear();
  a.collider.overlapping(within(a, b.bounds), parts_a_);
  for (int pa : parts_a_) {
    const ConvexPart& part = a.collider.parts()[pa];
    parts_b_.clear();
    b.collider.overlapping(within(b, moved(part.bounds, a.X_WB)), parts_b_);
    for (int pb : parts_b_) touch_parts(part, a.X_WB, b.collider.parts()[pb], b.X_WB, touches_);
  }
}

void Collisions::find(const FigureSims& figures, const WorldSettings& settings, double t, double h,
                      std::vector<Link>& links) {
  place(figures);
  find_pairs();
  for (const auto& [i, j] : pairs_) {
    const Body &a = bodies_[i], &b = bodies_[j];
    touches_.clear();
    touch(i, j);
    if (touches_.empty()) continue;
    ContactLaw law = contact_law(contact_, std::min(a.mass, b.mass), t);
    settings.override_law(t, law);
    for (const Touch& touch : touches_) {
      Link link;
      link.a = a.id;
      link.b = b.id;
      link.p_A = a.X_WB.R.transpose() * (touch.p_W - a.X_WB.p);
      link.p_B = b.X_WB.R.transpose() * (touch.p_W - b.X_WB.p);
      link.depth = touch.depth;
      link.normal = touch.normal;
      const Vec3 velocity =
          velocity_of(figures, a.id, link.p_A) - velocity_of(figures, b.id, link.p_B);
      link.reaction = react(law, touch.normal, touch.depth, velocity, h);
      links.push_back(link);
    }
  }
}

}  // namespace gambol
