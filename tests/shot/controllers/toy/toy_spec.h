#pragma once

// The spec of a kind of controller that only tests know: a metronome.

#include "schema/fields.h"
#include "shot/controllers/controller_trait.h"

namespace gambol {

struct ToySpec {
  Curve rate = Curve(1.0);  // beats a second
  double pause = 0;         // s before the first beat
};
inline void fields(Fields& v, ToySpec& s) {
  v.field("rate", s.rate,
          {.help = "beats a second", .dim = dim::frequency, .positive = true, .settable = true});
  v.field("pause", s.pause, {.help = "time before the first beat", .dim = dim::time, .min = 0});
}
template <>
inline constexpr std::string_view variant_name<ToySpec> = "toy";

template <>
struct ControllerTrait<ToySpec> {
  static constexpr bool commands_steps = false, oscillates = true, reverses = false,
                        has_goals = false, keeps_stance = true;
  static void complete(const ControllerSpec&, ToySpec& s, Findings&) {
    s.pause = std::max(s.pause, 0.25);
  }
  static void check(const ControllerSpec& c, const ToySpec& s, const ControlledFigure&,
                    Findings& findings) {
    if (s.rate.at(0) > 100) findings.add(c.place, "rate", "too fast", "a rate below 100");
  }
  static CommandedDofs commands(const ToySpec&, const FigureSpec&) { return {{}, {"hand"}}; }
  static void check_set(const ToySpec&, const FigureSpec&, const SetByCue& set,
                        Findings& findings) {
    findings.add(set.place, set.name, "a cue", "no cue for a toy");
  }
  static bool vary(ToySpec&, const Variation&) { return false; }
  static std::optional<FollowedPath> path(const ToySpec&) { return {}; }
  static const GaitPlan* plan(const ToySpec&) { return nullptr; }
  static ReflexesOfSteps reflexes(ToySpec&) { return {}; }
  static std::vector<FrameOfLegs> frames(const ToySpec&) { return {}; }
  static std::vector<std::string> programs(const ToySpec&) { return {}; }
  static bool rests(const ToySpec&, const std::string&) { return false; }
};

}  // namespace gambol
