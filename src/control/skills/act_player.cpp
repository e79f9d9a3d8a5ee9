#include "control/skills/act_player.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/hermite.h"
#include "control/skills/posture.h"

namespace gambol::skills {
namespace {

double ease(double x) { return smooth_step(std::clamp(x, 0.0, 1.0)); }

// The curve, entered from another value by degrees; without a curve the value stays.
double entered(const std::optional<Curve>& curve, double from, double phase, double blend) {
  if (!curve) return from;
  return curve->at(phase) + (1 - ease(blend)) * (from - curve->at(0));
}

ActMemory::Posture posture_at(const ActStage& stage, const StageFrameSpec& frame,
                              const ActMemory::Posture& from, double since) {
  const double phase = std::clamp(since / stage.duration, 0.0, 1.0), blend = since / stage.blend;
  return {entered(frame.height, from.height, phase, blend),
          entered(frame.pitch, from.pitch, phase, blend),
          entered(frame.roll, from.roll, phase, blend),
          entered(frame.bears, from.bears, phase, blend)};
}

ActMemory::Posture posture_of(const FrameSeen& f) {
  return {f.height(), -std::asin(std::clamp(f.turn(2, 0), -1.0, 1.0)),
          std::atan2(f.turn(2, 1), f.turn(2, 2)), 1};
}

std::optional<double> held_at(const std::vector<ActMemory::Held>& held, int dof) {
  for (const ActMemory::Held& h : held)
    if (h.dof == dof) return h.aim;
  return {};
}

// What lies may have slid round: the other frame is not to turn against it.
void face_as_it_lies(const Seen& seen, ActMemory& memory, Wanted& wanted) {
  const auto lies = [](const FrameWanted& f) { return f.bears == 0; };
  if (std::none_of(wanted.frames.begin(), wanted.frames.end(), lies)) return;
  wanted.heading = memory.heading = seen.heading();
}

void change_gains(const ActStage& stage, double phase, std::vector<Gain>& gains) {
  for (Gain& gain : gains) gain.stiffness *= stage.strength.at(phase);
  for (const StageJoint& joint : stage.joints) {
    Gain& gain = gains[static_cast<std::size_t>(joint.dof)];
    gain.stiffness *= joint.stiffness;
    gain.damping *= joint.damping;
  }
}

}  // namespace

const ActStage& ActPlayer::stage(const ActMemory& m) const {
  return acts_.at(m.playing, m.mirrored).stages[static_cast<std::size_t>(m.stage)];
}

void ActPlayer::forget_what_it_lacks(ActMemory& m) const {
  if (m.asked >= acts_.count()) m.asked = -1;
  const bool plays_one = m.playing >= 0 && m.playing < acts_.count() &&
                         m.wanted.size() == body_.frames.size() &&
                         m.stage < static_cast<int>(acts_.at(m.playing, m.mirrored).stages.size());
  if (!plays_one) m.playing = -1;
}

// An act of a moving figure waits for its phase of the gait.
bool ActPlayer::may_begin(const Begin& in, const ActMemory& m, bool& mirrored) const {
  if (m.asked < 0) return false;
  // One that is to stand, and steps to keep its balance, stands first: the act would take its feet
  // from under it.
  if (m.playing < 0 && in.regains_balance && !in.fallen) return false;
  const Act& act = acts_.at(m.asked, false);
  if (act.at_phase && m.playing < 0) {
    constexpr double half = 0.5;
    mirrored = passed_phase(*act.at_phase + half, in.phase_before, in.phase);
    if (!mirrored && !passed_phase(*act.at_phase, in.phase_before, in.phase)) return false;
  }
  if (act.on_left_side) mirrored = in.seen.frames.front().turn(2, 1) > 0;  // its left is up
  return true;
}

bool ActPlayer::begin(const Begin& in, ActMemory& m) const {
  bool mirrored = false;
  if (!may_begin(in, m, mirrored)) return false;
  const double heading = in.seen.heading();
  const bool goes_on = m.playing >= 0 && !in.fallen;  // from what another act wants
  ActMemory begun{-1,
                  m.asked,
                  mirrored,
                  0,
                  in.seen.sense.time,
                  in.seen.velocity().dot(ahead_of(heading)),
                  heading,
                  {},
                  {},
                  m.held,
                  m.held};
  for (const FrameSeen& f : in.seen.frames) begun.wanted.push_back(posture_of(f));
  if (goes_on) begun.wanted = m.wanted;
  begun.from = begun.wanted;
  m = begun;
  return true;
}

bool ActPlayer::stage_is_over(const In& in, const ActMemory& m) const {
  const ActStage& stage = this->stage(m);
  const double since = in.seen.sense.time - m.since;
  if (since >= stage.duration) return true;
  if (!stage.until) return false;
  const StageEnd& end = *stage.until;
  const auto touches = [&](std::size_t k) { return in.feet[k].touches; };
  // One that is to step has not come down before it has.
  const auto down = [&](std::size_t k) {
    const auto& swing = stage.legs[k].swing;
    const bool stepped = !swing || since > (*swing)[0] * stage.duration + 2 * tick_;
    return in.feet[k].touches && !in.feet[k].swings && stepped;
  };
  return std::all_of(end.down.begin(), end.down.end(), down) &&
         std::none_of(end.up.begin(), end.up.end(), touches) &&
         (end.touch.empty() || std::any_of(end.touch.begin(), end.touch.end(), touches)) &&
         (!end.lands_in || time_to_land(in.seen, m) < *end.lands_in);
}

// s until a frame, falling freely, is at the height that is wanted of it over the ground there.
double ActPlayer::time_to_land(const Seen& seen, const ActMemory& m) const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < seen.frames.size(); ++f) {
    const FrameSeen& frame = seen.frames[f];
    const auto ground_after = [&](double time) {
      return seen.ground_at(frame.hips + time * frame.velocity);
    };
    const double height = m.wanted[f].height;
    // The ground where it comes down, and how long it falls, depend on each other.
    const double first = fall_time(seen, frame, ground_after(0) + height);
    least = std::min(least, fall_time(seen, frame, ground_after(first) + height));
  }
  return least;
}

