#include "simulation/state.h"

#include "base/hash.h"

namespace gambol {
namespace {

void add(Hasher& h, const Eigen::VectorXd& x) {
  h.add(x.size()).add(x.data(), x.size() * sizeof(double));
}

void add(Hasher& h, const Performance& p) {
  h.add(p.program).add(p.begun).add(p.duration).add(p.started);
}

void add(Hasher& h, const ControllerMemory& memory) {
  h.add(memory.index());
  if (const auto* m = std::get_if<OscillatorMemory>(&memory)) {
    h.add(m->phase);
    for (const auto& leg : m->legs) {
      h.add(leg.phase).add(leg.since).add(leg.fired);
      add(h, leg.performance);
    }
  } else if (const auto* s = std::get_if<ScriptMemory>(&memory)) {
    for (const Performance& p : s->performances) add(h, p);
  }
}

void add(Hasher& h, const Command& c) {
  for (const ActuatorCommand& a : c.actuators) {
    h.add(a.has_rest).add(a.rest.t0).add(a.rest.t1).add(a.rest.from).add(a.rest.to);
    h.add(a.stiffness_scale).add(a.damping_scale).add(a.bias).add(a.on);
  }
  for (DofDrive d : c.drives) h.add(d);
  h.add(c.root_held);
  for (double o : c.outputs) h.add(o);
}

}  // namespace

std::string state_hash(const State& state) {
  Hasher h;
  h.add(state.time).add(state.next_step).add(state.cue);
  for (const FigureState& f : state.figures) {
    add(h, f.q);
    add(h, f.v);
    add(h, f.command);
    for (const ControllerState& c : f.controllers) {
      h.add(c.active).add(c.last_tick).add(c.next_tick).add(c.ticks).add(c.started);
      add(h, c.memory);
    }
    for (const Push& p : f.pushes) {
      h.add(p.body).add(p.force.data(), sizeof(double) * 3).add(p.until);
    }
  }
  return h.hex();
}

}  // namespace gambol
