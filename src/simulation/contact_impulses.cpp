#include "simulation/contact_impulses.h"

#include <algorithm>
#include <tuple>

namespace gambol {
namespace {

// A link touches the ground, or another, in at most so many points: more bear no load that these
// could not.
constexpr std::size_t most_points = 4;
// Normals face the same way if the cosine of the angle between them exceeds this.
constexpr double same_way = 0.999;
// Impulses may bring torques to their limits, or off them, after which they must be found again.
// This keeps a step short.
constexpr int most_tries = 4;
// Collisions of one step, per contact: a row of bodies passes an impact on.
constexpr int most_collisions = 8;

RestitutionLaw restitution_law(RestitutionName name) {
  switch (name) {
    case RestitutionName::stronge:
      return RestitutionLaw::stronge;
    case RestitutionName::poisson:
      return RestitutionLaw::poisson;
    case RestitutionName::newton:
      return RestitutionLaw::newton;
  }
  return RestitutionLaw::stronge;
}

// Twice the area that a point adds to a triangle or a line.
double area(const Vec3& a, const Vec3& b, const Vec3& p) { return (b - a).cross(p - a).norm(); }

}  // namespace

ContactImpulses::Touched::Touched(const Model& model)
    : response(model), place(model.bodies.size(), -1), impulses(model.bodies.size()) {}

ContactImpulses::ContactImpulses(const MotionSpec& spec, const FigureSims& figures)
    : collisions_(spec, figures, ContactType::impulse) {
  if (!spec.world.has_impulses()) return;
  how_ = *spec.world.contact;
  for (const auto& figure : figures) touched_.emplace_back(figure->model());
}

bool ContactImpulses::Found::is_beside(const Found& other) const {
  const auto same = [](const BodyId& x, const BodyId& y) {
    return x.figure == y.figure && x.body == y.body;
  };
  return same(a, other.a) && same(b, other.b) && normal.dot(other.normal) > same_way;
}

// Keeps the deepest of the contacts from `first` on, all of one body, and the three that span most.
void ContactImpulses::reduce(std::size_t first) {
  if (found_.size() - first <= most_points) return;
  const auto begin = found_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto bring = [&](std::size_t to, const auto& value) {
    const auto best =
        std::max_element(begin + to, found_.end(),
                         [&](const Found& a, const Found& b) { return value(a) < value(b); });
    std::swap(begin[to], *best);
  };
  bring(0, [](const Found& f) { return f.depth; });
  bring(1, [&](const Found& f) { return (f.p_W - begin[0].p_W).squaredNorm(); });
  bring(2, [&](const Found& f) { return area(begin[0].p_W, begin[1].p_W, f.p_W); });
  bring(3, [&](const Found& f) {
    return area(begin[0].p_W, begin[2].p_W, f.p_W) + area(begin[1].p_W, begin[2].p_W, f.p_W);
  });
  found_.resize(first + most_points);
}

void ContactImpulses::find_on_ground(const FigureSims& figures, int f) {
  FigureSim& figure = *figures[f];
  std::size_t first = found_.size();
  int body = -1;
  for (const BodyTouch& touch : figure.touches()) {
    if (touch.body != body) {
      reduce(first);
      first = found_.size();
      body = touch.body;
    }
    const Frame& X = figure.work().bodies[body].X_WB;
    found_.push_back(
        {{f, body}, {}, touch.point, X.R * touch.at.p_B + X.p, touch.at.normal, touch.at.depth});
  }
  reduce(first);
}

// Of the contacts of two bodies that face one way, too, four are kept. What is still apart counts
// if it could meet within the step, also by the speed that gravity adds.
void ContactImpulses::find_between(const FigureSims& figures, const State& state, double h) {
  std::size_t first = found_.size();
  const double gravity = state.world.gravity.norm();
  const auto meets = [&](const Found& f) {
    if (f.depth > 0) return true;
    const auto velocity = [&](const BodyId& id) {
      return velocity_of(figures, id, seen_from(work_of(figures, id).X_WB, f.p_W));
    };
    const double approach = f.normal.dot(velocity(f.b) - velocity(f.a));
    return f.depth + h * (approach + h * gravity) > 0;
  };
  collisions_.each_touch(figures, {h, gravity},
                         [&](const CollidingBody& a, const CollidingBody& b, const Touch& touch) {
                           const Found found{{a.figure, a.body}, {b.figure, b.body}, -1,
                                             touch.p_W,          touch.normal,       touch.depth};
                           if (!meets(found)) return;
                           if (first < found_.size() && !found_[first].is_beside(found)) {
                             reduce(first);
                             first = found_.size();
                           }
                           found_.push_back(found);
                         });
  reduce(first);
}

void ContactImpulses::find_touches(const FigureSims& figures, std::vector<Link>& touches) {
  if (!collisions_.any()) return;
  collisions_.each_touch(figures, {},
                         [&](const CollidingBody& a, const CollidingBody& b, const Touch& touch) {
                           Link link;
                           link.a = {a.figure, a.body};
                           link.b = {b.figure, b.body};
                           link.depth = touch.depth;
                           link.normal = touch.normal;
                           touches.push_back(link);
                         });
}

void ContactImpulses::find(const FigureSims& figures, const State& state, double h) {
  found_.clear();
  for (std::size_t f = 0; f < figures.size(); ++f)
    if (figures[f]->parts().ground_holds && !state.figures[f].dormant)
      find_on_ground(figures, static_cast<int>(f));
  if (collisions_.any()) find_between(figures, state, h);
  for (Touched& t : touched_) {
    for (int body : t.bodies) t.place[body] = -1;
    t.bodies.clear();
  }
  for (const Found& c : found_)
    for (const BodyId& id : {c.a, c.b}) {
      if (id.is_world() || touched_[id.figure].place[id.body] >= 0) continue;
      Touched& t = touched_[id.figure];
      t.place[id.body] = static_cast<int>(t.bodies.size());
      t.bodies.push_back(id.body);
    }
}

int ContactImpulses::number(const BodyId& id) const {
  if (id.is_world()) return -1;
  return touched_[id.figure].first + touched_[id.figure].place[id.body];
}

namespace {

bool is_before(const HeldTouch& x, const HeldTouch& y) {
  return std::tie(x.a_figure, x.a_body, x.b_figure, x.b_body) <
         std::tie(y.a_figure, y.a_body, y.b_figure, y.b_body);
}

}  // namespace

// The force of the step before at a contact: on the ground, of the same point; between two bodies,
// of the nearest of their contacts that no other one has taken.
Vec3 ContactImpulses::guess(const FigureSims& figures, const State& state, const Found& c) {
  if (c.b.is_world()) {
    for (const HeldContact& held : state.figures[c.a.figure].held)
      if (held.body == c.a.body && held.point == c.point && c.point >= 0) return held.force;
    return Vec3::Zero();
  }
  const HeldTouch these{c.a.figure, c.a.body, c.b.figure, c.b.body};
  const auto [begin, end] =
      std::equal_range(state.touches.begin(), state.touches.end(), these, is_before);
  if (begin == end) return Vec3::Zero();
  const Vec3 p_A = seen_from(work_of(figures, c.a).X_WB, c.p_W);
  auto best = end;
  for (auto held = begin; held != end; ++held) {
    if (guessed_[held - state.touches.begin()] || held->force.dot(c.normal) <= 0) continue;
    if (best == end || (held->p_A - p_A).squaredNorm() < (best->p_A - p_A).squaredNorm())
      best = held;
  }
  if (best == end) return Vec3::Zero();
  guessed_[best - state.touches.begin()] = 1;
  return best->force;
}

void ContactImpulses::fill(const FigureSims& figures, const State& state, double h) {
  solver_.begin();
  for (std::size_t f = 0; f < touched_.size(); ++f) {
    Touched& t = touched_[f];
    if (t.bodies.empty()) continue;
    t.response.find(figures[f]->model(), figures[f]->work(), t.bodies);
    t.first = solver_.add_bodies(t.response, t.bodies.size());
    for (int body : t.bodies) {
      const int at = number({static_cast<int>(f), body});
      solver_.velocity(at) = figures[f]->velocity_after(body, h);
      solver_.gain(at) = solver_.velocity(at) - figures[f]->velocity_after(body, 0);
    }
  }
  guessed_.assign(state.touches.size(), 0);
  const double friction =
      state.world.friction ? state.world.friction->at(state.time) : how_.friction.at(state.time);
  for (const Found& c : found_) {
    SolvedContact contact;
    contact.a = number(c.a);
    contact.b = number(c.b);
    contact.r_a = c.p_W - place_of(figures, c.a, Vec3::Zero());
    if (!c.b.is_world()) contact.r_b = c.p_W - place_of(figures, c.b, Vec3::Zero());
    contact.normal = c.normal;
    contact.depth = c.depth;
    contact.friction = friction;
    if (!c.b.is_world() && !state.world.friction)
      if (const auto own = collisions_.own_friction(c.a.figure, c.b.figure, state.time))
        contact.friction = *own;
    contact.impulse = h * guess(figures, state, c);
    solver_.add(contact);
  }
}

void ContactImpulses::solve(const State& state, double h) {
  const double restitution =
      state.world.elasticity ? state.world.elasticity->at(state.time) : how_.restitution;
  if (restitution > 0) {
    const double slow = std::max(how_.bounce_speed, 2 * h * state.world.gravity.norm());
    solver_.collide({restitution_law(how_.law), restitution}, slow, h,
                    most_collisions * static_cast<int>(found_.size()));
  }
  solver_.hold(h, how_.tolerance, how_.most_rounds);
}

// Writes the solver's impulses on the touching bodies of a figure, [body] about Bo in B.
void ContactImpulses::take(const FigureSims& figures, std::size_t f,
                           Vec6 (ContactSolver::*of)(int) const) {
  Touched& t = touched_[f];
  std::fill(t.impulses.begin(), t.impulses.end(), SpatialForce{});
  for (int body : t.bodies) {
    const Vec6 impulse = (solver_.*of)(number({static_cast<int>(f), body}));
    const Mat3 to_body = figures[f]->work().bodies[body].X_WB.R.transpose();
    t.impulses[body] = {to_body * impulse.head<3>(), to_body * impulse.tail<3>()};
  }
}

// Adds the impulses to the figures' accelerations. Returns whether torques reached or left their
// limits by that: accelerations must then be found without impulses again.
bool ContactImpulses::push(const FigureSims& figures, double h, bool may_limit) {
  bool limited = false;
  for (std::size_t f = 0; f < touched_.size(); ++f) {
    if (touched_[f].bodies.empty()) continue;
    take(figures, f, &ContactSolver::impulse_on);
    figures[f]->add_impulses(touched_[f].impulses, h);
    if (may_limit) limited = figures[f]->limit() || limited;
  }
  return limited;
}

void ContactImpulses::separate(const FigureSims& figures, State& state) {
  if (!solver_.separate(how_.slop, how_.separation, how_.most_rounds)) return;
  for (std::size_t f = 0; f < touched_.size(); ++f) {
    if (touched_[f].bodies.empty()) continue;
    take(figures, f, &ContactSolver::push_on);
    figures[f]->displace(touched_[f].impulses, state.figures[f]);
  }
}

void ContactImpulses::tell(const FigureSims& figures, Interactions& interactions, State& state,
                           double h) {
  for (FigureState& s : state.figures) s.held.clear();
  state.touches.clear();
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const Found& c = found_[i];
    const Vec3 force = solver_.contacts()[i].impulse / h;
    if (force.isZero(0)) continue;
    const auto within = [&](const BodyId& id) {
      return seen_from(figures[id.figure]->work().bodies[id.body].X_WB, c.p_W);
    };
    if (c.b.is_world()) {
      state.figures[c.a.figure].held.push_back(
          {c.a.body, c.point, within(c.a), c.normal, c.depth, force});
      continue;
    }
    Link link;
    link.a = c.a;
    link.b = c.b;
    link.p_A = within(c.a);
    link.p_B = within(c.b);
    link.normal = c.normal;
    link.depth = c.depth;
    link.force = link.reaction.force = force;
    interactions.note(link);
    state.touches.push_back({c.a.figure, c.a.body, c.b.figure, c.b.body, link.p_A, force});
  }
  std::sort(state.touches.begin(), state.touches.end(), is_before);
  for (std::size_t f = 0; f < figures.size(); ++f)
    if (figures[f]->parts().ground_holds) figures[f]->note_held(state.figures[f]);
}

void ContactImpulses::apply(const FigureSims& figures, Interactions& interactions, State& state,
                            double h) {
  if (!any()) return;
  find(figures, state, h);
  if (!found_.empty()) {
    for (int tries = 0; tries < most_tries; ++tries) {
      fill(figures, state, h);
      solve(state, h);
      if (!push(figures, h, tries + 1 < most_tries)) break;
      for (std::size_t f = 0; f < touched_.size(); ++f)
        if (!touched_[f].bodies.empty()) figures[f]->solve_within_limits();
    }
    separate(figures, state);
  }
  tell(figures, interactions, state, h);
}

}  // namespace gambol
