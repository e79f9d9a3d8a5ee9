// Plays acts: motions that happen once, such as sitting down (seed 002, sections 5 and 6).

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/hermite.h"
#include "contact/find/ground_surface.h"
#include "control/controller_memory.h"
#include "control/skills/leg_frames.h"

namespace gambol {
namespace {

double ease(double x) { return smooth_step(std::clamp(x, 0.0, 1.0)); }

using Posture = LegFramesMemory::Posture;

// The curve, entered from another value by degrees; without a curve the value stays.
double entered(const std::optional<Curve>& curve, double from, double phase, double blend) {
  if (!curve) return from;
  return curve->at(phase) + (1 - ease(blend)) * (from - curve->at(0));
}

Posture posture_at(const ActStage& stage, const StageFrame& frame, const Posture& from,
                   double since) {
  const double phase = std::clamp(since / stage.duration, 0.0, 1.0), blend = since / stage.blend;
  return {entered(frame.height, from.height, phase, blend),
          entered(frame.pitch, from.pitch, phase, blend),
          entered(frame.roll, from.roll, phase, blend),
          entered(frame.bears, from.bears, phase, blend)};
}

std::optional<double> held_at(const std::vector<LegFramesMemory::Held>& held, int dof) {
  for (const LegFramesMemory::Held& h : held)
    if (h.dof == dof) return h.aim;
  return {};
}

}  // namespace

void LegFrames::obey(const Order& order, double time, ControllerMemory& memory,
                     Goals& goals) const {
  Controller::obey(order, time, memory, goals);
  const auto* run = std::get_if<RunProgram>(&order);
  if (!run) return;
  auto& m = std::get<LegFramesMemory>(memory);
  if (const int target = target_index(run->program); target >= 0)
    m.target = {static_cast<std::uint32_t>(target)};
  else
    m.act.asked = acts_->index(run->program);
}

// An act of a moving figure waits for its phase of the gait.
void LegFrames::begin_act(const Now& now, double phase_before, LegFramesMemory& memory) const {
  LegFramesMemory::Act& a = memory.act;
  if (a.asked < 0) return;
  // One that is to stand, and steps to keep its balance, stands first: the act would take its feet
  // from under it.
  if (a.playing < 0 && memory.catching && !memory.fallen && now.goal_speed < spec_.catches->calm)
    return;
  const Act& act = acts_->at(a.asked, false);
  bool mirrored = false;
  if (act.at_phase && a.playing < 0) {
    constexpr double half = 0.5;
    mirrored = passed_phase(*act.at_phase + half, phase_before, memory.phase);
    if (!mirrored && !passed_phase(*act.at_phase, phase_before, memory.phase)) return;
  }
  const Mat3& turn = now.frames.front().turn;
  if (act.on_left_side) mirrored = turn(2, 1) > 0;  // its left is up
  const Vec3 velocity = mean_velocity(now);
  const double heading = mean_heading(now);
  const bool goes_on = a.playing >= 0 && !memory.fallen;  // from what another act wants
  const std::vector<Posture> wanted = a.wanted;
  const std::vector<LegFramesMemory::Held> held = a.held;
  a = {-1, a.asked, mirrored, 0,   now.sense.time, velocity.dot(ahead_of(heading)), heading,
       {}, {},      held,     held};
  for (const FrameNow& f : now.frames)
    a.wanted.push_back({f.hips.z() - f.ground, -std::asin(std::clamp(f.turn(2, 0), -1.0, 1.0)),
                        std::atan2(f.turn(2, 1), f.turn(2, 2)), 1});
  if (goes_on) a.wanted = wanted;
  a.from = a.wanted;
  // A foot that swings already goes on from where it is.
  for (std::size_t k = 0; k < legs_.size(); ++k)
    if (memory.legs[k].swings) memory.legs[k].from = now.legs[k].foot;
  memory.catching.reset();
  memory.fallen.reset();
}

bool LegFrames::stage_is_over(const Now& now, const LegFramesMemory& memory) const {
  const Act& act = acts_->at(memory.act.playing, memory.act.mirrored);
  const auto& stage = act.stages[static_cast<std::size_t>(memory.act.stage)];
  const double since = now.sense.time - memory.act.since;
  if (since >= stage.duration) return true;
  if (!stage.until) return false;
  const StageEnd& end = *stage.until;
  const auto touches = [&](std::size_t k) { return memory.legs[k].touches; };
  // One that is to step has not come down before it has.
  const auto down = [&](std::size_t k) {
    const LegFramesMemory::Leg& leg = memory.legs[k];
    const auto& begins = stage.legs[k].begins;
    const bool stepped = !begins || since > *begins * stage.duration + 2 * tick_;
    return leg.touches && !leg.swings && stepped;
  };
  return std::all_of(end.down.begin(), end.down.end(), down) &&
         std::none_of(end.up.begin(), end.up.end(), touches) &&
         (end.touch.empty() || std::any_of(end.touch.begin(), end.touch.end(), touches)) &&
         (!end.falls || now.whole.velocity.z() < 0) &&
         (!end.lands_in || time_to_land(now, memory) < *end.lands_in);
}

// s until a frame, falling freely, is at the height that is wanted of it over the ground there.
double LegFrames::time_to_land(const Now& now, const LegFramesMemory& memory) const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    const FrameNow& frame = now.frames[f];
    const auto ground_after = [&](double time) {
      const Vec3 at = frame.hips + time * frame.velocity;
      return ground_height(now.sense.ground, at.x(), at.y());
    };
    const double height = memory.act.wanted[f].height;
    // The ground where it comes down, and how long it falls, depend on each other.
    const double first = fall_time(now, frame, ground_after(0) + height);
    least = std::min(least, fall_time(now, frame, ground_after(first) + height));
  }
  return least;
}

