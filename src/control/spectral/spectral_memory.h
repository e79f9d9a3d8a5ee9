#pragma once

#include "control/controller_plug.h"

namespace gambol {

struct SpectralMemory {
  bool runs = false;  // false before the first tick
  double began = 0;   // s
  double cycles = 0;  // of the common period, at the last tick
  double period = 0;  // s, from the last tick on
};

// The members, for hashing and storing; see simulation/state/state_members.h.
template <class V>
void members(V& v, SpectralMemory& m) {
  v(m.runs);
  v.clock(m.began);
  v(m.cycles);
  v(m.period);
}

struct SpectralSpec;
template <>
struct ControllerPlug<SpectralSpec> {
  using Memory = SpectralMemory;
  static std::unique_ptr<Controller> make(const SpectralSpec&, const ControllerMakings&);
};

}  // namespace gambol
