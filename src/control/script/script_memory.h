#pragma once

#include <vector>

#include "control/controller_plug.h"
#include "control/performance.h"

namespace gambol {

struct ScriptMemory {
  std::vector<Performance> performances;
};

// The members, for hashing and storing; see simulation/state/state_members.h.
template <class V>
void members(V& v, ScriptMemory& m) {
  v(m.performances);
}

struct MotorScriptSpec;
template <>
struct ControllerPlug<MotorScriptSpec> {
  using Memory = ScriptMemory;
  static std::unique_ptr<Controller> make(const MotorScriptSpec&, const ControllerMakings&);
};

}  // namespace gambol
