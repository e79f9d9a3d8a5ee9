#pragma once

// The memory of a gait of coupled oscillators.

#include <vector>

#include "control/controller_plug.h"
#include "control/performance.h"

namespace gambol {

enum class LegPhase { stance, potential_step, step };

// Estimated heading and progress of a figure that follows a path.
struct SteeringMemory {
  bool begun = false;
  double heading = 0;   // rad, averaged over the last cycle
  double progress = 0;  // m along the path
};

// The memory of a leg's reflexes (control/oscillators/reflexes.h).
struct ReflexMemory {
  bool touched = true;  // the leg's feet have borne load since its last step ended
  bool footing = true;  // its last step found ground in time, or a search did
  double lifted_at =
      -1;            // s: when the leg last lifted or yielded in this step or stance; < 0: not yet
  double alone = 0;  // weights x steps: what it has borne since its side bears alone
  double search_since = -1;  // s: when the search began; < 0: the leg does not search
  int half_sweeps = 0;       // number of half sweeps begun in this search
  double upper_rest = 0;     // rest position of the upper joint's springs as the search began
};

struct OscillatorMemory {
  double phase = 0;  // cycles of the master oscillator
  struct Leg {
    LegPhase phase = LegPhase::stance;
    double since = 0;  // s
    double fired = 0;  // number of its oscillator's firings, counted with the master's cycles
    Performance performance;
    ReflexMemory reflex;
  };
  std::vector<Leg> legs;
  SteeringMemory steering;
};

// The members, for hashing and storing; see simulation/state/state_members.h.
template <class V>
void members(V& v, ReflexMemory& r) {
  v(r.touched);
  v(r.footing);
  v.clock(r.lifted_at);
  v(r.alone);
  v.clock(r.search_since);
  v(r.half_sweeps);
  v(r.upper_rest);
}

template <class V>
void members(V& v, OscillatorMemory::Leg& l) {
  v(l.phase);
  v.clock(l.since);
  v(l.fired);
  v(l.performance);
  v(l.reflex);
}

template <class V>
void members(V& v, SteeringMemory& s) {
  v(s.begun);
  v(s.heading);
  v(s.progress);
}

template <class V>
void members(V& v, OscillatorMemory& m) {
  v(m.phase);
  v(m.legs);
  v(m.steering);
}

struct OscillatorGaitSpec;
template <>
struct ControllerPlug<OscillatorGaitSpec> {
  using Memory = OscillatorMemory;
  static std::unique_ptr<Controller> make(const OscillatorGaitSpec&, const ControllerMakings&);
};

}  // namespace gambol
