#include "control/script/motor_script.h"

#include <algorithm>

#include "control/controller_memory.h"

namespace gambol {

MotorScript::MotorScript(const FigureSpec& figure, const Model& model,
                         const std::vector<Actuator>& actuators)
    : programs_(figure, model, actuators) {}

std::unique_ptr<Controller> ControllerPlug<MotorScriptSpec>::make(const MotorScriptSpec&,
                                                                  const ControllerMakings& m) {
  return std::make_unique<MotorScript>(m.figure, m.model, m.actuators);
}

ControllerMemory MotorScript::start() const { return ScriptMemory{}; }

void MotorScript::obey(const Order& order, double time, ControllerMemory& memory,
                       Goals& goals) const {
  Controller::obey(order, time, memory, goals);
  if (const auto* run = std::get_if<RunProgram>(&order))
    std::get<ScriptMemory>(memory).performances.push_back(
        {programs_.index(run->program), time, run->over, 0});
}

void MotorScript::tick(const Sense& sense, ControllerMemory& memory, Command& command) const {
  auto& playing = std::get<ScriptMemory>(memory).performances;
  for (Performance& p : playing) programs_.play(sense, p, command);
  std::erase_if(playing, [&](const Performance& p) { return sense.time > p.begun + p.duration; });
}

}  // namespace gambol
