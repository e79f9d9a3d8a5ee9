#include "simulation/impacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol {
namespace {

// A row of balls transmits an impact by only one ball per round in the worst case.
constexpr int most_bounces = 100, most_rounds = 100;
// Rounds continue while one changes a velocity by more than this fraction of the rest speed.
// Fraction of the least extent of all bodies; no body moves further in a step.
constexpr double velocity_settled = 1e-6;
constexpr double farthest_move = 0.2;
// Normals face the same way if the cosine of the angle between them exceeds this.
constexpr double same_way = 0.999;

double least_extent(const CastSpec& cast) {
  Bounds bounds;
  for (const BodySpec& body : cast.figure.bodies)
    for (const ShapeSpec& s : body.collision) bounds.include(Collider({s.shape}).bounds());
  return (bounds.high - bounds.low).minCoeff();
}

bool collides(const CastSpec& cast) {
  return std::any_of(cast.figure.bodies.begin(), cast.figure.bodies.end(),
                     [](const BodySpec& b) { return !b.collision.empty(); });
}

bool can_move(const FigureState& s) { return !s.command.root_held && !s.dormant; }

}  // namespace

Impacts::Impacts(const MotionSpec& spec, const FigureSims& figures)
    : reach_(figures.size()), collisions_(spec, figures, true) {
  if (!spec.world.collisions || !spec.world.collisions->impulse) return;
  ground_ = spec.world.ground.has_value();
  how_ = *spec.world.collisions->impulse;
  step_ = is_adaptive(spec.integrator.method) ? 0 : spec.integrator.step;
  least_extent_ = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < figures.size(); ++f) {
    const CastSpec& cast = figures[f]->cast();
    if (!spec.world.by_impulse(cast.name) || !collides(cast)) continue;
    figures_.push_back(static_cast<int>(f));
    reach_[f] = figures[f]->model().bodies[0].reach;
    const double extent = least_extent(cast);
    if (extent > 0) least_extent_ = std::min(least_extent_, extent);  // 0 for a flat mesh
  }
  bodies_.resize(figures.size() + 1);
  v_before_.resize(figures.size());
  if (spec.integrator.method == IntegrationMethod::implicit) moved_by_ = 1;
  shifts_.resize(figures.size() + 1);
  contacts_.reserve(64 * (figures_.size() + 1));
  groups_.reserve(contacts_.capacity());
}

double Impacts::longest_step(const State& state) const {
  double fastest = 0;
  for (int f : figures_) {
    const FigureState& s = state.figures[f];
    if (can_move(s))
      fastest = std::max(fastest, s.v.segment<3>(3).norm() + reach_[f] * s.v.head<3>().norm());
  }
  return fastest > 0 ? farthest_move * least_extent_ / fastest
                     : std::numeric_limits<double>::infinity();
}

double Impacts::rest_speed(const State& state) const {
  return std::max(how_.rest_speed, 2 * state.world.gravity.norm() * step_);
}

double Impacts::quiet_step(const State& state) const {
  return 0.5 * how_.rest_speed / std::max(state.world.gravity.norm(), 1e-30);
}

ImpactLaw Impacts::law(const State& state) const {
  const WorldSettings& set = state.world;
  return {set.elasticity ? set.elasticity->at(state.time) : how_.restitution,
          set.friction ? set.friction->at(state.time) : how_.friction.at(state.time)};
}

void Impacts::find(const FigureSims& figures, const State& state) {
  contacts_.clear();
  for (int f : figures_) {
    const FigureState& s = state.figures[f];
    if (!s.dormant) figures[f]->place(s.q, s.v);
  }
  if (collisions_.any())
    collisions_.each_touch(figures, [&](int a, int b, const Touch& touch) {
      contacts_.push_back({a, b, touch.p_W, touch.normal, touch.depth});
    });
  for (int f : figures_) {
    if (!ground_ || !can_move(state.figures[f])) continue;
    const Frame& X = figures[f]->work().bodies[0].X_WB;
    for (const BodyTouch& t : figures[f]->touches())
      if (t.at.depth > 0)
        contacts_.push_back({f, -1, X.R * t.at.p_B + X.p, t.at.normal, t.at.depth});
  }
  for (const Contact& c : contacts_)
    for (int f : {c.a, c.b}) {
      if (f < 0) continue;
      const FigureState& s = state.figures[f];
      bodies_[f] = can_move(s) ? impact_body(figures[f]->model(), s.q, s.v) : ImpactBody{};
    }
}

double Impacts::approach(const Contact& c) const {
  return -c.normal.dot(body(c.a).velocity_at(c.p_W) - body(c.b).velocity_at(c.p_W));
}

double Impacts::overshoot(const State& state) const {
  const double rest = rest_speed(state);
  double back = 0;
  for (const Contact& c : contacts_) {
    const double speed = approach(c);
    if (c.depth > how_.tolerance && speed > rest)
      back = std::max(back, (c.depth - how_.tolerance / 2) / speed);
  }
  return back;
}

// The touches of a pair are consecutive in contacts_.
void Impacts::group() {
  groups_.clear();
  for (int i = 0; i < static_cast<int>(contacts_.size()); ++i) {
    const Contact& c = contacts_[i];
    const Contact* before = groups_.empty() ? nullptr : &contacts_[groups_.back().first];
    if (before && before->a == c.a && before->b == c.b && before->normal.dot(c.normal) > same_way)
      ++groups_.back().count;
    else
      groups_.push_back({i, 1});
  }
}

