#pragma once

#include <string_view>

#include "schema/names.h"
#include "shot/controllers/controller_trait.h"

namespace gambol {

// Motor programs that cues run (`run:`); nothing between them.
struct MotorScriptSpec {};
void fields(Fields& v, MotorScriptSpec& of);
template <>
inline constexpr std::string_view variant_name<MotorScriptSpec> = "script";

template <>
struct ControllerTrait<MotorScriptSpec> {
  static constexpr bool commands_steps = false, oscillates = false, reverses = false,
                        has_goals = false, keeps_stance = true;
  static void complete(const ControllerSpec&, MotorScriptSpec&, Findings&) {}
  static void check(const ControllerSpec&, const MotorScriptSpec&, const ControlledFigure&,
                    Findings&) {}
  static CommandedDofs commands(const MotorScriptSpec&, const FigureSpec& figure);
  static void check_set(const MotorScriptSpec&, const FigureSpec&, const SetByCue&, Findings&) {}
  static bool vary(MotorScriptSpec&, const Variation&) { return false; }
  static std::optional<FollowedPath> path(const MotorScriptSpec&) { return {}; }
  static const GaitPlan* plan(const MotorScriptSpec&) { return nullptr; }
  static std::vector<FrameOfLegs> frames(const MotorScriptSpec&) { return {}; }
  static std::vector<std::string> programs(const MotorScriptSpec&) { return {}; }
  static bool rests(const MotorScriptSpec&, const std::string&) { return false; }
  static ReflexesOfSteps reflexes(MotorScriptSpec&) { return {}; }
};

}  // namespace gambol
