#include "control/skills/steps.h"

#include <algorithm>
#include <cmath>

#include "control/skills/passing.h"

namespace gambol::skills {

Footings Steps::footings(const StepsMemory& memory) const {
  Footings all;
  for (const Leg& m : memory.legs) all.push_back({m.swings, m.touches});
  return all;
}

std::vector<std::optional<double>> Steps::grounds(const StepsMemory& memory) const {
  std::vector<std::optional<double>> all;
  for (const LegFrame& frame : body_.frames) {
    double sum = 0;
    bool begun = true;
    for (const std::size_t k : frame.legs) {
      begun = begun && memory.legs[k].begun;
      sum += memory.legs[k].ground;
    }
    all.emplace_back();
    if (begun) all.back() = sum / static_cast<double>(frame.legs.size());
  }
  return all;
}

Steps::Out Steps::run(const In& in, StepsMemory& memory) const {
  Out out{std::vector<LegStep>(body_.legs.size()), {}};
  std::vector<LegStep>& legs = out.legs;
  for (std::size_t k = 0; k < legs.size(); ++k) {
    Leg& m = memory.legs[k];
    legs[k].aim = in.seen.legs[k].foot;
    legs[k].heading = in.wanted.heading;
    // A foot that swings already goes on from where it is.
    if (in.act_begins && m.swings) m.from = in.seen.legs[k].foot;
    if (in.stage_begins) m.asked = false;
    follow_stride(in, k, legs[k]);
    feel(in, k, m);
    lift_or_land(in, k, m, legs[k]);
  }
  out.footfalls = plan_.run({in.seen, in.wanted, legs});
  const Stepping now{in.seen, in.wanted, legs, out.footfalls};
  for (std::size_t k = 0; k < legs.size(); ++k) {
    Leg& m = memory.legs[k];
    LegStep& step = legs[k];
    if (m.swings && m.since == in.seen.sense.time)  // it has lifted
      m.ground = in.seen.ground_at(next_footfall(now, k).place);
    const bool lost = !m.swings && !m.touches;
    const bool steps_on = lost && step.duty < 1 && steps_on_if_lost(now, k);
    search(in.seen, step.state < step.duty || steps_on, m);
    step.down = m.ground + body_.legs[k].chain.foot_height - m.drop;
    step.stood = in.seen.sense.time - m.since;
    if (lost && spec_.late_drop > 0) step.lost = m.drop / spec_.late_drop;
    if (in.wanted.stage && in.wanted.stage->legs[k].in_air())
      fly(now, k, m, step);
    else if (m.swings)
      swing(now, k, m, step);
    else if (steps_on)
      step_on(now, k, step);
    step.since = m.since;
    step.asked = m.asked;
    step.swings = m.swings;
    step.touches = m.touches;
    step.load = m.load;
  }
  return out;
}

// Where the leg is in its stride, as the gait asks.
void Steps::follow_stride(const In& in, std::size_t k, LegStep& step) const {
  const LegInStride leg = leg_in_stride(in.wanted, k);
  step.state = leg.state;
  step.duty = leg.duty;
  step.stance_time = step.duty * in.wanted.period;
}

void Steps::feel(const In& in, std::size_t k, Leg& m) const {
  const double load = in.seen.legs[k].load;
  const double weight = body_.mass * in.seen.gravity();
  const double kept = std::exp(-in.seen.sense.dt / spec_.load_smoothing);
  m.load = m.begun ? kept * m.load + (1 - kept) * load : load;
  constexpr double comes = 0.02, leaves = 0.005;  // weights: a foot is on the ground
  const bool touches = load > (m.touches ? leaves : comes) * weight;
  if (spec_.regrip && touches && !m.touches && m.begun && !m.swings) m.since = in.seen.sense.time;
  m.touches = touches;
}

// A swing begins when the gait asks for it, and ends on the ground: early if the foot touches late
// in the swing, and late if it finds no ground in time.
void Steps::lift_or_land(const In& in, std::size_t k, Leg& m, LegStep& step) const {
  const Vec3& foot = in.seen.legs[k].foot;
  const double time = in.seen.sense.time;
  const bool asked = step.state >= step.duty;
  const double phase = asked ? (step.state - step.duty) / (1 - step.duty) : 1;
  // Phases from which a foot that touches stands.
  constexpr double early = 0.8, early_on_soles = 0.6;
  if (!m.begun) {
    m.begun = true;
    m.since = time - 1;  // it stands, and has long done so
    m.ground = in.seen.ground_at(foot);
    m.swings = false;
    m.heading = m.turns_to = in.wanted.goal_facing;
  } else if (asked && !m.asked && !m.swings) {
    m.swings = true;
    m.since = time;
    m.from = m.aim = foot;
  } else if (m.swings && m.touches && phase >= (soles_ ? early_on_soles : early)) {
    m.swings = false;
    m.since = time;
    m.ground = in.seen.ground_at(foot);
    m.heading = m.turns_to;
  }
  m.asked = asked;
  if (m.swings) step.swing = asked ? phase : 1;
}

// A foot that should be on the ground and is not is lowered, by degrees: it would bounce.
void Steps::search(const Seen& seen, bool down, Leg& m) const {
  const bool lower = down && !m.touches;
  m.drop +=
      ((lower ? spec_.late_drop : 0) - m.drop) * (1 - std::exp(-seen.sense.dt / spec_.late_over));
  if (!down) m.drop = 0;
}

bool Steps::steps_on_if_lost(const Stepping& now, std::size_t k) const {
  return spec_.lost_speed > 0 && footholds_.pushed_aside(now, k);
}

// A foot that is to stand and is not on the ground goes to where it would stand now, had it stood
// since its time: hips that were pushed aside would leave it behind.
void Steps::step_on(const Stepping& now, std::size_t k, LegStep& step) const {
  const double since = step.state < step.duty ? step.state * now.wanted.period : 0;
  const Vec3 passed = since * now.wanted.frames[body_.legs[k].frame].velocity;
  const Vec3 way = across(footholds_.at(now, k, 0) - passed - step.aim);
  // A foot that stands is aimed at anew, over a time that goes with its figure's size.
  const double anew = 0.1 * std::sqrt(body_.height / now.seen.gravity());
  const double over = step.swing < 0 ? anew : now.seen.sense.dt;
  const double most = over * spec_.lost_speed, far = way.norm();
  const Vec3 next = far > most ? Vec3(most / far * way) : way;
  step.aim += next;
  step.aim_velocity = next / over;
}

// The foothold of a swing; m, W.
Vec3 Steps::comes_down(const Stepping& now, std::size_t k, Leg& m) const {
  Vec3 to = next_footfall(now, k).place;
  if (soles_) m.ground = now.seen.ground_at(to);
  to.z() = m.ground + body_.legs[k].chain.foot_height;
  return to;
}

void Steps::swing(const Stepping& now, std::size_t k, Leg& m, LegStep& step) const {
  const bool late = step.state < step.duty;
  const auto curve = [&](Curve StrideLeg::*c) {
    return now.wanted.gait.of([&](const StridePlan& s) { return (s.legs[k].*c).at(step.swing); });
  };
  const auto slope = [&](Curve StrideLeg::*c) {
    return now.wanted.gait.of(
        [&](const StridePlan& s) { return (s.legs[k].*c).derivative(step.swing, 1); });
  };
  const double progress = curve(&StrideLeg::progress);
  const Vec3 to = comes_down(now, k, m);
  step.aim = m.from + progress * (to - m.from);
  const Detour passing = soles_ ? detour(spec_, body_, now, k, m.from, to) : Detour();
  step.aim += passing.at(progress);
  step.aim.z() += curve(&StrideLeg::lift);
  const Vec3 outwards = body_.legs[k].side * now.wanted.left();
  if (!late) step.aim += curve(&StrideLeg::aside) * outwards;
  // Up a step in the first half of the way, down one in the second: it does not meet its edge.
  const double rise = m.ground - now.seen.ground_at(m.from);
  const double half = std::clamp(rise > 0 ? 2 * progress : 2 * progress - 1, 0.0, 1.0);
  step.aim.z() += (half - progress) * rise;
  if (late) {
    step.aim = across(m.aim);
    if (steps_on_if_lost(now, k)) step_on(now, k, step);
    step.aim.z() = step.down;
    step.heading = next_footfall(now, k).heading;
  } else {  // as if the foothold stood still: what moves it is noise
    const double rate = 1 / ((1 - step.duty) * now.wanted.period);
    step.aim_velocity =
        slope(&StrideLeg::progress) * rate * (to - m.from + passing.slope(progress));
    step.aim_velocity.z() += slope(&StrideLeg::lift) * rate;
    step.aim_velocity += slope(&StrideLeg::aside) * rate * outwards;
    if (soles_) rise_over_edges(now, k, step);
    turn(now, k, m, {progress, rate * slope(&StrideLeg::progress)}, step);
  }
  m.aim = step.aim;
  if (!soles_) return;
  const double heel = heel_rise(*spec_.sole, swing_pitch(now, k, 0, 0));
  step.aim.z() += heel;
  if (!late)
    step.aim_velocity.z() += (heel_rise(*spec_.sole, swing_pitch(now, k, 0, tick_)) - heel) / tick_;
}

// A foot that turned at once as it lifts would turn the trunk back.
void Steps::turn(const Stepping& now, std::size_t k, Leg& m, const Vec2& progress,
                 LegStep& step) const {
  const double heading = next_footfall(now, k).heading;
  m.turns_to = now.wanted.goal_facing + heading - now.wanted.heading;
  const double turns = std::remainder(m.turns_to - m.heading, 2 * M_PI);
  step.heading = heading - (1 - progress.x()) * turns;
  step.heading_rate = progress.y() * turns;
}

// Over edges, but neither from nor to where it stands.
void Steps::rise_over_edges(const Stepping& now, std::size_t k, LegStep& step) const {
  constexpr double whole = 0.4;  // of 4 s (1 - s), from which on it is at its whole height
  const double share = std::min(1.0, 4 * step.swing * (1 - step.swing) / whole);
  const double over =
      soles_->soles().above_edges(now, k, step.aim, swing_pitch(now, k, 0, 0)) - step.aim.z();
  if (over > 0) step.aim.z() += share * over;
}

// A foot in the air: drawn up to its hip, or on its way to where the frame will need it.
void Steps::fly(const Stepping& now, std::size_t k, Leg& m, LegStep& step) const {
  const StageLegSpec& of = now.wanted.stage->legs[k];
  const LegChain& chain = body_.legs[k].chain;
  const FrameSeen& frame = now.seen.frames[body_.legs[k].frame];
  m.drop = 0;
  if (of.comes_to_land() && m.touches && m.swings) {
    m.swings = false;
    m.since = now.seen.sense.time;
  }
  m.ground = now.seen.ground_at(now.seen.legs[k].foot);
  if (of.comes_to_land() && !m.swings) {
    step.swing = -1;
    step.down = m.ground + chain.foot_height;
    return;
  }
  m.swings = true;
  constexpr double mid_swing = 0.5;  // the toes are as at rest
  step.swing = mid_swing;
  if (of.comes_to_land()) {
    step.aim = footholds_.landing(now, k);
  } else {
    const Vec3 rest = chain.foot - chain.frame_to_hip;
    const double ahead = of.reach ? of.reach->at(now.wanted.phase) : 0;
    const double up = of.tuck ? of.tuck->at(now.wanted.phase) : 0;
    step.aim = hip_of(now.seen, body_, k) + frame.turn * (rest + Vec3(ahead, 0, up));
  }
  step.aim_velocity = frame.velocity + frame.spin.cross(step.aim - frame.hips);
  m.from = m.aim = step.aim;
}

void Steps::go_back_over_feet(const Stepping& now, std::vector<FrameWanted>& frames) const {
  for (std::size_t f = 0; f < frames.size(); ++f) frames[f].velocity += back_over_feet(now, f);
}

Vec3 Steps::back_over_feet(const Stepping& now, std::size_t f) const {
  const FrameSeen& frame = now.seen.frames[f];
  const bool acts = now.wanted.stage != nullptr;
  Vec3 off = Vec3::Zero();
  double feet = 0;
  for (const std::size_t k : body_.frames[f].legs) {
    const LegStep& step = now.legs[k];
    if (!acts && step.duty < 1) return Vec3::Zero();
    if (acts && step.swing >= 0) continue;
    const Vec3 rest = body_.legs[k].chain.foot - body_.frames[f].hips;
    off += now.seen.legs[k].foot - turn_to(frame.heading, 0) * rest - frame.hips;
    ++feet;
  }
  if (feet == 0) return Vec3::Zero();
  if (acts) off = feet * over_support(now, f, off / feet);
  return spec_.stand_gain / feet * across(off);
}

// How far a frame is to go in an act: forward to where the stage says, `off` being the way to over
// its feet; aside so that the centre of mass is over the feet that stand.
Vec3 Steps::over_support(const Stepping& now, std::size_t f, const Vec3& off) const {
  const std::optional<double>& asked = now.wanted.frames[f].ahead;
  const Vec3 forward = now.wanted.forward(), left = now.wanted.left();
  const auto lies = [](const FrameWanted& other) { return other.bears < 1; };
  const bool balances = std::none_of(now.wanted.frames.begin(), now.wanted.frames.end(), lies);
  const double aside = balances ? aside_of_support(now) : off.dot(left);
  const double ahead = asked ? off.dot(forward) + *asked : 0;
  return ahead * forward + aside * left;
}

// The way to the left, m, from the centre of mass to within the feet that stand and are not to lift
// at once, beside it; 0 if there are none before or behind.
double Steps::aside_of_support(const Stepping& now) const {
  const Wanted& wanted = now.wanted;
  const Vec3 forward = wanted.forward(), left = wanted.left();
  std::vector<Vec2> feet;                       // ahead and to the left of the centre of mass
  const double before = 0.15 * body_.slower();  // s
  for (std::size_t k = 0; k < now.legs.size(); ++k) {
    const auto& swing = wanted.stage->legs[k].swing;
    const double left_time =
        swing ? (*swing)[0] * wanted.period - wanted.phase * wanted.period : -1;
    const bool soon = left_time > 0 && left_time < before;
    if (now.legs[k].swing >= 0 || soon) continue;
    const Vec3 r = now.seen.legs[k].foot - now.seen.whole.com;
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
  const double margin = std::min(0.03 * body_.larger(), (most - least) / 2);
  return std::clamp(0.0, least + margin, most - margin);
}

}  // namespace gambol::skills
