#include "control/skills/acts.h"

#include <algorithm>
#include <cmath>

#include "base/pattern.h"
#include "control/skills/turns.h"
#include "figure/find.h"

namespace gambol {
namespace {

// The figure's names on its other side.
class OtherSide {
 public:
  OtherSide(const FigureSpec& figure, bool mirrored) : mirrored_(mirrored) {
    if (figure.mirror) from_ = figure.mirror->from, to_ = figure.mirror->to;
  }
  bool mirrored() const { return mirrored_; }
  std::string of(const std::string& name) const {
    if (!mirrored_) return name;
    for (const auto& [a, b] : {std::pair(from_, to_), std::pair(to_, from_)})
      if (const std::size_t at = name.find(a); at != std::string::npos)
        return std::string(name).replace(at, a.size(), b);
    return name;
  }
  // Of what turns or goes aside.
  std::optional<Curve> aside(std::optional<Curve> curve) const {
    if (mirrored_ && curve)
      for (Curve::Key& key : curve->keys) key.value = -key.value;
    return curve;
  }

 private:
  bool mirrored_;
  std::string from_ = "left", to_ = "right";
};

template <class T>
void take(std::optional<T>& value, const std::optional<T>& written) {
  if (written) value = written;
}

class Maker {
 public:
  Maker(const ActMakings& makings, bool mirrored)
      : m_(makings), side_(makings.figure, mirrored), rest_(makings.model) {}

  Act act(const ActSpec& spec) const {
    const StridePlan& like = m_.gaits[gait_index(spec.like)];
    Act act{spec.name, like, {}, Act::stays, spec.at_phase, spec.on_left_side, spec.leap};
    if (spec.then == "gaits") act.then = Act::gaits;
    for (std::size_t a = 0; a < m_.spec.acts.size(); ++a)
      if (m_.spec.acts[a].name == spec.then) act.then = static_cast<int>(a);
    for (const ActStageSpec& s : spec.stages) act.stages.push_back(stage(s, like));
    return act;
  }

 private:
  std::size_t gait_index(const std::string& name) const {
    std::size_t k = 0;
    while (m_.spec.gaits[k].name != name) ++k;
    return k;
  }
  const std::string& leg_name(std::size_t k) const { return m_.figure.legs[m_.legs[k]].name; }

  ActStage stage(const ActStageSpec& spec, const StridePlan& like) const {
    ActStage stage;
    stage.plan = like;
    stage.plan.duty_by_speed = Curve(0.0);
    stage.duration = spec.duration;
    stage.blend = spec.blend;
    stage.keeps_speed = spec.keeps_speed;
    stage.to_goal = spec.to_goal;
    stage.strength = spec.strength;
    if (!spec.gait.empty()) stage.gait = m_.gaits[gait_index(spec.gait)];
    stage.plan.period = Curve(spec.duration);
    if (spec.until)
      stage.until = StageEnd{legs_of(spec.until->down), legs_of(spec.until->up),
                             legs_of(spec.until->touch), spec.until->lands_in};
    for (const LegFrameSpec& frame : m_.spec.frames) stage.frames.push_back(frame_of(spec, frame));
    for (std::size_t k = 0; k < m_.legs.size(); ++k) {
      stage.legs.emplace_back();
      leg_of(spec, k, stage.plan.legs[k], stage.legs.back());
    }
    for (const StageJointSpec& joint : spec.joints) add_joints(joint, stage);
    return stage;
  }

  std::vector<std::size_t> legs_of(const std::vector<std::string>& patterns) const {
    std::vector<std::size_t> all;
    for (std::size_t k = 0; k < m_.legs.size(); ++k)
      if (std::any_of(patterns.begin(), patterns.end(),
                      [&](const std::string& p) { return matches(side_.of(p), leg_name(k)); }))
        all.push_back(k);
    return all;
  }

