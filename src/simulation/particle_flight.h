#pragma once

// Flight of a particle: exact arcs under gravity and linear drag, dv/dt = g - k v, joined by
// bounces off the ground. They are independent of the steps of the simulation.

#include "shot/world_spec.h"
#include "simulation/state/state.h"

namespace gambol {

struct Motion {
  Vec3 p, v;
};

class ParticleFlight {
 public:
  ParticleFlight(const EmitterSpec& spec, const std::optional<GroundSpec>& ground);

  // Starts an arc at the particle's p with its v at time t (s). A particle below the ground is
  // first raised to its surface.
  void launch(ParticleState& particle, double t, const Vec3& gravity) const;
  // Advances the particle past every bounce up to time t.
  void fly(ParticleState& particle, double t, const Vec3& gravity) const;
  // Position and velocity at t, which must not be after the particle's next bounce.
  Motion at(const ParticleState& particle, double t, const Vec3& gravity) const;

 private:
  Motion along(const Motion& from, double tau, const Vec3& pull) const;
  void bounce(ParticleState& particle, const Vec3& gravity) const;
  // Time (s) until the arc meets the ground; infinite if it does not within `most` (s).
  double time_to_ground(const Motion& from, double most, const Vec3& pull) const;
  double time_to_level(const Motion& from, double most, const Vec3& pull) const;
  double time_to_terrain(const Motion& from, double most, const Vec3& pull) const;
  double height_of(const Vec3& p) const;  // above the ground

  double drag_, gravity_, restitution_, friction_;
  bool has_ground_;
  double level_ = 0;                            // m, height of level ground
  std::shared_ptr<const HeightField> terrain_;  // replaces level_ if not null
};

}  // namespace gambol
