#pragma once

#include "control/controller_plug.h"
#include "shot/controllers/controller_kind.h"

namespace gambol {

struct ToyMemory {
  double begun = -1;  // s: time of the first tick
  double beats = 0;
};
template <class V>
void members(V& v, ToyMemory& m) {
  v.clock(m.begun);
  v(m.beats);
}

struct ToySpec;
struct ToyMemories;  // control/toy/toy.h
template <>
struct ControllerPlug<ToySpec> {
  using Memory = ToyMemory;
  static std::unique_ptr<ControllerOf<ToyMemories>> make(const ToySpec&, const ControllerMakings&);
};

}  // namespace gambol
