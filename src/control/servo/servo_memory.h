#pragma once

#include <vector>

#include "control/controller_plug.h"

namespace gambol {

struct ServoMemory {
  // Where a joint was when the servo began to bring it to where it is commanded.
  struct Approach {
    double begun = 0;            // s
    double ahead = 0, rate = 0;  // position and rate less those commanded then
  };
  std::vector<Approach> joints;  // [joint that it moves]; empty before the first tick
  // Of what measures the figure to move the targets.
  struct Measuring {
    bool down = true;    // whether the leg bore at the last tick
    bool waits = false;  // to measure
    double due = 0;      // s
    double moves = 0;    // rad or m: by how much it moves the targets, since it last measured
  };
  std::vector<Measuring> measuring;  // [feedback and leg]
};

// The members, for hashing and storing; see simulation/state/state_members.h.
template <class V>
void members(V& v, ServoMemory::Approach& a) {
  v.clock(a.begun);
  v(a.ahead);
  v(a.rate);
}
template <class V>
void members(V& v, ServoMemory::Measuring& m) {
  v(m.down);
  v(m.waits);
  v.clock(m.due);
  v(m.moves);
}
template <class V>
void members(V& v, ServoMemory& m) {
  v(m.joints);
  v.if_any(m.measuring);
}

struct ServoSpec;
template <>
struct ControllerPlug<ServoSpec> {
  using Memory = ServoMemory;
  static std::unique_ptr<Controller> make(const ServoSpec&, const ControllerMakings&);
};

}  // namespace gambol
