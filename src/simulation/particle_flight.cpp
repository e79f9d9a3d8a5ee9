#include "simulation/particle_flight.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/height_field.h"

namespace gambol {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
// Shorter hops rise by about a micrometre: the particle then rests.
constexpr double shortest_hop = 1e-3;  // s

// Root of a falling function, which is positive at `low` and negative at `high`, by bisection to
// the last bits.
template <class F>
double falling_root(const F& height, double low, double high) {
  for (int i = 0; i < 60 && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (height(middle) > 0 ? low : high) = middle;
  }
  return high;
}

}  // namespace

ParticleFlight::ParticleFlight(const EmitterSpec& spec, const std::optional<GroundSpec>& ground)
    : drag_(spec.drag),
      gravity_(spec.gravity),
      restitution_(spec.restitution),
      friction_(spec.friction),
      has_ground_(ground.has_value()) {
  if (!ground) return;
  level_ = ground->height;
  if (ground->terrain) terrain_ = ground->terrain->field;
}

double ParticleFlight::height_of(const Vec3& p) const {
  if (!has_ground_) return never;
  return p.z() - (terrain_ ? terrain_->height(p.x(), p.y()) : level_);
}

// v decays to the terminal velocity pull / k. For small k tau, series avoid cancellation.
Motion ParticleFlight::along(const Motion& from, double tau, const Vec3& pull) const {
  const double x = drag_ * tau;
  double kept, f, h;  // kept: exp(-k tau); f: the integral of exp(-k t); h: the integral of f
  if (x < 1e-3) {
    kept = 1 - x * (1 - x / 2 * (1 - x / 3));
    f = tau * (1 - x / 2 * (1 - x / 3 * (1 - x / 4)));
    h = tau * tau / 2 * (1 - x / 3 * (1 - x / 4));
  } else {
    kept = std::exp(-x);
    f = (1 - kept) / drag_;
    h = (tau - f) / drag_;
  }
  return {from.p + from.v * f + pull * h, from.v * kept + pull * f};
}

Motion ParticleFlight::at(const ParticleState& particle, double t, const Vec3& gravity) const {
  if (particle.rests) return {particle.p, Vec3::Zero()};
  return along({particle.p, particle.v}, t - particle.since, gravity_ * gravity);
}

// The vertical acceleration keeps its sign, so the height is concave or convex throughout: after
// the apex it falls and reaches the level at most once.
double ParticleFlight::time_to_level(const Motion& from, double most, const Vec3& pull) const {
  const double g = pull.z(), vz = from.v.z();
  if (g >= 0 && vz >= 0) return never;
  double apex = 0;
  if (vz > 0) apex = drag_ > 0 ? std::log1p(-drag_ * vz / g) / drag_ : -vz / g;
  const auto height = [&](double tau) { return along(from, tau, pull).p.z() - level_; };
  if (apex >= most || height(most) > 0) return never;
  return falling_root(height, apex, most);
}

// Advances by at most half a cell per stride, so that no ridge is missed.
double ParticleFlight::time_to_terrain(const Motion& from, double most, const Vec3& pull) const {
  const auto height = [&](double tau) { return height_of(along(from, tau, pull).p); };
  constexpr double least_marches = 64;
  for (double tau = 0; tau < most;) {
    const double speed = along(from, tau, pull).v.norm();
    const double longest = most / least_marches;
    const double stride = std::min(longest, 0.5 * terrain_->spacing() / std::max(speed, 1e-9));
    const double next = std::min(tau + stride, most);
    if (height(next) <= 0) return falling_root(height, tau, next);
    tau = next;
  }
  return never;
}

double ParticleFlight::time_to_ground(const Motion& from, double most, const Vec3& pull) const {
  if (!has_ground_ || most <= 0) return never;
  return terrain_ ? time_to_terrain(from, most, pull) : time_to_level(from, most, pull);
}

void ParticleFlight::launch(ParticleState& particle, double t, const Vec3& gravity) const {
  particle.since = t;
  particle.rests = false;
  const double height = height_of(particle.p);
  if (height < 0) particle.p.z() -= height;
  particle.bounce =
      t + time_to_ground({particle.p, particle.v}, particle.dies - t, gravity_ * gravity);
}

// A bounce off the ground: the normal velocity is reversed and scaled by the restitution, and
// friction reduces the tangential velocity by at most what the normal impulse allows.
void ParticleFlight::bounce(ParticleState& particle, const Vec3& gravity) const {
  const double t = particle.bounce;
  const Motion now = at(particle, t, gravity);
  const Vec3 n = terrain_ ? terrain_->under(now.p.x(), now.p.y()).normal : Vec3(Vec3::UnitZ());
  const double into = std::max(-n.dot(now.v), 0.0);
  const Vec3 along_ground = now.v + into * n;
  const double slides = along_ground.norm();
  const double kept =
      slides > 0 ? std::max(0.0, 1 - friction_ * (1 + restitution_) * into / slides) : 0.0;
  particle.p = now.p;
  particle.v = kept * along_ground + restitution_ * into * n;
  launch(particle, t, gravity);
  if (particle.bounce - t >= shortest_hop) return;
  particle.rests = true;
  particle.v.setZero();
  particle.bounce = never;
}

void ParticleFlight::fly(ParticleState& particle, double t, const Vec3& gravity) const {
  while (particle.bounce <= t) bounce(particle, gravity);
}

}  // namespace gambol
