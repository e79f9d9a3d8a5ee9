#include "control/spectral/spectral.h"

#include <algorithm>
#include <cmath>

#include "base/channel_names.h"
#include "base/hermite.h"
#include "control/controller_memory.h"
#include "shot/controllers/controller_spec.h"

namespace gambol {
namespace {

// How much of the amplitudes counts `t` seconds after the start, and its rate.
struct Envelope {
  double value = 1, rate = 0;
};
Envelope envelope(double t, double over) {
  if (t >= over) return {};
  const double s = std::max(t / over, 0.0);
  return {smooth_step(s), 6 * s * (1 - s) / over};
}

}  // namespace

std::unique_ptr<Controller> ControllerPlug<SpectralSpec>::make(const SpectralSpec& spec,
                                                               const ControllerMakings& m) {
  return std::make_unique<Spectral>(spec, m.spec.tick, m.figure, m.model);
}

Spectral::Spectral(const SpectralSpec& spec, double tick, const FigureSpec& figure,
                   const Model& model)
    : spec_(spec), waves_(*waves_of(spec, figure)), tick_(tick) {
  outputs_ = {std::string(outputs::cycle)};
  for (const std::string& name : ControllerTrait<SpectralSpec>::commands(spec, figure).drives) {
    const int dof = model.dof_of(name);
    const WaveSpec* wave = nullptr;
    for (const WaveSpec& w : waves_.joints)
      if (model.means(w.name, dof)) wave = &w;
    joints_.push_back({dof, Wave(*wave, waves_), wave->centre.value_or(model.dofs[dof].initial),
                       wave->stiffness.value_or(waves_.stiffness),
                       wave->damping.value_or(waves_.damping),
                       wave->most_torque ? wave->most_torque : waves_.most_torque});
  }
}

ControllerMemory Spectral::start() const { return SpectralMemory{}; }

double Spectral::period(const Sense& sense) const {
  if (const Ramp* set = sense.goals.find("period")) return set->at(sense.time);
  return spec_.period ? spec_.period->at(sense.time) : waves_.period;
}

double Spectral::strength(const Sense& sense) const {
  return sense.goals.value("strength", spec_.strength, sense.time);
}

// The waves go on from cycle to cycle when the period changes: cycles are summed, not computed from
// the time.
void Spectral::tick(const Sense& sense, ControllerMemory& memory, Command& command) const {
  auto& m = std::get<SpectralMemory>(memory);
  if (!m.runs)
    m = {true, sense.time, 0, 0};
  else
    m.cycles += sense.dt / m.period;
  m.period = period(sense);
  const double t0 = sense.time, t1 = t0 + tick_, strength = this->strength(sense);
  const Envelope e0 = envelope(t0 - m.began, spec_.over), e1 = envelope(t1 - m.began, spec_.over);
  const double c0 = m.cycles, c1 = c0 + tick_ / m.period;
  command.outputs[first_output_] = c0 - std::floor(c0);
  for (const Joint& j : joints_) {
    const Wave::At a0 = j.wave.at(c0), a1 = j.wave.at(c1);
    JointCommand& c = command.joints[j.dof];
    c = {true, 0, j.stiffness, j.damping, {t0, t1}, j.most};
    c.way.q0 = j.centre + strength * e0.value * a0.x;
    c.way.v0 = strength * (e0.rate * a0.x + e0.value * a0.rate / m.period);
    c.way.q1 = j.centre + strength * e1.value * a1.x;
    c.way.v1 = strength * (e1.rate * a1.x + e1.value * a1.rate / m.period);
  }
}

void Spectral::release(Command& command) const {
  for (const Joint& j : joints_) command.joints[j.dof] = {};
}

}  // namespace gambol
