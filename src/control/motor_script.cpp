#include "control/motor_script.h"

#include <algorithm>

namespace gambol {

MotorScript::MotorScript(const FigureSpec& figure, const Model& model,
                         const std::vector<Actuator>& actuators)
    : programs_(figure, model, actuators) {}

void MotorScript::run(const std::string& program, double time, double over,
                      ControllerMemory& memory) const {
  std::get<ScriptMemory>(memory).performances.push_back({programs_.index(program), time, over, 0});
}

void MotorScript::tick(const Sense& sense, ControllerMemory& memory, Command& command) const {
  auto& playing = std::get<ScriptMemory>(memory).performances;
  for (Performance& p : playing) programs_.play(sense, p, command);
  std::erase_if(playing, [&](const Performance& p) { return sense.time > p.begun + p.duration; });
}

}  // namespace gambol
