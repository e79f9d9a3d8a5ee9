#include "control/oscillator_gait.h"

#include <algorithm>
#include <cmath>

#include "shot/joint_names.h"

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
    : spec_(spec),
      timing_(spec),
      steering_(spec),
      programs_(figure, model, actuators),
      shift_(model.joints(), 0.0) {
  outputs_.push_back("phase");
  for (const LegSpec& leg : figure.legs) {
    Leg l{leg.side, leg.row, programs_.index(leg.step),      programs_.index(leg.stance),
          -1,       0,       dof_of(model, leg.upper_joint), dof_of(model, leg.support_joint)};
    const auto front = programs_.final_target(l.step, l.upper_dof);
    const auto rear = programs_.final_target(l.stance, l.upper_dof);
    if (front && rear) {
      l.swing_dof = l.upper_dof;
      l.swing_middle = (*front + *rear) / 2;
    }
    legs_.push_back(l);
    outputs_.push_back("step/" + leg.name);
  }
  for (const LegSpec& leg : figure.legs) outputs_.push_back("flash/" + leg.name);
  outputs_.push_back("turn");
  for (std::size_t a = 0; a < actuators.size(); ++a) {
    if (actuators[a].is_spring()) springs_.push_back(static_cast<int>(a));
  }
  for (const ShiftSpec& shift : spec.posture) {
    for (const std::string& joint : matching_joints(figure, shift.joints)) {
      const int dof = dof_of(model, joint);
      if (dof >= 0) shift_[dof] += shift.by;
    }
  }
}

double OscillatorGait::leg_offset(std::size_t leg, const GaitInstant& now) const {
  const double across = legs_[leg].side == Side::right ? 0.5 : 0.0;
  return across + legs_[leg].row * now.delay * now.frequency;
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
  const GaitInstant now = timing_.at(sense.time, sense.goals);
  const double f = now.frequency;
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
    const double cycles = m.phase + leg_offset(leg, now) - firing_phase + phase_slack;
    const double since_firing = cycles - std::floor(cycles);  // cycles
    m.legs[leg].since = sense.time;
    m.legs[leg].fired = std::floor(cycles);
    if (since_firing < 2 * phase_slack) {
      decide(sense, now, true, leg, m.legs[leg]);
    } else if (f > 0 && since_firing / f >= now.step - clock_slack) {
      const double left = std::min((1 - since_firing) / f, now.retraction);
      m.legs[leg].performance = {legs_[leg].stance, sense.time, left, 0};
    }
  }
}

void OscillatorGait::decide(const Sense& sense, const GaitInstant& now, bool fired, std::size_t leg,
                            OscillatorMemory::Leg& m) const {
  const Leg& l = legs_[leg];
  const double step = m.performance.duration;  // as long as it was meant to be when it began
  if (m.phase == LegPhase::step && sense.time >= m.since + step - clock_slack) {
    m.phase = LegPhase::stance;
    m.since += step;
    m.performance = {l.stance, m.since, now.retraction, 0};
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
    m.performance = {l.step, m.since, now.step, 0};
  }
}

void OscillatorGait::tick(const Sense& sense, ControllerMemory& memory, Command& command) const {
  auto& m = std::get<OscillatorMemory>(memory);
  GaitInstant now = timing_.at(sense.time, sense.goals);
  if (sense.dt == 0) begin(sense, m);
  const double turn = steering_.turn(sense, now, m.steering);
  if (steering_.arrived(m.steering)) now = timing_.standing(sense.time, sense.goals);
  m.phase += now.frequency * sense.dt;
  double* out = command.outputs.data() + first_output_;
  out[0] = m.phase;
  TargetChange change;
  change.weight = now.posture;
  change.shift = &shift_;
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
    // Counted per leg: a change of frequency shifts the legs' offsets, and must neither skip a
    // firing nor repeat one.
    const double count = cycles_fired(m.phase + leg_offset(leg, now));
    const bool fired = count > m.legs[leg].fired;
    m.legs[leg].fired = std::max(m.legs[leg].fired, count);
    decide(sense, now, fired, leg, m.legs[leg]);
    const double stroke = steering_.stroke(legs_[leg].side, turn);
    change.dof = legs_[leg].swing_dof;
    change.scale = stroke;
    change.offset = (1 - stroke) * legs_[leg].swing_middle;
    programs_.play(sense, m.legs[leg].performance, command, change);
    out[1 + leg] = m.legs[leg].phase == LegPhase::step ? 1 : 0;
    out[1 + legs_.size() + leg] = fired ? 1 : 0;
  }
  out[outputs_.size() - 1] = turn;
  for (int a : springs_) command.actuators[a].stiffness_scale = now.gain;
}

}  // namespace gambol