// Goes on to the next stage. Returns false if the act is over.
bool LegFrames::next_stage(const Now& now, LegFramesMemory& memory) const {
  LegFramesMemory::Act& a = memory.act;
  const Act& act = acts_->at(a.playing, a.mirrored);
  if (a.stage + 1 < static_cast<int>(act.stages.size())) {
    ++a.stage;
  } else if (act.then == Act::gaits) {
    const bool walked = act.stages.back().gait.has_value();
    a.playing = -1;
    a.held.clear();
    if (!walked) memory.phase = 0;
    return false;
  } else {
    a.playing = act.then;
    a.stage = 0;
  }
  a.since = now.sense.time;
  a.from = a.wanted;
  a.held_from = a.held;
  memory.phase = 0;
  for (LegFramesMemory::Leg& leg : memory.legs) leg.asked = false;
  return true;
}

void LegFrames::play_act(Now& now, LegFramesMemory& memory) const {
  LegFramesMemory::Act& a = memory.act;
  // Each stage at most once: of acts that follow each other in a circle all may be over at once.
  for (int n = acts_->stages(); n > 0 && stage_is_over(now, memory); --n) {
    const Act& act = acts_->at(a.playing, a.mirrored);
    if (act.then == Act::stays && a.stage + 1 == static_cast<int>(act.stages.size())) break;
    if (!next_stage(now, memory)) return choose_gait(now, memory);
  }
  now.act = &acts_->at(a.playing, a.mirrored);
  if (now.act->stages[static_cast<std::size_t>(a.stage)].gait) return walk_in_place(now, memory);
  now.stage = &now.act->stages[static_cast<std::size_t>(a.stage)];
  constexpr double before_the_end = 1 - 1e-9;  // a phase of 1 would begin anew
  const double since = now.sense.time - a.since;
  now.gait = {&now.stage->plan, &now.stage->plan, 0};
  now.period = now.stage->duration;
  now.phase = std::min(since / now.period, before_the_end);
  now.heading = a.heading;
  now.wanted = now.stage->keeps_speed * a.speed * ahead_of(now.heading);
  for (std::size_t f = 0; f < frames_.size(); ++f) act_on_frame(now, f, memory);
  face_as_it_lies(now, memory);
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const std::optional<Curve>& pitch = now.stage->legs[k].pitch;
    if (pitch) now.legs[k].pitch = pitch->at(now.phase);
  }
  for (Gain& gain : now.gains) gain.stiffness *= now.stage->strength.at(now.phase);
  for (const StageJoint& joint : now.stage->joints) {
    Gain& gain = now.gains[static_cast<std::size_t>(joint.dof)];
    gain.stiffness *= joint.stiffness;
    gain.damping *= joint.damping;
  }
}