  StageFrameSpec frame_of(const ActStageSpec& spec, const LegFrameSpec& frame) const {
    StageFrameSpec all;
    for (const StageFrameSpec& f : spec.frames) {
      if (!matches(side_.of(f.name), frame.name)) continue;
      take(all.height, f.height);
      take(all.pitch, f.pitch);
      take(all.roll, side_.aside(f.roll));
      take(all.ahead, f.ahead);
      take(all.bears, f.bears);
      take(all.push, f.push);
      take(all.lift, f.lift);
    }
    return all;
  }

  void leg_of(const ActStageSpec& spec, std::size_t k, StrideLeg& steps, StageLegSpec& all) const {
    const Vec2 like_step = steps.step;
    const double like_placement = steps.placement, like_aside = steps.placement_aside;
    steps.duty_factor = 1;
    steps.relative_phase = 0;
    steps.step = Vec2::Zero();
    steps.placement = steps.placement_aside = 0;
    steps.drive = Curve(0.0);
    steps.toe_off = steps.strike = 0;
    steps.progress = Curve{};
    steps.progress.keys = {{0, 0, Interpolation::ease}, {1, 1}};
    for (const StageLegSpec& l : spec.legs) {
      if (!matches(side_.of(l.name), leg_name(k))) continue;
      if (l.swing) {
        steps.duty_factor = 1 - ((*l.swing)[1] - (*l.swing)[0]);
        steps.relative_phase = 1 - (*l.swing)[1];
      }
      if (l.comes_to_land()) {
        steps.step = like_step;
        steps.placement = like_placement;
        steps.placement_aside = like_aside;
      }
      steps.step = l.step.value_or(steps.step);
      steps.lift = l.lift.value_or(steps.lift);
      take(all.swing, l.swing);
      take(all.pitch, l.pitch);
      take(all.tuck, l.tuck);
      take(all.reach, l.reach);
      take(all.lands, l.lands);
    }
  }

  // Whether the mirror image of the joint's turn is the opposite one: that of a joint in the
  // middle, whose mirror image is itself, unless it only pitches.
  bool turns_aside(int dof) const {
    const std::string& joint = m_.model.joint_name(dof);
    if (!side_.mirrored() || side_.of(joint) != joint) return false;
    const Turns turns = rest_.turns(m_.model, m_.model.dofs[static_cast<std::size_t>(dof)].body);
    const Vec3& axis = turns.axes[static_cast<std::size_t>(dof - turns.dof)];
    return std::abs(axis.y()) < std::max(std::abs(axis.x()), std::abs(axis.z()));
  }

  void add_joints(const StageJointSpec& spec, ActStage& stage) const {
    const std::string name = side_.of(spec.name);
    for (int i = root_dofs; i < m_.model.nv(); ++i) {
      if (!m_.model.means(name, i)) continue;
      const auto same = [&](const StageJoint& j) { return j.dof == i; };
      auto joint = std::find_if(stage.joints.begin(), stage.joints.end(), same);
      if (joint == stage.joints.end()) joint = stage.joints.insert(joint, {i, 1, 1, {}});
      joint->stiffness = spec.stiffness.value_or(joint->stiffness);
      joint->damping = spec.damping.value_or(joint->damping);
      if (spec.angle) joint->angle = turns_aside(i) ? side_.aside(spec.angle) : spec.angle;
    }
  }

  const ActMakings& m_;
  OtherSide side_;
  AtRest rest_;
};

}  // namespace

bool passed_phase(double at, double before, double now) {
  const auto beyond = [&](double x) { return x - at - std::floor(x - at); };
  return beyond(now) < beyond(before);
}

Acts::Acts(const ActMakings& makings) {
  for (const bool mirrored : {false, true})
    for (const ActSpec& spec : makings.spec.acts)
      (mirrored ? mirrored_ : acts_).push_back(Maker(makings, mirrored).act(spec));
}

int Acts::stages() const {
  std::size_t all = 0;
  for (const Act& act : acts_) all += act.stages.size();
  return static_cast<int>(all);
}

int Acts::index(const std::string& name) const {
  for (std::size_t a = 0; a < acts_.size(); ++a)
    if (acts_[a].name == name) return static_cast<int>(a);
  return -1;
}

}  // namespace gambol
