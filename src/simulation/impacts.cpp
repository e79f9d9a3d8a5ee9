#include "simulation/impacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "simulation/contact_laws.h"
#include "simulation/integrators/integrator.h"

namespace gambol {
namespace {

// Rounds continue while one changes a velocity by more than this fraction of the rest speed.
constexpr double velocity_settled = 1e-6;
// Fraction of the least extent of all bodies; no body moves further in a step.
constexpr double farthest_move = 0.2;

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

// A root that is held or follows a curve in some degree of freedom gives way in none.
bool can_move(const FigureState& s) { return s.command.root_is(Drive::dynamic) && !s.dormant; }

}  // namespace

Impacts::Impacts(const MotionSpec& spec, const FigureSims& figures)
    : reach_(figures.size()), collisions_(spec, figures, Collisions::Answer::bounces) {
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
  rounds_ = ImpactRounds(figures.size(), 64 * (figures_.size() + 1));
  v_before_.resize(figures.size());
  moved_by_ = traits_of(spec.integrator.method).moves;
  shifts_.resize(figures.size() + 1);
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
  ImpactLaw law = impact_law(how_, state.time);
  state.world.override_law(state.time, law);
  return law;
}

void Impacts::find(const FigureSims& figures, const State& state) {
  std::vector<ImpactContact>& contacts = rounds_.contacts();
  contacts.clear();
  for (int f : figures_) {
    const FigureState& s = state.figures[f];
    if (!s.dormant) figures[f]->place(s.q, s.v);
  }
  if (collisions_.any())
    collisions_.each_touch(figures, [&](const CollidingBody& a, const CollidingBody& b, const Touch& touch) {
      contacts.push_back({a.figure, b.figure, touch.p_W, touch.normal, touch.depth});
    });
  for (int f : figures_) {
    if (!ground_ || !can_move(state.figures[f])) continue;
    const Frame& X = figures[f]->work().bodies[0].X_WB;
    for (const BodyTouch& t : figures[f]->touches())
      if (t.at.depth > 0)
        contacts.push_back({f, -1, X.R * t.at.p_B + X.p, t.at.normal, t.at.depth});
  }
  for (const ImpactContact& c : contacts)
    for (int f : {c.a, c.b}) {
      if (f < 0) continue;
      const FigureState& s = state.figures[f];
      rounds_.body(f) = can_move(s) ? impact_body(figures[f]->model(), s.q, s.v) : ImpactBody{};
    }
}

double Impacts::overshoot(const State& state) const {
  const double rest = rest_speed(state);
  double back = 0;
  for (const ImpactContact& c : contacts()) {
    const double speed = rounds_.approach(c);
    if (c.depth > how_.tolerance && speed > rest)
      back = std::max(back, (c.depth - how_.tolerance / 2) / speed);
  }
  return back;
}

// Takes back the small distance that supported bodies moved in this step before they were stopped.
// Over many steps they would otherwise sink, or creep down a slope.
void Impacts::take_back(double h) {
  for (int f : figures_) shifts_[f] = moved_by_ * h * (rounds_.body(f).v - v_before_[f]);
}

void Impacts::tell(Ensemble& ensemble, double h) const {
  for (const ImpactContact& c : contacts()) {
    if (c.impulse.isZero(0)) continue;
    const auto within = [&](int f) {
      const Frame& X = ensemble.figures()[f]->work().bodies[0].X_WB;
      return Vec3(X.R.transpose() * (c.p_W - X.p));
    };
    if (c.b < 0) {
      GroundContact contact{0, within(c.a), c.depth, c.normal};
      contact.velocity = rounds_.body(c.a).velocity_at(c.p_W);
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
  for (int f : figures_) v_before_[f] = rounds_.body(f).v;
  for (Vec3& shift : shifts_) shift.setZero();
  const ImpactLaw law = this->law(state);
  const double rest = rest_speed(state);
  const bool bounced = rounds_.bounce(law, rest);
  rounds_.support(law.friction, velocity_settled * rest);
  if (!bounced) take_back(h);
  for (const ImpactContact& c : contacts())
    for (int f : {c.a, c.b}) {
      if (f < 0 || !can_move(state.figures[f])) continue;
      FigureState& s = state.figures[f];
      put_velocities(ensemble.figures()[f]->model(), s.q, rounds_.body(f), s.v);
    }
  rounds_.move_apart(how_.tolerance, shifts_);
  for (int f : figures_) state.figures[f].q.head<3>() += shifts_[f];
  for (int f : figures_) {
    const FigureState& s = state.figures[f];
    if (!s.dormant) ensemble.figures()[f]->place(s.q, s.v);
  }
  tell(ensemble, h);
  return bounced;
}

}  // namespace gambol
