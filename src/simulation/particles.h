#pragma once

// Particles such as sparks (seed 000 section 5.4): what throws them, and where they are. They touch
// the ground and push nothing. All that evolves is in State::particles; random numbers come from
// streams of their own, so that they change nothing else.

#include <functional>

#include "simulation/link.h"
#include "simulation/particle_flight.h"

namespace gambol {

class Particles {
 public:
  // The spec must have been checked.
  Particles(const MotionSpec& spec, const FigureSims& figures);

  bool any() const { return !emitters_.empty(); }
  std::vector<EmitterState> initial() const;

  // After a step that ended at state.time: what is in the air flies on; contacts of the step, and
  // ends that still spark, throw more. Requires the figures' kinematics and contacts, and `links`.
  void step(const FigureSims& figures, const std::vector<Link>& links, State& state) const;
  // An attachment breaks, or a cue says `emit`. Require the figures' kinematics.
  void broken(int attachment, const FigureSims& figures, State& state) const;
  void emit(const std::vector<std::string>& wanted, const FigureSims& figures, State& state) const;
  // Before state.world.gravity becomes `gravity`: arcs bend from now on.
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
    std::uint64_t key;                        // of its random numbers
    std::vector<char> breaks;                 // [attachment]
    std::vector<std::vector<char>> of, with;  // [figure][body]
    bool with_ground = false;
    BodyId point;
    std::size_t slots;  // for sources
  };
  struct Throw {  // from where, which way, how fast already
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