// Steps of a gait where the figure stands, or to the goals, from the heights at which the stage
// before left it.
void LegFrames::walk_in_place(Now& now, LegFramesMemory& memory) const {
  LegFramesMemory::Act& a = memory.act;
  const ActStage& stage = now.act->stages[static_cast<std::size_t>(a.stage)];
  now.act = nullptr;
  if (stage.to_goal) {
    go(now, &*stage.gait, 1, memory);
  } else {
    now.gait = {&*stage.gait, &*stage.gait, 0};
    now.heading = a.heading;
    now.wanted = stage.keeps_speed * a.speed * ahead_of(a.heading);
    advance(now, now.wanted.norm(), memory);
    move_frames(now, mean_heading(now));
  }
  const double since = now.sense.time - a.since;
  const double left = 1 - ease(since / stage.blend);
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    FrameNow& frame = now.frames[f];
    frame.height += left * (a.from[f].height - frame.height);
    frame.pitch += left * (a.from[f].pitch - frame.pitch);
    a.wanted[f] = {frame.height, frame.pitch, 0, 1};
  }
}

// What lies may have slid round: the other frame is not to turn against it.
void LegFrames::face_as_it_lies(Now& now, LegFramesMemory& memory) {
  const auto lies = [](const FrameNow& f) { return f.bears == 0; };
  if (std::none_of(now.frames.begin(), now.frames.end(), lies)) return;
  now.heading = memory.act.heading = mean_heading(now);
}

void LegFrames::act_on_frame(Now& now, std::size_t f, LegFramesMemory& memory) const {
  LegFramesMemory::Act& a = memory.act;
  FrameNow& frame = now.frames[f];
  const StageFrame& of = now.stage->frames[f];
  const double since = now.sense.time - a.since;
  const Posture at = posture_at(*now.stage, of, a.from[f], since);
  const Posture next = posture_at(*now.stage, of, a.from[f], since + tick_);
  frame.wanted = now.wanted;
  frame.height = at.height;
  frame.pitch = at.pitch;
  frame.roll = at.roll;
  if (of.ahead) frame.ahead = of.ahead->at(now.phase);
  frame.bears = at.bears;
  frame.rise = (next.height - at.height) / tick_;
  frame.pitch_rate = (next.pitch - at.pitch) / tick_;
  frame.push = of.push ? of.push->at(now.phase) : 0;
  frame.lift = of.lift ? of.lift->at(now.phase) : 0;
  a.wanted[f] = at;
}

// How far a frame is to go in an act: forward to where the stage says, `off` being the way to over
// its feet; aside so that the centre of mass is over the feet that stand.
Vec3 LegFrames::over_support(const Now& now, std::size_t f, const Vec3& off) const {
  const FrameNow& frame = now.frames[f];
  const Vec3 forward = ahead_of(now.heading), left = Vec3::UnitZ().cross(forward);
  const auto lies = [](const FrameNow& other) { return other.bears < 1; };
  const bool balances = std::none_of(now.frames.begin(), now.frames.end(), lies);
  const double aside = balances ? aside_of_support(now) : off.dot(left);
  const double ahead = frame.ahead ? off.dot(forward) + *frame.ahead : 0;
  return ahead * forward + aside * left;
}

// The way to the left, m, from the centre of mass to within the feet that stand and are not to lift
// at once, beside it; 0 if there are none before or behind.
double LegFrames::aside_of_support(const Now& now) const {
  const Vec3 forward = ahead_of(now.heading), left = Vec3::UnitZ().cross(forward);
  std::vector<Vec2> feet;  // ahead and to the left of the centre of mass
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const auto& begins = now.stage->legs[k].begins;
    const double left_time = begins ? *begins * now.period - now.phase * now.period : -1;
    const bool soon = left_time > 0 && left_time < spec_.lean_time;
    if (now.legs[k].swing >= 0 || soon) continue;
    const Vec3 r = now.legs[k].foot - now.whole.com;
    feet.emplace_back(r.dot(forward), r.dot(left));
  }
  bool any = false;
  double least = 0, most = 0;
  for (const Vec2& a : feet)
    for (const Vec2& b : feet) {
      if (a.x() >= 0 || b.x() < 0) continue;
      const double y = a.y() - a.x() / (b.x() - a.x()) * (b.y() - a.y());
      least = any ? std::min(least, y) : y;
      most = any ? std::max(most, y) : y;
      any = true;
    }
  if (!any) return 0;
  const double margin = std::min(spec_.lean_margin, (most - least) / 2);
  return std::clamp(0.0, least + margin, most - margin);
}

