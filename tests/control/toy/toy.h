#pragma once

// The controller of the toy kind: its output `beat` counts beats.

#include "control/controller.h"
#include "control/toy/toy_memory.h"
#include "shot/controllers/controller_spec.h"
#include "shot/controllers/toy/toy_spec.h"

namespace gambol {

struct ToyMemories : MemoryOf<KindList<ToySpec>>::Any {
  using MemoryOf<KindList<ToySpec>>::Any::variant;
};

class Toy final : public ControllerOf<ToyMemories> {
 public:
  explicit Toy(const ToySpec& spec) : spec_(spec) { outputs_ = {"beat"}; }
  ToyMemories start() const override { return ToyMemory{}; }
  void tick(const Sense& sense, ToyMemories& memory, Command& command) const override {
    auto& m = std::get<ToyMemory>(memory);
    if (m.begun < 0) m.begun = sense.time;
    const Ramp* goal = sense.goals.find("rate");
    const double rate = goal ? goal->at(sense.time) : spec_.rate.at(sense.time);
    if (sense.time >= m.begun + spec_.pause) m.beats += rate * sense.dt;
    command.outputs[static_cast<std::size_t>(first_output_)] = m.beats;
  }

 private:
  ToySpec spec_;
};

inline std::unique_ptr<ControllerOf<ToyMemories>> ControllerPlug<ToySpec>::make(
    const ToySpec& spec, const ControllerMakings&) {
  return std::make_unique<Toy>(spec);
}

}  // namespace gambol