// Applies the impulse at the mean of the points that approach, so that a box that lands flat is not
// turned by the corner that is first in the list.
bool Impacts::bounce_together(const Group& group, const ImpactLaw& law, double rest) {
  Contact middle;
  int approaching = 0;
  double fastest = rest;
  Vec3 fastest_p;
  for (int i = group.first; i < group.first + group.count; ++i) {
    const double speed = approach(contacts_[i]);
    if (speed <= rest) continue;
    if (speed > fastest) {
      fastest = speed;
      fastest_p = contacts_[i].p_W;
    }
    middle.p_W += contacts_[i].p_W;
    ++approaching;
  }
  if (approaching == 0) return false;
  Contact& first = contacts_[group.first];
  middle.p_W /= approaching;
  middle.a = first.a;
  middle.b = first.b;
  middle.normal = first.normal;
  if (approach(middle) <= rest) middle.p_W = fastest_p;  // the body turns about the middle
  first.impulse += collide(middle.p_W, middle.normal, law, body(first.a), body(first.b));
  return true;
}

bool Impacts::bounce(const State& state) {
  const double rest = rest_speed(state);
  ImpactLaw law = this->law(state);
  bool any = false;
  for (int round = 0; round < most_bounces; ++round) {
    bool again = false;
    for (const Group& group : groups_) again = bounce_together(group, law, rest) || again;
    if (!again) break;
    any = true;
    law.restitution = std::min(law.restitution, 1.0);  // adds energy in the first round only
  }
  return any;
}

// Resolves the remaining contacts, where bodies approach slowly or are pressed between others.
void Impacts::support(const State& state) {
  const double friction = law(state).friction, enough = velocity_settled * rest_speed(state);
  double change = 2 * enough;
  for (int round = 0; round < most_rounds && change > enough; ++round) {
    change = 0;
    for (Contact& c : contacts_)
      change = std::max(change, bear(c.p_W, c.normal, friction, c.support, body(c.a), body(c.b)));
  }
  for (Contact& c : contacts_) c.impulse += c.support.along * c.normal + c.support.across;
}

// Takes back the small distance that supported bodies moved in this step before they were stopped.
// Over many steps they would otherwise sink, or creep down a slope.
void Impacts::take_back(double h) {
  for (int f : figures_) shifts_[f] = moved_by_ * h * (bodies_[f].v - v_before_[f]);
}

void Impacts::move_apart(State& state) {
  const auto shift = [&](int f) -> Vec3& { return shifts_[f < 0 ? shifts_.size() - 1 : f]; };
  bool moved = true;
  for (int round = 0; round < most_rounds && moved; ++round) {
    moved = false;
    for (const Contact& c : contacts_) {
      const double a = body(c.a).inverse_mass, b = body(c.b).inverse_mass;
      const double deep = c.depth - c.normal.dot(shift(c.a) - shift(c.b)) - how_.tolerance;
      if (deep <= 1e-3 * how_.tolerance || a + b == 0) continue;
      shift(c.a) += a / (a + b) * deep * c.normal;
      shift(c.b) -= b / (a + b) * deep * c.normal;
      moved = true;
    }
  }
  for (int f : figures_) state.figures[f].q.head<3>() += shifts_[f];
}

void Impacts::tell(Ensemble& ensemble, double h) const {
  for (const Contact& c : contacts_) {
    if (c.impulse.isZero(0)) continue;
    const auto within = [&](int f) {
      const Frame& X = ensemble.figures()[f]->work().bodies[0].X_WB;
      return Vec3(X.R.transpose() * (c.p_W - X.p));
    };
    if (c.b < 0) {
      GroundContact contact{0, within(c.a), c.depth, c.normal};
      contact.velocity = body(c.a).velocity_at(c.p_W);
      contact.force = c.impulse / h;
      ensemble.figures()[c.a]->note(contact);
      continue;
    }
    Link link;
    link.a = {c.a, 0};
    link.b = {c.b, 0};
    link.p_A = within(c.a);
    link.p_B = within(c.b);
    link.normal = c.normal;
    link.depth = c.depth;
    link.force = link.reaction.force = c.impulse / h;
    ensemble.interactions().note(link);
  }
}

bool Impacts::resolve(Ensemble& ensemble, State& state, double h) {
  group();
  for (int f : figures_) v_before_[f] = bodies_[f].v;
  for (Vec3& shift : shifts_) shift.setZero();
  const bool bounced = bounce(state);
  support(state);
  if (!bounced) take_back(h);
  for (const Contact& c : contacts_)
    for (int f : {c.a, c.b}) {
      if (f < 0 || !can_move(state.figures[f])) continue;
      FigureState& s = state.figures[f];
      put_velocities(ensemble.figures()[f]->model(), s.q, bodies_[f], s.v);
    }
  move_apart(state);
  for (int f : figures_) {
    const FigureState& s = state.figures[f];
    if (!s.dormant) ensemble.figures()[f]->place(s.q, s.v);
  }
  tell(ensemble, h);
  return bounced;
}

}  // namespace gambol
