#include "control/motor_program.h"

#include <algorithm>

#include "base/clock.h"

namespace gambol {

double TargetChange::apply(int dof, bool last, double target) const {
  if (stroke && last) {
    for (const StrokeJoint& joint : *stroke)
      if (joint.dof == dof) target = scale * target + (1 - scale) * joint.middle;
  }
  return shift ? target + weight * (*shift)[dof] : target;
}

MotorPrograms::MotorPrograms(const FigureSpec& figure, const Model& model,
                             const std::vector<Actuator>& actuators) {
  for (const MotorProgramSpec& spec : figure.motor_programs) {
    std::vector<CompiledRamp> ramps;
    for (const RampSpec& r : spec.ramps) {
      const int dof = model.dof_of(r.joint);
      CompiledRamp ramp{{},      dof,    true,  r.moves_rest(), r.strength.value_or(r.to),
                        r.start, r.over, r.ease};
      for (std::size_t a = 0; a < actuators.size(); ++a) {
        if (actuators[a].dof == dof && actuators[a].is_spring()) {
          ramp.springs.push_back(static_cast<int>(a));
        }
      }
      add_ramps(r, ramp, ramps);
    }
    std::stable_sort(ramps.begin(), ramps.end(),
                     [](const auto& a, const auto& b) { return a.start < b.start; });
    for (auto ramp = ramps.begin(); ramp != ramps.end(); ++ramp)
      ramp->last =
          ramp->moves_rest && std::none_of(ramp + 1, ramps.end(), [&](const CompiledRamp& later) {
            return later.moves_rest && later.dof == ramp->dof;
          });
    names_.push_back(spec.name);
    programs_.push_back(std::move(ramps));
  }
}

void MotorPrograms::add_ramps(const RampSpec& spec, const CompiledRamp& ramp,
                              std::vector<CompiledRamp>& ramps) {
  if (!spec.through) return ramps.push_back(ramp);
  double begun = 0;
  Interpolation way = ramp.ease ? Interpolation::ease : Interpolation::linear;
  for (const Curve::Key& key : spec.through->keys) {
    CompiledRamp piece = ramp;
    piece.to = key.value;
    const bool jumps = way == Interpolation::step;
    piece.start = ramp.start + ramp.over * (jumps ? key.time : begun);
    piece.over = jumps ? 0 : ramp.over * (key.time - begun);
    piece.ease = way == Interpolation::ease;
    ramps.push_back(piece);
    begun = key.time;
    way = key.interpolation;
  }
}

int MotorPrograms::index(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  return found == names_.end() ? -1 : static_cast<int>(found - names_.begin());
}

std::optional<double> MotorPrograms::final_target(int program, int dof) const {
  std::optional<double> target;
  if (program < 0) return target;
  for (const CompiledRamp& ramp : programs_[program]) {
    if (ramp.moves_rest && ramp.dof == dof) target = ramp.to;
  }
  return target;
}

std::vector<StrokeJoint> MotorPrograms::stroke(int step, int stance) const {
  std::vector<StrokeJoint> joints;
  if (step < 0) return joints;
  for (const CompiledRamp& ramp : programs_[step]) {
    const auto rear = final_target(stance, ramp.dof);
    if (ramp.last && rear) joints.push_back({ramp.dof, (ramp.to + *rear) / 2});
  }
  std::sort(joints.begin(), joints.end(),
            [](const auto& a, const auto& b) { return a.dof < b.dof; });
  return joints;
}

void MotorPrograms::play(const Sense& sense, Performance& performance, Command& command,
                         const TargetChange& change) const {
  if (performance.program < 0) return;
  const auto& ramps = programs_[performance.program];
  for (; performance.started < ramps.size(); ++performance.started) {
    const CompiledRamp& r = ramps[performance.started];
    const double t0 = performance.begun + r.start * performance.duration;
    if (t0 > sense.time + clock_slack) break;
    const double t1 = t0 + r.over * performance.duration;
    for (int a : r.springs) {
      ActuatorCommand& c = command.actuators[a];
      if (!r.moves_rest) {
        c.strength = Ramp{t0, t1, c.strength_at(t0), r.to, r.ease};
        continue;
      }
      const double from = rest_position(sense.actuators[a], c, t0);
      c.rest = Ramp{t0, t1, from, change.apply(r.dof, r.last, r.to), r.ease};
      c.has_rest = true;
    }
  }
}

}  // namespace gambol
