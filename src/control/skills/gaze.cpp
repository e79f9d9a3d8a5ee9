#include "control/skills/gaze.h"

#include <algorithm>
#include <cmath>

namespace gambol::skills {

Gaze::Gaze(const LegFramesSpec& spec)
    : spec_(spec),
      any_(std::any_of(spec.steady.begin(), spec.steady.end(),
                       [](const SteadyBodySpec& s) { return s.looks.has_value(); })) {}

// A critically damped oscillator follows the yaw: a step of the goal turns it without a jerk, and
// the chest's swing in a long turn, in which the limit goes with the chest, is left out.
void Gaze::run(const In& in, GazeMemory& memory) const {
  if (!any_) return;
  const bool begins = memory.looks.size() != spec_.steady.size();
  if (begins) memory.looks.assign(spec_.steady.size(), {});
  const double dt = in.seen.sense.dt;
  for (std::size_t s = 0; s < spec_.steady.size(); ++s) {
    const std::optional<GazeSpec>& looks = spec_.steady[s].looks;
    if (!looks) continue;
    const double carried = in.carried[s];
    const double off = std::clamp(
        std::remainder(in.seen.faces_at(in.seen.sense.time + looks->ahead) - carried, 2 * M_PI),
        -looks->within, looks->within);
    GazeMemory::Look& look = memory.looks[s];
    if (begins) look = {carried, 0};
    const double rate = 1 / looks->over;
    const double to_go = std::remainder(carried + off - look.yaw, 2 * M_PI);
    look.rate += dt * (rate * rate * to_go - 2 * rate * look.rate);
    look.yaw += dt * look.rate;
  }
}

}  // namespace gambol::skills
