#include "shot/controllers/leg_frames/check_reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/pattern.h"
#include "figure/find.h"
#include "figure/joint_names.h"

namespace gambol {
namespace {

struct LegReach {
  std::string leg;
  std::size_t frame = 0;  // of LegFramesSpec::frames
  double side = 1;
  Vec3 foot = Vec3::Zero();  // from the hip, with all joints at 0, m
  double foot_height = 0;    // m, as it stands
  double length = 0;         // m, of the straight leg
  double to_tip = 0;         // m, from there to the foot's point, on which the foot rolls off
  double at_rest() const { return foot_height - foot.z(); }  // m: height of the hip
};

// With all joints at 0.
Transform placed(const FigureSpec& figure, const BodySpec& body) {
  const BodySpec* parent = find_body(figure, body.parent);
  if (!parent) return {};
  return placed(figure, *parent) * Transform{rotation_of(body.rotate), body.at};
}

std::optional<LegReach> reach_of(const FigureSpec& figure, const LegFrameSpec& frame,
                                 std::size_t index, const std::string& name) {
  const LegSpec* leg = find_leg(figure, name);
  if (!leg || leg->feet.empty()) return {};
  std::vector<Vec3> joints;  // from the hip outwards
  const BodySpec* const last = find_body(figure, leg->feet.front());
  const BodySpec* body = last;
  for (; body && body->name != frame.body; body = find_body(figure, body->parent))
    if (!joint_dofs(*body).empty()) joints.insert(joints.begin(), placed(figure, *body).p);
  constexpr std::size_t with_toes = 4, least = 3;
  if (!body || joints.size() < least) return {};  // reported elsewhere
  const Vec3 tip = placed(figure, *last) * leg->tip;
  if (joints.size() < with_toes) joints.push_back(tip);
  LegReach reach{name, index, outward(leg->side)};
  for (std::size_t k = 0; k + 1 < joints.size(); ++k)
    reach.length += (joints[k + 1] - joints[k]).norm();
  reach.foot = joints.back() - joints.front();
  reach.to_tip = (tip - joints.back()).norm();
  reach.foot_height = joints.back().z() - tip.z();
  return reach;
}

// `height`: m, of the hips as the foot comes down.
void check_step(const LegReach& reach, const Vec2& step, double height, const Place& place,
                Findings& findings) {
  const Vec3 foot(reach.foot.x() + step.x(), reach.foot.y() + reach.side * step.y(),
                  reach.foot_height - height);
  if (foot.norm() <= reach.length) return;
  constexpr double cm = 100;
  findings.report(
      place, "step",
      fmt::format("{:.1f} cm forward and {:.1f} cm outwards for {}", cm * step.x(), cm * step.y(),
                  reach.leg),
      fmt::format("a step within reach: {:.1f} cm from the hip, at a height of {:.1f} cm; the leg "
                  "is {:.1f} cm long",
                  cm * foot.norm(), cm * height, cm * reach.length));
}

// The last element that means the leg and says a step, and when it comes down.
struct Step {
  const StageLegSpec* says = nullptr;
  double down = 1;  // phase
  bool swings = false;
};
Step step_of(const ActStageSpec& stage, const std::string& leg) {
  Step step;
  for (const StageLegSpec& l : stage.legs) {
    if (!matches(l.name, leg)) continue;
    if (l.step) step.says = &l;
    if (l.swing) step.down = (*l.swing)[1], step.swings = true;
  }
  return step;
}

// Heights that a stage does not say stay as the stage before left them.
void check_act(const ActSpec& act, const LegFramesSpec& spec, const LegReach& reach,
               Findings& findings) {
  double height = reach.at_rest();
  for (const ActStageSpec& stage : act.stages) {
    const Curve* curve = nullptr;
    for (const StageFrameSpec& f : stage.frames)
      if (f.height && matches(f.name, spec.frames[reach.frame].name)) curve = &*f.height;
    const Step step = step_of(stage, reach.leg);
    if (step.says && step.swings)
      check_step(reach, *step.says->step, curve ? curve->at(step.down) : height, step.says->place,
                 findings);
    if (curve) height = curve->at(1);
  }
}

// m, of the hips in a stride.
double least_height(const StrideSpec& gait, const LegFramesSpec& spec, const LegReach& reach) {
  double least = reach.at_rest();
  for (const StrideFrameSpec& f : gait.frames) {
    if (!f.height || !matches(f.name, spec.frames[reach.frame].name)) continue;
    least = f.height->at(0);
    for (const Curve::Key& key : f.height->keys) least = std::min(least, key.value);
  }
  return least;
}

// Whether the straight leg, on the tip of its foot, reaches both ends of a stance whose middle is
// below the hip.
bool reaches_at(const StrideSpec& gait, const LegFramesSpec& spec, const LegReach& reach,
                double speed) {
  // Feet that lift early and a trunk that moves let the dog trot by an eighth faster than that.
  constexpr double allowed = 1.25;
  const double duty = gait.duty_factor.value_or(gait.gait.duty_factor.value_or(0.5));
  const double stance = (duty + gait.duty_by_speed.at(std::abs(speed))) * gait.period.at(speed);
  return std::hypot(speed * stance / 2 / allowed, least_height(gait, spec, reach)) <=
         reach.length + reach.to_tip;
}

// m/s, of the same sign as `speed`, which the leg does not reach; rounded down to decimetres.
double greatest_speed(const StrideSpec& gait, const LegFramesSpec& spec, const LegReach& reach,
                      double speed) {
  constexpr int halvings = 60;
  double within = 0, beyond = speed;
  for (int k = 0; k < halvings; ++k) {
    const double middle = (within + beyond) / 2;
    (reaches_at(gait, spec, reach, middle) ? within : beyond) = middle;
  }
  return std::trunc(10 * within) / 10;
}

void check_gait(const StrideSpec& gait, const LegFramesSpec& spec, const LegReach& reach,
                Findings& findings) {
  const double least = least_height(gait, spec, reach);
  const StrideLegSpec* says = nullptr;
  for (const StrideLegSpec& l : gait.legs)
    if (l.step && matches(l.name, reach.leg)) says = &l;
  if (says) check_step(reach, *says->step, least, says->place, findings);
}

}  // namespace

bool check_speed_of_only(const LegFramesSpec& spec, const FigureSpec& figure, double speed,
                         const Place& place, Findings& findings) {
  for (const StrideSpec& gait : spec.gaits) {
    if (gait.name != spec.only) continue;
    for (std::size_t f = 0; f < spec.frames.size(); ++f)
      for (const std::string& leg : spec.frames[f].legs) {
        const auto reach = reach_of(figure, spec.frames[f], f, leg);
        // Hips that are too high for it to stand are reported elsewhere.
        if (!reach || !reaches_at(gait, spec, *reach, 0)) continue;
        if (reaches_at(gait, spec, *reach, speed)) continue;
        findings.report(place, "speed", fmt::format("{} m/s", speed),
                        fmt::format("{} {} m/s: beyond it a stance of {} goes farther than {} "
                                    "reaches",
                                    speed < 0 ? "at least" : "at most",
                                    greatest_speed(gait, spec, *reach, speed), gait.name, leg));
        return true;
      }
  }
  return false;
}

void check_reach(const LegFramesSpec& spec, const FigureSpec& figure, Findings& findings) {
  for (std::size_t f = 0; f < spec.frames.size(); ++f)
    for (const std::string& leg : spec.frames[f].legs) {
      const auto reach = reach_of(figure, spec.frames[f], f, leg);
      if (!reach) continue;
      for (const ActSpec& act : spec.acts) check_act(act, spec, *reach, findings);
      for (const StrideSpec& gait : spec.gaits) check_gait(gait, spec, *reach, findings);
    }
}

}  // namespace gambol
