#include "control/skills/falls.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/rotation.h"
#include "figure/support.h"

namespace gambol::skills {
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

Falls::Falls(const LegFramesSpec& spec, const Anatomy& body, const std::vector<StridePlan>& plans)
    : spec_(spec), body_(body), plans_(plans) {
  for (std::size_t g = 0; spec.catches && g < plans.size(); ++g)
    if (spec.gaits[g].name == spec.catches->gait) catch_ = &plans[g];
}

void Falls::forget_what_it_lacks(FallsMemory& memory) const {
  if (!spec_.catches) memory.catching.reset();
  if (!spec_.limp) memory.fallen.reset();
}

Falls::Catch Falls::catches(double time, FallsMemory& memory) const {
  if (!memory.catching) return {};
  if (!memory.catching->calm) return {catch_, 1};
  constexpr double over = 0.7;  // of the gait's period
  const double share = 1 - (time - memory.catching->since) / (over * catch_->period.at(0));
  if (share > 0) return {catch_, share};
  memory.catching.reset();
  return {};
}

double Falls::calm() const { return 0.15 * body_.slower(); }

std::optional<double> Falls::keep_balance(const In& in, FallsMemory& memory) const {
  if (!catch_) return {};
  auto& catching = memory.catching;
  const double time = in.seen.sense.time;
  const bool stride_ends = in.wanted.phase < in.phase_before;
  if (catching && !catching->calm) {
    if (stride_ends && in.seen.velocity().norm() < calm()) catching = {true, time};
    return {};
  }
  if (!topples(in)) return {};
  std::optional<double> phase;
  if (!catching) phase = phase_to_catch(in.seen);
  catching = {false, time};
  return phase;
}

// Whether a figure that stands will come to rest too near to the border of its feet, or beyond.
bool Falls::topples(const In& in) const {
  std::vector<Vec3> feet;
  for (std::size_t k = 0; k < body_.legs.size(); ++k) {
    if (in.wanted.gait.of([&](const StridePlan& s) { return s.legs[k].duty_factor; }) < 1)
      return false;
    if (in.feet[k].touches && !in.feet[k].swings) feet.push_back(in.seen.legs[k].foot);
  }
  const std::vector<Vec3> border = flat_hull(feet);
  constexpr std::size_t area = 3;
  const double margin = 0.01 * body_.larger();
  return border.size() >= area && within(border, in.seen.whole.captured()) < margin;
}

// The beginning of the gait's stride or the middle of it: where the feet that it has stand bear
// the figure the better.
double Falls::phase_to_catch(const Seen& seen) const {
  const auto off = [&](double phase) {
    Vec3 middle = Vec3::Zero();
    double stand = 0;
    for (std::size_t k = 0; k < body_.legs.size(); ++k) {
      const StrideLeg& leg = catch_->legs[k];
      if (leg_state(leg.relative_phase, phase) >= leg.duty_factor) continue;
      middle += across(seen.legs[k].foot);
      ++stand;
    }
    return stand > 0 ? (middle / stand - seen.whole.captured()).norm()
                     : std::numeric_limits<double>::infinity();
  };
  constexpr double half = 0.5;
  return off(0) <= off(half) ? 0 : half;
}

bool Falls::falls(const Seen& seen, const Wanted& wanted, FallsMemory& memory) const {
  if (!spec_.limp) return false;
  bool fell = false;
  for (std::size_t f = 0; f < body_.frames.size() && !fell; ++f) {
    const FrameWanted& frame = wanted.frames[f];
    if (frame.bears < 1) continue;  // it lies, or gets up
    const Mat3 off = wanted_turn(wanted, frame).transpose() * seen.frames[f].turn;
    const bool turned = log_rotation(Quat(off)).norm() > spec_.limp->turned;
    fell = turned || seen.frames[f].height() < spec_.limp->height * frame.height;
  }
  if (fell) memory.fallen = {seen.sense.time};
  return fell;
}

void Falls::be_limp(const Seen& seen, double tick, Command& command) const {
  const double stiff = 0.1, damped = std::sqrt(stiff), t = seen.sense.time;
  for (int i = root_dofs; i < seen.sense.model.nv(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Gain& gain = body_.gains[k];
    const JointWay rest{t, t + tick, 0, 0, 0, 0};
    command.joints[k] = {true, 0, stiff * gain.stiffness, damped * gain.damping, rest};
  }
}

}  // namespace gambol::skills
