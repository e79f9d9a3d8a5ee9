#include "control/oscillators/oscillator_gait.h"

#include <algorithm>
#include <cmath>

#include "base/channel_names.h"
#include "base/clock.h"
#include "control/controller_memory.h"
#include "figure/joint_names.h"

namespace gambol {
namespace {

constexpr double firing_phase = 0.25;  // 90 degrees (section 4.6)
constexpr double phase_slack = 1e-9;   // cycles: absorbs the rounding of a sum of ticks

double cycles_fired(double phase) { return std::floor(phase - firing_phase + phase_slack); }

// Without `reflexes:` no reflex triggers.
ReflexSpec reflexes_of(const OscillatorGaitSpec& spec) {
  if (spec.reflexes) return *spec.reflexes;
  ReflexSpec none;
  none.neighbours = false;
  return none;
}

}  // namespace

OscillatorGait::OscillatorGait(const OscillatorGaitSpec& spec, const FigureSpec& figure,
                               const Model& model, const std::vector<Actuator>& actuators)
    : spec_(spec),
      timing_(spec),
      steering_(spec),
      programs_(figure, model, actuators),
      reflexes_(reflexes_of(spec), figure, model, actuators),
      shift_(model.nv(), 0.0) {
  outputs_.emplace_back(outputs::phase);
  for (const LegSpec& leg : figure.legs) {
    Leg l{leg.side, leg.row, programs_.index(leg.step), programs_.index(leg.stance), {}};
    l.stroke = programs_.stroke(l.step, l.stance);
    if (spec.stroke_of == StrokeOf::upper_joint)
      std::erase_if(l.stroke, [&, upper = model.dof_of(leg.upper_joint)](const StrokeJoint& joint) {
        return joint.dof != upper;
      });
    legs_.push_back(std::move(l));
    outputs_.push_back(outputs::step.of(leg.name));
  }
  for (const LegSpec& leg : figure.legs) outputs_.push_back(outputs::flash.of(leg.name));
  for (const LegSpec& leg : figure.legs) outputs_.push_back(outputs::reflex.of(leg.name));
  outputs_.emplace_back(outputs::turn);
  for (std::size_t a = 0; a < actuators.size(); ++a) {
    if (actuators[a].is_spring()) springs_.push_back(static_cast<int>(a));
  }
  for (const ShiftSpec& shift : spec.posture) {
    for (const std::string& joint : matching_joints(figure, shift.joints)) {
      const int dof = model.dof_of(joint);
      if (dof >= 0) shift_[dof] += shift.by;
    }
  }
}

double OscillatorGait::leg_offset(std::size_t leg, const GaitInstant& now) const {
  const double across = (1 - outward(legs_[leg].side)) / 4;  // 0 left, 1/2 right, 1/4 between
  return across + legs_[leg].row * now.delay * now.frequency;
}

std::unique_ptr<Controller> ControllerPlug<OscillatorGaitSpec>::make(const OscillatorGaitSpec& gait,
                                                                     const ControllerMakings& m) {
  return std::make_unique<OscillatorGait>(gait, m.figure, m.model, m.actuators);
}

ControllerMemory OscillatorGait::start() const {
  OscillatorMemory memory;
  memory.phase = firing_phase + spec_.phase;
  memory.legs.resize(legs_.size());
  return memory;
}

// Begins the gait as if it had been running: a leg whose turn is now steps, a leg that would be in
// stance plays the rest of its stance, and a leg that would be within a step stands until its next
// turn.
void OscillatorGait::begin(const Sense& sense, OscillatorMemory& m) const {
  const GaitInstant now = timing_.at(sense.time, sense.goals);
  const double f = now.frequency;
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
    const double cycles = m.phase + leg_offset(leg, now) - firing_phase + phase_slack;
    const double since_firing = cycles - std::floor(cycles);  // cycles
    m.legs[leg].since = sense.time;
    m.legs[leg].fired = std::floor(cycles);
    if (since_firing < 2 * phase_slack) {
      begin_step(sense, now, true, leg, m);
    } else if (f > 0 && since_firing / f >= now.step - clock_slack) {
      const double left = std::min((1 - since_firing) / f, now.retraction);
      m.legs[leg].performance = {legs_[leg].stance, sense.time, left, 0};
    }
  }
}

void OscillatorGait::end_step(const Sense& sense, const GaitInstant& now, std::size_t leg,
                              OscillatorMemory::Leg& m) const {
  const double step = m.performance.duration;  // as set when the step began, or by landing
  if (m.phase != LegPhase::step || sense.time < m.since + step - clock_slack) return;
  m.phase = LegPhase::stance;
  m.since += step;
  m.performance = {legs_[leg].stance, m.since, now.retraction, 0};
}

ReflexAction OscillatorGait::begin_step(const Sense& sense, const GaitInstant& now, bool fired,
                                        std::size_t leg, OscillatorMemory& memory) const {
  OscillatorMemory::Leg& m = memory.legs[leg];
  ReflexAction action = ReflexAction::none;
  if (m.phase == LegPhase::stance) {
    const bool reflex = reflexes_.wants_step(sense, leg);
    if (reflex && !fired) action = ReflexAction::stepped;
    if (fired || reflex) m.phase = LegPhase::potential_step;
  }
  if (m.phase != LegPhase::potential_step) return action;
  const ReflexAction held = reflexes_.holds_back(sense, leg, memory);
  if (held != ReflexAction::none) return held;
  m.phase = LegPhase::step;
  m.since = sense.time;
  m.performance = {legs_[leg].step, m.since, now.step, 0};
  return action;
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
  // All steps that are over end before any begins, so that neighbours can alternate at one instant.
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) end_step(sense, now, leg, m.legs[leg]);
  TargetChange change;
  change.weight = now.posture;
  change.shift = &shift_;
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
    // Counted per leg: a change of frequency shifts the legs' offsets, and must neither skip a
    // firing nor repeat one.
    const double count = cycles_fired(m.phase + leg_offset(leg, now));
    const bool fired = count > m.legs[leg].fired;
    m.legs[leg].fired = std::max(m.legs[leg].fired, count);
    const ReflexAction timing = begin_step(sense, now, fired, leg, m);
    // A leg that is reversed puts its foot down where it would lift it, and lifts it where it would
    // put it down.
    const bool reversed = leg < sense.goals.reversed.size() && sense.goals.reversed[leg];
    change.stroke = &legs_[leg].stroke;
    change.scale = steering_.stroke(legs_[leg].side, turn) * (reversed ? -1 : 1);
    programs_.play(sense, m.legs[leg].performance, command, change);
    ReflexAction action = ReflexAction::none;
    if (spec_.reflexes) {
      const Performance stance{legs_[leg].stance, sense.time, now.retraction, 0};
      action = reflexes_.act(sense, leg, m.legs[leg], stance, now.step, command);
    }
    // A stepping foot must come off: its pads let go.
    command.adhesion[leg] = m.legs[leg].phase != LegPhase::step;
    out[1 + leg] = m.legs[leg].phase == LegPhase::step ? 1 : 0;
    out[1 + legs_.size() + leg] = fired ? 1 : 0;
    out[1 + 2 * legs_.size() + leg] =
        static_cast<double>(action == ReflexAction::none ? timing : action);
  }
  out[outputs_.size() - 1] = turn;
  for (int a : springs_) command.actuators[a].stiffness_scale = now.gain;
}

}  // namespace gambol
