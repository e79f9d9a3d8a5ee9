// Balance that is lost: steps that catch a figure which stands, and a fallen one that goes limp.

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/rotation.h"
#include "control/controller_memory.h"
#include "control/skills/leg_frames.h"
#include "figure/support.h"

namespace gambol {
namespace {

// How far a point is within a convex border, m, seen from above; negative outside.
double within(const std::vector<Vec3>& border, const Vec3& p) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < border.size(); ++k) {
    const Vec3 &a = border[k], &b = border[(k + 1) % border.size()];
    const Vec3 along = across(b - a).normalized();
    least = std::min(least, Vec3::UnitZ().cross(along).dot(across(p - a)));
  }
  return least;
}

}  // namespace

// A gait that is used alone takes on the numbers of another one by the largest speed of its frames
// across the heading that is wanted at once.
void LegFrames::give_way(Now& now) const {
  const StridePlan& plan = *now.gait.slow;
  if (now.gait.slow != now.gait.fast || (plan.pushed_left < 0 && plan.pushed_right < 0)) return;
  const Vec3 left = Vec3::UnitZ().cross(ahead_of(now.heading));
  double aside = 0;
  for (const FrameNow& frame : now.frames)
    if (const double v = frame.smooth.dot(left); std::abs(v) > std::abs(aside)) aside = v;
  const int other = aside > 0 ? plan.pushed_left : plan.pushed_right;
  if (other < 0 || std::abs(aside) <= plan.pushed_from) return;
  const double share = std::min(1.0, (std::abs(aside) - plan.pushed_from) / plan.pushed_over);
  now.gait = {&plan, &plans_[static_cast<std::size_t>(other)], share, now.gait.shift};
}

// How far it steps by the gait that catches it, from 0 to 1.
double LegFrames::catching_share(const Now& now, LegFramesMemory& memory) const {
  if (!memory.catching) return 0;
  if (!memory.catching->calm) return 1;
  const double share = 1 - (now.sense.time - memory.catching->since) / spec_.catches->over;
  if (share > 0) return share;
  memory.catching.reset();
  return 0;
}

void LegFrames::keep_balance(const Now& now, double phase_before, LegFramesMemory& memory) const {
  auto& catching = memory.catching;
  const bool stride_ends = memory.phase < phase_before;
  if (catching && !catching->calm) {
    if (stride_ends && mean_velocity(now).norm() < spec_.catches->calm)
      catching = {true, now.sense.time};
  } else if (topples(now, memory)) {
    if (!catching) memory.phase = phase_to_catch(now);
    catching = {false, now.sense.time};
  }
}

// Whether a figure that stands will come to rest too near to the border of its feet, or beyond.
bool LegFrames::topples(const Now& now, const LegFramesMemory& memory) const {
  std::vector<Vec3> feet;
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    if (now.gait.of([&](const StridePlan& s) { return s.legs[k].duty_factor; }) < 1) return false;
    if (memory.legs[k].touches && !memory.legs[k].swings) feet.push_back(now.legs[k].foot);
  }
  const std::vector<Vec3> border = flat_hull(feet);
  constexpr std::size_t area = 3;
  return border.size() >= area && within(border, now.whole.captured()) < spec_.catches->margin;
}

// The beginning of the gait's stride or the middle of it: where the feet that it has stand bear
// the figure the better.
double LegFrames::phase_to_catch(const Now& now) const {
  const auto off = [&](double phase) {
    Vec3 middle = Vec3::Zero();
    double stand = 0;
    for (std::size_t k = 0; k < legs_.size(); ++k) {
      const StrideLeg& leg = plans_[static_cast<std::size_t>(catch_)].legs[k];
      if (leg_state(leg.relative_phase, phase) >= leg.duty_factor) continue;
      middle += across(now.legs[k].foot);
      ++stand;
    }
    return stand > 0 ? (middle / stand - now.whole.captured()).norm()
                     : std::numeric_limits<double>::infinity();
  };
  constexpr double half = 0.5;
  return off(0) <= off(half) ? 0 : half;
}

bool LegFrames::fell(const Now& now) const {
  return std::any_of(now.frames.begin(), now.frames.end(), [&](const FrameNow& frame) {
    if (frame.bears < 1) return false;  // it lies, or gets up
    const Mat3 off = wanted_turn(now, frame).transpose() * frame.turn;
    const bool turned = log_rotation(Quat(off)).norm() > spec_.limp->turned;
    return turned || frame.hips.z() - frame.ground < spec_.limp->height * frame.height;
  });
}

// Servos hold it as it stands at rest, weakly: nothing else acts.
void LegFrames::be_limp(const Now& now, const LegFramesMemory& memory, Command& command) const {
  const double stiff = spec_.limp->strength, damped = std::sqrt(stiff), t = now.sense.time;
  for (int i = root_dofs; i < now.sense.model.nv(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const JointWay rest{t, t + tick_, 0, 0, 0, 0};
    command.joints[k] = {true, 0, stiff * gains_[k].stiffness, damped * gains_[k].damping, rest};
  }
  write_outputs(now, memory, command);
}

}  // namespace gambol