Vec3 LegFrames::hip_of(const Now& now, std::size_t k) const {
  const FrameNow& frame = now.frames[legs_[k].frame];
  return frame.hips + frame.turn * (legs_[k].chain.frame_to_hip - frames_[legs_[k].frame].hips);
}

// A foot in the air: drawn up to its hip, or on its way to where the frame will need it.
void LegFrames::fly(Now& now, std::size_t k, LegFramesMemory& memory) const {
  LegFramesMemory::Leg& m = memory.legs[k];
  LegNow& leg = now.legs[k];
  const StageLeg& of = now.stage->legs[k];
  const LegChain& chain = legs_[k].chain;
  const FrameNow& frame = now.frames[legs_[k].frame];
  m.drop = 0;
  if (of.lands && m.touches && m.swings) {
    m.swings = false;
    m.since = now.sense.time;
  }
  m.ground = ground_height(now.sense.ground, leg.foot.x(), leg.foot.y());
  if (of.lands && !m.swings) {
    leg.down = m.ground + chain.foot_height;
    return;
  }
  m.swings = true;
  constexpr double mid_swing = 0.5;  // the toes are as at rest
  leg.swing = mid_swing;
  const Vec3 hip = hip_of(now, k);
  if (of.lands) {
    leg.aim = landing(now, k);
  } else {
    const Vec3 rest = chain.foot - chain.frame_to_hip;
    const double ahead = of.reach ? of.reach->at(now.phase) : 0;
    const double up = of.tuck ? of.tuck->at(now.phase) : 0;
    leg.aim = hip + frame.turn * (rest + Vec3(ahead, 0, up));
  }
  leg.aim_velocity = frame.velocity + frame.spin.cross(leg.aim - frame.hips);
  m.from = m.aim = leg.aim;
}

// s in which a frame in flight falls to a height, m.
double LegFrames::fall_time(const Now& now, const FrameNow& frame, double height) {
  const double g = now.sense.work.gravity.norm(), rise = frame.velocity.z();
  const double above = std::max(0.0, frame.hips.z() - height);
  return (rise + std::sqrt(rise * rise + 2 * g * above)) / g;
}

// Where the foot is wanted as the frame has fallen to its height (seed 002, section 5), as far as
// the leg reaches.
Vec3 LegFrames::landing(const Now& now, std::size_t k) const {
  const LegChain& chain = legs_[k].chain;
  const FrameNow& frame = now.frames[legs_[k].frame];
  const auto foothold_on = [&](double ground) {
    return foothold(now, k, fall_time(now, frame, ground + frame.height));
  };
  const auto height_at = [&](const Vec3& at) {
    return ground_height(now.sense.ground, at.x(), at.y());
  };
  // The ground where it comes down, and how far it then goes, depend on each other.
  const double ground = height_at(foothold_on(frame.ground));
  Vec3 to = foothold_on(ground);
  to.z() = height_at(to) + chain.foot_height;
  const Vec3 hip = hip_of(now, k);
  const double longest = spec_.landing_reach * (chain.foot - chain.frame_to_hip).norm();
  const Vec3 d = to - hip;
  return d.norm() > longest ? Vec3(hip + longest / d.norm() * d) : to;
}

// Angles that a stage sets are entered by degrees, and left by degrees in the next one.
void LegFrames::aim_by_act(Now& now, LegFramesMemory& memory) const {
  if (!now.stage) return;
  LegFramesMemory::Act& a = memory.act;
  const double entered = ease(now.phase * now.period / now.stage->blend);
  std::vector<LegFramesMemory::Held> held;
  const auto blend = [&](int dof, double from, double to, double rate) {
    now.aims[dof] = from + entered * (to - from);
    now.rates[dof] = entered * rate;
  };
  for (const StageJoint& joint : now.stage->joints) {
    if (!joint.angle) continue;
    const auto before = held_at(a.held_from, joint.dof);
    blend(joint.dof, before.value_or(now.aims[joint.dof]), joint.angle->at(now.phase),
          joint.angle->derivative(now.phase, 1) / now.period);
    held.push_back({joint.dof, now.aims[joint.dof]});
  }
  for (const LegFramesMemory::Held& before : a.held_from)
    if (!held_at(held, before.dof)) {
      blend(before.dof, before.aim, now.aims[before.dof], now.rates[before.dof]);
      if (entered < 1) held.push_back({before.dof, now.aims[before.dof]});
    }
  a.held = held;
}

}  // namespace gambol
