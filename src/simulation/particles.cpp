#include "simulation/particles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/pattern.h"
#include "base/random.h"

namespace gambol {
namespace {

// Most contacts of one emitter that emit at the same time; further ones wait until one ends.
constexpr std::size_t most_contacts_remembered = 64;

// [figure][body]: whether one of the patterns matches the body or its figure.
std::vector<std::vector<char>> meant(const std::vector<std::string>& patterns,
                                     const FigureSims& figures) {
  std::vector<std::vector<char>> flags;
  for (const auto& figure : figures) {
    const std::string& name = figure->cast().name;
    flags.emplace_back();
    for (const Body& body : figure->model().bodies)
      flags.back().push_back(any_matches(patterns, name) ||
                             any_matches(patterns, name + "." + body.name));
  }
  return flags;
}

bool is_in(const std::vector<std::vector<char>>& flags, const BodyId& id) {
  return !id.is_world() && flags[id.figure][id.body];
}

Vec3 turned(const FigureSims& figures, const BodyId& id, const Vec3& d) {
  return id.is_world() ? d : Vec3(figures[id.figure]->work().bodies[id.body].X_WB.R * d);
}

// A random unit vector, evenly distributed over the cap of half-angle `spread` (rad) around the
// unit vector d.
Vec3 within_cone(const Vec3& d, double spread, Random& random) {
  const double cosine = random.between(std::cos(spread), 1);
  const double sine = std::sqrt(std::max(0.0, 1 - cosine * cosine));
  const double around = 2 * std::numbers::pi * random.uniform();
  const Vec3 x = d.unitOrthogonal(), y = d.cross(x);
  return cosine * d + sine * (std::cos(around) * x + std::sin(around) * y);
}

}  // namespace

Particles::Particles(const MotionSpec& spec, const FigureSims& figures) {
  const WorldSpec& world = spec.world;
  Random keys(spec.seed);
  for (const EmitterSpec& e : world.particles) {
    Emitter emitter{e, ParticleFlight(e, world.ground), keys.bits(), {}, {}, {}, false, {}, 1};
    for (const AttachmentSpec& a : world.attachments)
      emitter.breaks.push_back(any_matches(e.breaks, a.name));
    emitter.slots += 2 * world.attachments.size();
    if (e.touches) {
      emitter.of = meant(e.touches->of, figures);
      emitter.with = meant(e.touches->with, figures);
      emitter.with_ground = any_matches(e.touches->with, "ground");
      emitter.slots += most_contacts_remembered;
    }
    if (e.point) emitter.point = find_body_id(figures, e.point->body, e.point->place, "point.body");
    emitters_.push_back(std::move(emitter));
  }
  if (!any()) return;
  for (const AttachmentSpec& a : world.attachments)
    ends_.push_back({find_body_id(figures, a.a, a.place, "attachments.a"),
                     find_body_id(figures, a.b, a.place, "attachments.b"), a.a_at, a.b_at});
}

std::vector<EmitterState> Particles::initial() const {
  std::vector<EmitterState> states;
  for (const Emitter& e : emitters_) {
    EmitterState& s = states.emplace_back();
    s.particles.resize(static_cast<std::size_t>(e.spec.capacity));
    s.sources.resize(e.slots);
  }
  return states;
}

// Bursts are a random process with a mean of `rate` bursts per second.
double Particles::pause(const Emitter& emitter, EmitterState& s) const {
  if (emitter.spec.rate <= 0) return std::numeric_limits<double>::infinity();
  Random random(emitter.key + s.drawn++);
  return -std::log1p(-random.uniform()) / emitter.spec.rate;
}

void Particles::burst(const Emitter& emitter, const Vec2& count, const Throw& from, State& state,
                      EmitterState& s) const {
  const EmitterSpec& e = emitter.spec;
  Random random(emitter.key + s.drawn++);
  const int n = std::min(static_cast<int>(random.between(count.x(), count.y() + 1)),
                         static_cast<int>(count.y()));
  for (int i = 0; i < n; ++i) {
    ParticleState& p = s.particles[static_cast<std::size_t>(s.born) % s.particles.size()];
    if (p.id >= 0 && p.dies > state.time) ++s.dropped;
    p.id = s.born++;
    p.born = state.time;
    p.dies = state.time + random.between(e.life.x(), e.life.y());
    p.p = from.p;
    const double speed = random.between(e.speed.x(), e.speed.y());
    p.v = e.inherit * from.v + speed * within_cone(from.d, e.spread, random);
    emitter.flight.launch(p, state.time, state.world.gravity);
  }
}

void Particles::touch(const Emitter& emitter, const BodyId& of, const BodyId& with,
                      const Throw& from, State& state, EmitterState& s) const {
  const EmitterSpec& e = emitter.spec;
  EmissionSource* free = nullptr;
  for (EmissionSource& source : s.sources) {
    if (!source.on) {
      if (!free) free = &source;
      continue;
    }
    if (!source.contact || source.figure != of.figure || source.body != of.body ||
        source.other_figure != with.figure || source.other_body != with.body)
      continue;
    source.until = state.time;
    if (state.time < source.next) return;
    burst(emitter, e.burst, from, state, s);
    source.next = state.time + pause(emitter, s);
    return;
  }
  if (!free) return;
  *free = {};
  free->on = free->contact = true;
  free->figure = of.figure;
  free->body = of.body;
  free->other_figure = with.figure;
  free->other_body = with.body;
  free->begun = free->until = state.time;
  burst(emitter, e.count, from, state, s);
  free->next = state.time + pause(emitter, s);
}

void Particles::touches(const Emitter& emitter, const FigureSims& figures,
                        const std::vector<Link>& links, State& state, EmitterState& s) const {
  const Link* before = nullptr;
  for (const Link& link : links) {
    if (link.attachment >= 0) continue;
    // Several touches of the same two bodies are one contact.
    const bool again = before && before->a.figure == link.a.figure &&
                       before->a.body == link.a.body && before->b.figure == link.b.figure &&
                       before->b.body == link.b.body;
    before = &link;
    const bool forth = is_in(emitter.of, link.a) && is_in(emitter.with, link.b);
    const bool back = is_in(emitter.of, link.b) && is_in(emitter.with, link.a);
    if (again || (!forth && !back)) continue;
    const Vec3 v = velocity_of(figures, link.a, link.p_A) + velocity_of(figures, link.b, link.p_B);
    const Throw from{place_of(figures, link.a, link.p_A), forth ? Vec3(-link.normal) : link.normal,
                     v / 2};
    touch(emitter, forth ? link.a : link.b, forth ? link.b : link.a, from, state, s);
  }
  for (std::size_t f = 0; f < figures.size() && emitter.with_ground; ++f) {
    int last = -1;
    for (const GroundContact& c : figures[f]->contacts()) {
      if (c.depth <= 0 || c.body == last || !emitter.of[f][c.body]) continue;
      last = c.body;
      const BodyId of{static_cast<int>(f), c.body};
      touch(emitter, of, {}, {place_of(figures, of, c.p_B), c.normal, c.velocity}, state, s);
    }
  }
  for (EmissionSource& source : s.sources)
    if (source.contact && state.time - source.until > emitter.spec.touches->apart)
      source.on = source.contact = false;
}

// Emits from sources that are points, with decreasing frequency: the probability of a burst is the
// fraction of the source's time that remains.
void Particles::linger(const Emitter& emitter, const FigureSims& figures, State& state,
                       EmitterState& s) const {
  for (EmissionSource& source : s.sources) {
    if (!source.on || source.contact) continue;
    while (source.next <= state.time && source.next < source.until) {
      Random random(emitter.key + s.drawn++);
      const double left = (source.until - source.next) / (source.until - source.begun);
      const BodyId id{source.figure, source.body};
      if (random.uniform() < left)
        burst(emitter, emitter.spec.burst,
              {place_of(figures, id, source.p), turned(figures, id, source.d),
               velocity_of(figures, id, source.p)},
              state, s);
      source.next += pause(emitter, s);
    }
    if (state.time >= source.until) source.on = false;
  }
}

void Particles::step(const FigureSims& figures, const std::vector<Link>& links,
                     State& state) const {
  for (std::size_t e = 0; e < emitters_.size(); ++e) {
    const Emitter& emitter = emitters_[e];
    EmitterState& s = state.particles[e];
    for (ParticleState& p : s.particles)
      if (p.id >= 0 && p.bounce <= state.time)
        emitter.flight.fly(p, state.time, state.world.gravity);
    if (emitter.spec.touches) touches(emitter, figures, links, state, s);
    linger(emitter, figures, state, s);
  }
}

void Particles::start_at(const Emitter& emitter, const FigureSims& figures, const BodyId& body,
                         const Vec3& p, const Vec3& d, State& state, EmitterState& s) const {
  burst(emitter, emitter.spec.count,
        {place_of(figures, body, p), turned(figures, body, d), velocity_of(figures, body, p)},
        state, s);
  if (emitter.spec.lasting <= 0) return;
  for (EmissionSource& source : s.sources) {
    if (source.on) continue;
    source = {};
    source.on = true;
    source.figure = body.figure;
    source.body = body.body;
    source.p = p;
    source.d = d;
    source.begun = state.time;
    source.until = state.time + emitter.spec.lasting;
    source.next = state.time + pause(emitter, s);
    return;
  }
}

void Particles::broken(int attachment, const FigureSims& figures, State& state) const {
  // Outward from the body's origin, in the direction in which the end of a wire points.
  const auto outward = [](const Vec3& p) {
    return p.norm() > 0 ? Vec3(p.normalized()) : Vec3(Vec3::UnitZ());
  };
  const Ends& ends = ends_[static_cast<std::size_t>(attachment)];
  for (std::size_t e = 0; e < emitters_.size(); ++e) {
    if (!emitters_[e].breaks[static_cast<std::size_t>(attachment)]) continue;
    EmitterState& s = state.particles[e];
    start_at(emitters_[e], figures, ends.a, ends.p_A, outward(ends.p_A), state, s);
    if (!ends.b.is_world())
      start_at(emitters_[e], figures, ends.b, ends.p_B, outward(ends.p_B), state, s);
  }
}

void Particles::emit(const std::vector<std::string>& wanted, const FigureSims& figures,
                     State& state) const {
  for (std::size_t e = 0; e < emitters_.size(); ++e) {
    const EmitterSpec& spec = emitters_[e].spec;
    if (!spec.point || !any_matches(wanted, spec.name)) continue;
    start_at(emitters_[e], figures, emitters_[e].point, spec.point->at,
             spec.point->direction.normalized(), state, state.particles[e]);
  }
}

void Particles::bend(const Vec3& gravity, State& state) const {
  for (std::size_t e = 0; e < emitters_.size(); ++e) {
    for (ParticleState& p : state.particles[e].particles) {
      if (p.id < 0 || p.dies <= state.time) continue;
      const Motion now = emitters_[e].flight.at(p, state.time, state.world.gravity);
      p.p = now.p;
      p.v = now.v;
      emitters_[e].flight.launch(p, state.time, gravity);
    }
  }
}

void Particles::at(const State& state, double t,
                   const std::function<void(const Seen&)>& see) const {
  for (std::size_t e = 0; e < emitters_.size(); ++e) {
    for (const ParticleState& kept : state.particles[e].particles) {
      if (kept.id < 0 || t < kept.born || t >= kept.dies) continue;
      ParticleState p = kept;
      emitters_[e].flight.fly(p, t, state.world.gravity);
      const Motion now = emitters_[e].flight.at(p, t, state.world.gravity);
      see({static_cast<int>(e), p.id, t - p.born, p.dies - p.born, now.p, now.v});
    }
  }
}

}  // namespace gambol
