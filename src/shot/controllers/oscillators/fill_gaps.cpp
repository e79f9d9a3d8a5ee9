#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "figure/lost_legs.h"
#include "shot/controllers/oscillators/reflex_spec.h"

namespace gambol {
namespace {

MotorProgramSpec* find_program(FigureSpec& figure, const std::string& name) {
  for (MotorProgramSpec& program : figure.motor_programs)
    if (program.name == name) return &program;
  return nullptr;
}

// The position to which the program moves a joint in the end; none if it does not move the joint.
std::optional<double> target(const MotorProgramSpec* program, const std::string& joint) {
  std::optional<double> to;
  if (program)
    for (const RampSpec& ramp : program->ramps)
      if (ramp.joint == joint && ramp.moves_rest()) to = ramp.end();
  return to;
}

void move_back(FigureSpec& figure, const LegSpec& leg, ReflexSpec& reflexes) {
  const auto ahead = target(find_program(figure, leg.step), leg.upper_joint);
  const auto behind = target(find_program(figure, leg.stance), leg.upper_joint);
  if (!ahead || !behind) return;
  const double shift = std::copysign(reflexes.fill_gap, *behind - *ahead);
  for (const std::string& name : std::set<std::string>{leg.step, leg.stance})
    for (RampSpec& ramp : find_program(figure, name)->ramps)
      if (ramp.joint == leg.upper_joint && ramp.moves_rest())
        ramp.change_rests([&](double& rest) { rest += shift; });
  for (LegReflexSpec& trigger : reflexes.legs)
    if (trigger.name == leg.name && trigger.step) trigger.step->at += shift;
}

}  // namespace

void fill_gaps(FigureSpec& figure, const std::vector<LegSpec>& lost, ReflexSpec& reflexes) {
  for (const LegSpec& gap : lost)
    for (const LegSpec& leg : figure.legs)
      if (leg.side == gap.side && leg.row == gap.row - 1) move_back(figure, leg, reflexes);
}

}  // namespace gambol
