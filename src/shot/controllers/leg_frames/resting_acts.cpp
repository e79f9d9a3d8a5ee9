// Acts that let a figure down to rest on more than its feet.

#include <algorithm>
#include <map>
#include <set>

#include "base/pattern.h"
#include "shot/controllers/leg_frames/leg_frames_spec.h"

namespace gambol {
namespace {

constexpr double by_half = 0.5;  // of its share of the weight

const ActSpec* find_act(const LegFramesSpec& spec, const std::string& name) {
  const auto found = std::find_if(spec.acts.begin(), spec.acts.end(),
                                  [&](const ActSpec& act) { return act.name == name; });
  return found == spec.acts.end() ? nullptr : &*found;
}

// The act that goes on at its end, at which `act` and those that it leads to arrive; nullptr if the
// gaits come after them.
const ActSpec* final_act(const LegFramesSpec& spec, const ActSpec* act) {
  std::set<const ActSpec*> seen;
  while (act && !act->then.empty() && seen.insert(act).second) act = find_act(spec, act->then);
  return act && act->then.empty() ? act : nullptr;
}

}  // namespace

// A frame at rest is not borne by its legs.
bool ControllerTrait<LegFramesSpec>::rests(const LegFramesSpec& spec, const std::string& program) {
  const ActSpec* last = final_act(spec, find_act(spec, program));
  if (!last) return false;
  std::map<std::string, double> bears;
  for (const LegFrameSpec& frame : spec.frames)
    for (const ActStageSpec& stage : last->stages)
      for (const StageFrameSpec& f : stage.frames)
        if (f.bears && matches(f.name, frame.name)) bears[frame.name] = f.bears->at(1);
  return std::any_of(bears.begin(), bears.end(),
                     [](const auto& frame) { return frame.second < by_half; });
}

}  // namespace gambol
