#include "simulation/cues/cue_plan.h"

#include <algorithm>

namespace gambol {

CuePlan plan_cues(const std::vector<CueSpec>& cues) {
  CuePlan plan;
  const auto named = [&](const std::string& name) {
    const auto found =
        std::find_if(cues.begin(), cues.end(), [&](const CueSpec& c) { return c.name == name; });
    return found == cues.end() ? -1 : static_cast<int>(found - cues.begin());
  };
  for (const CueSpec& cue : cues) {
    plan.before.push_back(-1);
    plan.delays.push_back(0);
    plan.conditions.emplace_back();
    if (!cue.after.empty()) {
      const AfterCue after = parse_after(cue.after);
      plan.before.back() = named(after.cue);
      plan.delays.back() = after.delay;
    }
    if (!cue.when.empty()) plan.conditions.back() = parse_condition(cue.when);
  }
  return plan;
}

}  // namespace gambol
