#include "control/oscillator_gait.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

constexpr double clock_slack = 1e-9;   // s; see motor_program.cpp
constexpr double firing_phase = 0.25;  // 90 degrees (section 4.6)
constexpr double phase_slack = 1e-9;   // cycles: a sum of ticks that should reach the peak does

double cycles_fired(double phase) { return std::floor(phase - firing_phase + phase_slack); }

int dof_of(const Model& model, const std::string& joint) {
  const int body = model.body_index(joint);
  return body < 0 ? -1 : model.bodies[body].dof;
}

}  // namespace

OscillatorGait::OscillatorGait(const OscillatorGaitSpec& spec, const FigureSpec& figure,
                               const Model& model, const std::vector<Actuator>& actuators)
    : spec_(spec), programs_(figure, model, actuators) {
  outputs_.push_back("phase");
  for (const LegSpec& leg : figure.legs) {
    legs_.push_back({leg.side, leg.row, programs_.index(leg.step), programs_.index(leg.stance),
                     dof_of(model, leg.upper_joint), dof_of(model, leg.support_joint)});
    outputs_.push_back("step/" + leg.name);
  }
  for (const LegSpec& leg : figure.legs) outputs_.push_back("flash/" + leg.name);
  for (std::size_t a = 0; a < actuators.size(); ++a) {
    if (actuators[a].is_spring()) springs_.push_back(static_cast<int>(a));
  }
}

double OscillatorGait::frequency(double time, const Goals& goals) const {
  double wanted;
  if (spec_.goal_speed)
    wanted =
        (goals.goal_speed ? goals.goal_speed->at(time) : spec_.goal_speed->at(time)) / spec_.stride;
  else
    wanted = goals.frequency ? goals.frequency->at(time) : spec_.frequency->at(time);
  return std::clamp(wanted, 0.0, 0.5 / spec_.step_time);
}

double OscillatorGait::leg_offset(std::size_t leg, double frequency) const {
  const double across = legs_[leg].side == Side::right ? 0.5 : 0.0;
  return across + legs_[leg].row * spec_.delay * frequency;
}

ControllerMemory OscillatorGait::start() const {
  OscillatorMemory memory;
  memory.phase = firing_phase;
  memory.legs.resize(legs_.size());
  return memory;
}

// The gait begins as if it had been going on: a leg whose turn is now steps, one that would be in
// stance plays what is left of it, and one that would be in mid-step stands until its next turn.
void OscillatorGait::begin(const Sense& sense, OscillatorMemory& m) const {
  const double f = frequency(sense.time, sense.goals);
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
    const double cycles = m.phase + leg_offset(leg, f) - firing_phase + phase_slack;
    const double since_firing = cycles - std::floor(cycles);  // cycles
    m.legs[leg].since = sense.time;
    m.legs[leg].fired = std::floor(cycles);
    if (since_firing < 2 * phase_slack) {
      decide(sense, true, leg, m.legs[leg]);
    } else if (f > 0 && since_firing / f >= spec_.step_time - clock_slack) {
      m.legs[leg].performance = {legs_[leg].stance, sense.time, (1 - since_firing) / f, 0};
    }
  }
}

void OscillatorGait::decide(const Sense& sense, bool fired, std::size_t leg,
                            OscillatorMemory::Leg& m) const {
  const Leg& l = legs_[leg];
  if (m.phase == LegPhase::step && sense.time >= m.since + spec_.step_time - clock_slack) {
    m.phase = LegPhase::stance;
    m.since += spec_.step_time;
    const double f = frequency(sense.time, sense.goals);
    const double cycle = f > 0 ? 1 / f : 1e9;  // standing still: the stance never ends
    m.performance = {l.stance, m.since, cycle - spec_.step_time, 0};
  }
  if (m.phase == LegPhase::stance) {
    const bool reflex =
        spec_.step_reflex && l.upper_dof >= 0 && sense.q[7 + l.upper_dof] > spec_.step_reflex_angle;
    if (fired || reflex) m.phase = LegPhase::potential_step;
  }
  if (m.phase == LegPhase::potential_step) {
    const bool loaded = spec_.load_reflex && l.support_dof >= 0 &&
                        std::abs(sense.work.force[l.support_dof]) > spec_.load_reflex_torque;
    if (loaded) return;
    m.phase = LegPhase::step;
    m.since = sense.time;
    m.performance = {l.step, m.since, spec_.step_time, 0};
  }
}

void OscillatorGait::tick(const Sense& sense, ControllerMemory& memory, Command& command) const {
  auto& m = std::get<OscillatorMemory>(memory);
  const double f = frequency(sense.time, sense.goals);
  if (sense.dt == 0) begin(sense, m);
  m.phase += f * sense.dt;
  double* out = command.outputs.data() + first_output_;
  out[0] = m.phase;
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
    // Counted per leg: a change of frequency shifts the legs' offsets, and must neither skip a
    // firing nor repeat one.
    const double count = cycles_fired(m.phase + leg_offset(leg, f));
    const bool fired = count > m.legs[leg].fired;
    m.legs[leg].fired = std::max(m.legs[leg].fired, count);
    decide(sense, fired, leg, m.legs[leg]);
    programs_.play(sense, m.legs[leg].performance, command);
    out[1 + leg] = m.legs[leg].phase == LegPhase::step ? 1 : 0;
    out[1 + legs_.size() + leg] = fired ? 1 : 0;
  }
  const double gain =
      sense.goals.gain ? sense.goals.gain->at(sense.time) : spec_.gain.at(sense.time);
  for (int a : springs_) command.actuators[a].stiffness_scale = gain;
}

}  // namespace gambol
