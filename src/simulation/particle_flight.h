#pragma once

// How a particle flies: exact arcs under gravity and linear drag, dv/dt = g - k v, joined by
// bounces off the ground. No step of the simulation cuts them.

#include "shot/world_spec.h"
#include "simulation/state.h"

namespace gambol {

struct Motion {
  Vec3 p, v;
};

class ParticleFlight {
 public:
  ParticleFlight(const EmitterSpec& spec, const std::optional<GroundSpec>& ground);

  // Sets off from p with v at time t; what lies within the ground begins on it.
  void launch(ParticleState& particle, double t, const Vec3& gravity) const;
  // Past every bounce until time t.
  void fly(ParticleState& particle, double t, const Vec3& gravity) const;
  // Where it is at t, before its next bounce.
  Motion at(const ParticleState& particle, double t, const Vec3& gravity) const;

 private:
  Motion along(const Motion& from, double tau, const Vec3& pull) const;
  void bounce(ParticleState& particle, const Vec3& gravity) const;
  // Seconds until the arc meets the ground, at most `most`; infinite if it does not.
  double time_to_ground(const Motion& from, double most, const Vec3& pull) const;
  double time_to_level(const Motion& from, double most, const Vec3& pull) const;
  double time_to_terrain(const Motion& from, double most, const Vec3& pull) const;
  double height_of(const Vec3& p) const;  // above the ground

  double drag_, gravity_, restitution_, friction_;
  bool has_ground_;
  double level_ = 0;                            // m
  std::shared_ptr<const HeightField> terrain_;  // instead, if not null
};

}  // namespace gambol
