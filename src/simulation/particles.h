#pragma once

// Particles such as sparks (McKenna's MS thesis, MIT 1990, "seed 000", section 5.4): their emission
// and their positions. They collide with the ground only and exert no forces. Everything that
// evolves is in State::particles. Random numbers come from separate streams, so that particles do
// not change the rest of the simulation.

#include <functional>

#include "shot/motion_spec.h"
#include "simulation/link.h"
#include "simulation/particle_flight.h"

namespace gambol {

class Particles {
 public:
  // The spec must have been checked.
  Particles(const MotionSpec& spec, const FigureSims& figures);

  bool any() const { return !emitters_.empty(); }
  std::vector<EmitterState> initial() const;

  // After a step that ended at state.time: advances the particles, and emits new ones at the
  // contacts of the step and from sources that are still on. Requires the figures' kinematics and
  // contacts, and `links`.
  void step(const FigureSims& figures, const std::vector<Link>& links, State& state) const;
  // Emit particles when an attachment breaks, and when a cue names emitters in `emit`. Require the
  // figures' kinematics.
  void broken(int attachment, const FigureSims& figures, State& state) const;
  void emit(const std::vector<std::string>& wanted, const FigureSims& figures, State& state) const;
  // Restarts all arcs under `gravity` at state.time. To be called before state.world.gravity
  // changes to `gravity`.
  void bend(const Vec3& gravity, State& state) const;

  struct Seen {
    int emitter;
    long id;
    double age, life;  // s
    Vec3 p, v;         // W
  };
  // Every particle alive at t, where t is not before the last step() of `state`.
  void at(const State& state, double t, const std::function<void(const Seen&)>& see) const;

 private:
  struct Emitter {
    EmitterSpec spec;
    ParticleFlight flight;
    std::uint64_t key;                        // seed of its random numbers
    std::vector<char> breaks;                 // [attachment]
    std::vector<std::vector<char>> of, with;  // [figure][body]
    bool with_ground = false;
    BodyId point;
    std::size_t slots;  // number of sources
  };
  struct Throw {  // position, direction, and velocity of the place that emits
    Vec3 p, d, v;
  };
  void burst(const Emitter& emitter, const Vec2& count, const Throw& from, State& state,
             EmitterState& s) const;
  void touch(const Emitter& emitter, const BodyId& of, const BodyId& with, const Throw& from,
             State& state, EmitterState& s) const;
  void touches(const Emitter& emitter, const FigureSims& figures, const std::vector<Link>& links,
               State& state, EmitterState& s) const;
  void linger(const Emitter& emitter, const FigureSims& figures, State& state,
              EmitterState& s) const;
  void start_at(const Emitter& emitter, const FigureSims& figures, const BodyId& body,
                const Vec3& p, const Vec3& d, State& state, EmitterState& s) const;
  double pause(const Emitter& emitter, EmitterState& s) const;  // s until the next burst

  struct Ends {
    BodyId a, b;
    Vec3 p_A, p_B;
  };
  std::vector<Emitter> emitters_;
  std::vector<Ends> ends_;  // [attachment]
};

}  // namespace gambol