// Goes on to the next stage. Returns false if the act is over.
bool ActPlayer::next_stage(double time, ActMemory& m, Turn& turn) const {
  const Act& act = acts_.at(m.playing, m.mirrored);
  if (m.stage + 1 < static_cast<int>(act.stages.size())) {
    ++m.stage;
  } else if (act.then == Act::gaits) {
    m.playing = -1;
    m.held.clear();
    if (!act.stages.back().gait) turn.phase = 0;  // steps go on
    turn.over = true;
    return false;
  } else {
    m.playing = act.then;
    m.stage = 0;
  }
  m.since = time;
  m.from = m.wanted;
  m.held_from = m.held;
  turn.phase = 0;
  turn.stage_begins = true;
  return true;
}

ActPlayer::Turn ActPlayer::turn(const In& in, ActMemory& m) const {
  Turn turn;
  // Each stage at most once: of acts that follow each other in a circle all may be over at once.
  for (int n = acts_.stages(); n > 0 && stage_is_over(in, m); --n) {
    const Act& act = acts_.at(m.playing, m.mirrored);
    if (act.then == Act::stays && m.stage + 1 == static_cast<int>(act.stages.size())) break;
    if (!next_stage(in.seen.sense.time, m, turn)) return turn;
  }
  const ActStage& now = stage(m);
  if (!now.gait) return turn;
  turn.walks = &now;
  turn.heading = m.heading;
  turn.speed = now.keeps_speed * m.speed;
  return turn;
}

void ActPlayer::ask(const Seen& seen, ActMemory& m, Wanted& wanted) const {
  wanted.act = &acts_.at(m.playing, m.mirrored);
  const ActStage& now = stage(m);
  wanted.stage = &now;
  constexpr double before_the_end = 1 - 1e-9;  // a phase of 1 would begin anew
  const double since = seen.sense.time - m.since;
  wanted.gait = {&now.plan, &now.plan, 0};
  wanted.period = now.duration;
  wanted.phase = std::min(since / wanted.period, before_the_end);
  wanted.heading = m.heading;
  wanted.velocity = now.keeps_speed * m.speed * ahead_of(wanted.heading);
  for (std::size_t f = 0; f < seen.frames.size(); ++f) ask_of_frame(seen, f, m, wanted);
  face_as_it_lies(seen, m, wanted);
  change_gains(now, wanted.phase, wanted.gains);
}

void ActPlayer::ask_of_frame(const Seen& seen, std::size_t f, ActMemory& m, Wanted& wanted) const {
  FrameWanted& frame = wanted.frames[f];
  const StageFrameSpec& of = wanted.stage->frames[f];
  const double since = seen.sense.time - m.since;
  const ActMemory::Posture at = posture_at(*wanted.stage, of, m.from[f], since);
  const ActMemory::Posture next = posture_at(*wanted.stage, of, m.from[f], since + tick_);
  frame.velocity = wanted.velocity;
  frame.height = at.height;
  frame.pitch = at.pitch;
  frame.roll = at.roll;
  if (of.ahead) frame.ahead = of.ahead->at(wanted.phase);
  frame.bears = at.bears;
  frame.rise = (next.height - at.height) / tick_;
  frame.pitch_rate = (next.pitch - at.pitch) / tick_;
  frame.push = of.push ? of.push->at(wanted.phase) : 0;
  frame.lift = of.lift ? of.lift->at(wanted.phase) : 0;
  m.wanted[f] = at;
}

void ActPlayer::enter_walk(const Seen& seen, const ActStage& stage, ActMemory& m,
                           Wanted& wanted) const {
  const double left = 1 - ease((seen.sense.time - m.since) / stage.blend);
  for (std::size_t f = 0; f < seen.frames.size(); ++f) {
    FrameWanted& frame = wanted.frames[f];
    frame.height += left * (m.from[f].height - frame.height);
    frame.pitch += left * (m.from[f].pitch - frame.pitch);
    m.wanted[f] = {frame.height, frame.pitch, 0, 1};
  }
}

void ActPlayer::aim(const Wanted& wanted, ActMemory& m, Aims& aims) const {
  if (!wanted.stage) return;
  const double entered = ease(wanted.phase * wanted.period / wanted.stage->blend);
  std::vector<ActMemory::Held> held;
  const auto blend = [&](int dof, double from, double to, double rate) {
    aims.angles[dof] = from + entered * (to - from);
    aims.rates[dof] = entered * rate;
  };
  for (const StageJoint& joint : wanted.stage->joints) {
    if (!joint.angle) continue;
    const auto before = held_at(m.held_from, joint.dof);
    blend(joint.dof, before.value_or(aims.angles[joint.dof]), joint.angle->at(wanted.phase),
          joint.angle->derivative(wanted.phase, 1) / wanted.period);
    held.push_back({joint.dof, aims.angles[joint.dof]});
  }
  for (const ActMemory::Held& before : m.held_from)
    if (!held_at(held, before.dof)) {
      blend(before.dof, before.aim, aims.angles[before.dof], aims.rates[before.dof]);
      if (entered < 1) held.push_back({before.dof, aims.angles[before.dof]});
    }
  m.held = held;
}

}  // namespace gambol::skills
