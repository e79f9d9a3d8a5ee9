#include "control/skills/stride.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "control/skills/bounce.h"

namespace gambol::skills {
namespace {

// Largest distance of a frame's hips below the height that the gait wants at `phase`, m; negative
// if all are higher.
double most_sunk(const Seen& seen, const StrideMix& gait, double phase, double speed) {
  double low = -std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < seen.frames.size(); ++f) {
    const double wanted = gait.at_phase(
        phase, [&](const StridePlan& s, double at) { return s.frames[f].height_at(at, speed); });
    low = std::max(low, wanted - seen.frames[f].height());
  }
  return low;
}

// Adds what a gait that flies bounces by. `gravity`: m/s2.
void add_bounce(const Wanted& wanted, const std::vector<std::size_t>& legs, double gravity,
                FrameWanted& frame) {
  if (frame.bounces == 0) return;
  std::vector<LegInStride> phases;
  for (const std::size_t k : legs) phases.push_back(leg_in_stride(wanted, k));
  const Bounce b = bounce(phases);
  frame.height += frame.bounces * gravity * wanted.period * wanted.period * b.height;
  frame.rise += frame.bounces * gravity * wanted.period * b.rise;
  frame.weights = frame.bounces * b.weights;
}

// m: a frame that is faster than wanted is as low as at its own speed, or lower still, so that feet
// reach far enough ahead to brake.
double lower_to_brake(const Seen& seen, const Wanted& wanted, std::size_t f) {
  const double speed = wanted.velocity.norm();
  const double present = std::max(speed, seen.whole.velocity.dot(wanted.forward()));
  return wanted.gait.of([&](const StridePlan& s) {
    const StrideFrame& of = s.frames[f];
    if (!of.flies()) return 0.0;
    return of.bounces.at(speed) - of.bounces.at(present) + of.brakes.at(present - speed);
  });
}

}  // namespace

FrameWanted StrideClock::frame_wanted(const Wanted& wanted, std::size_t f, double gravity) const {
  const auto curve = [&](Curve StrideFrame::*c, int order) {
    return wanted.gait.at_phase(wanted.phase, [&](const StridePlan& s, double phase) {
      return (s.frames[f].*c).derivative(phase, order);
    });
  };
  const double period = wanted.period;
  FrameWanted frame;
  const double speed = wanted.velocity.norm();
  const auto height = [&](int order) {
    return wanted.gait.at_phase(wanted.phase, [&](const StridePlan& s, double phase) {
      const StrideFrame& of = s.frames[f];
      if (of.flies()) return order == 0 ? of.bounces.at(speed) : 0;
      return of.height.derivative(phase, order);
    });
  };
  frame.height = height(0);
  frame.pitch = curve(&StrideFrame::pitch, 0) + wanted.gait.of(lean_of);
  frame.rise = height(1) / period;
  frame.rise_faster = height(2) / (period * period);
  frame.pitch_rate = curve(&StrideFrame::pitch, 1) / period;
  frame.roll = curve(&StrideFrame::roll, 0);
  frame.roll_rate = curve(&StrideFrame::roll, 1) / period;
  frame.yaw = curve(&StrideFrame::yaw, 0);
  frame.yaw_rate = curve(&StrideFrame::yaw, 1) / period;
  frame.bounces =
      wanted.gait.of([&](const StridePlan& s) { return s.frames[f].flies() ? 1.0 : 0.0; });
  add_bounce(wanted, body_.frames[f].legs, gravity, frame);
  return frame;
}

double quicker(const Wanted& wanted, const Delays& delays) {
  const double off = std::abs(delays.off_balance.dot(wanted.left()));
  return wanted.gait.of([&](const StridePlan& s) { return s.balance.hurry.at(off); });
}

StrideClock::StrideClock(const LegFramesSpec& spec, const Anatomy& body, const FigureSpec& figure,
                         const Model& model, std::uint64_t seed)
    : spec_(spec),
      seed_(seed),
      body_(body),
      gaits_(spec, figure, model, body.legs_of_figure(), body.heights()),
      plans_(stride_plans(spec, figure, model, body.legs_of_figure(), body.heights())) {}

void StrideClock::forget_what_it_lacks(StrideMemory& memory) const {
  if (!gaits_.knows(memory)) memory.groups.clear();
}

void StrideClock::run(const In& in, StrideMemory& memory, Wanted& wanted) const {
  const Course& course = in.course;
  wanted.asked_speed = course.asked_speed;
  wanted.goal_speed = course.goal_speed;
  wanted.goal_heading = course.goal_heading;
  wanted.goal_facing = course.goal_heading + course.facing;
  wanted.turn_rate = course.turn_rate;
  if (spec_.sole) wanted.turns = course.turns;
  wanted.heading = course.present + course.off;
  // On soles, gaits roll over heels and balls the way the figure faces: to go elsewhere it steps.
  const double ahead = spec_.sole ? std::max(0.0, std::cos(course.facing)) : 1;
  wanted.gait = gaits_.choose({std::max(ahead * course.speed, in.least),
                               ahead * course.present_speed, ahead * course.goal_speed},
                              in.seen.sense.time, in.seen.first, memory);
  if (in.by) wanted.gait = {wanted.gait.slow, in.by, in.share};
  if (in.lifts) {
    const LegInStride leg = leg_in_stride(wanted, *in.lifts);
    const double phase = wanted.phase + leg.duty - leg.state;
    memory.phase = phase - std::floor(phase);
  }
  give_way(in.seen, wanted);
  wanted.heading = course.present + gain_of(wanted.gait, &StrideGainsSpec::turn_share) * course.off;
  const double way = spec_.keeps_course ? course.way : wanted.heading - course.facing;
  wanted.velocity = course.speed * ahead_of(way);
  grip(wanted);
  advance(in.seen, course.speed, in.delays, memory, wanted);
  move_frames(in.seen, course.present, wanted);
}

void StrideClock::run_in_place(const InPlace& in, StrideMemory& memory, Wanted& wanted) const {
  wanted.gait = {&in.gait, &in.gait, 0};
  wanted.heading = in.heading;
  wanted.velocity = in.speed * ahead_of(in.heading);
  grip(wanted);
  advance(in.seen, wanted.velocity.norm(), in.delays, memory, wanted);
  move_frames(in.seen, in.seen.heading(), wanted);
}

// A gait that is used alone takes on the numbers of another one by the largest speed of its frames
// across the heading that is wanted at once.
void StrideClock::give_way(const Seen& seen, Wanted& wanted) const {
  const StridePlan& plan = *wanted.gait.slow;
  if (wanted.gait.slow != wanted.gait.fast || (plan.pushed_left < 0 && plan.pushed_right < 0))
    return;
  const Vec3 left = wanted.left();
  double aside = 0;
  for (const FrameSeen& frame : seen.frames)
    if (const double v = frame.smooth.dot(left); std::abs(v) > std::abs(aside)) aside = v;
  const int other = aside > 0 ? plan.pushed_left : plan.pushed_right;
  if (other < 0 || std::abs(aside) <= plan.pushed_from) return;
  const double share = std::min(1.0, (std::abs(aside) - plan.pushed_from) / plan.pushed_over);
  wanted.gait = {&plan, &plans_[static_cast<std::size_t>(other)], share, wanted.gait.shift};
}

// The stride's period at a speed, m/s, and its phase.
void StrideClock::advance(const Seen& seen, double speed, const Delays& delays,
                          StrideMemory& memory, Wanted& wanted) const {
  const StrideMix& gait = wanted.gait;
  double period = gait.of([&](const StridePlan& s) { return s.period.at(speed); });
  // On soles, steps are quicker by `quicker` if it is pushed.
  const Vec3 goes = spec_.sole ? wanted.velocity : seen.velocity();
  const double aside = std::abs(goes.dot(wanted.left()));
  const double low = most_sunk(seen, gait, memory.phase, speed);
  period /= gait.of([&](const StridePlan& s) { return s.hurry.at(aside); });
  period /= gait.of([&](const StridePlan& s) { return s.hurry_low.at(low); });
  if (spec_.sole) period /= quicker(wanted, delays);
  period *= 1 + delays.stretch;
  period *= varied(gait, speed, memory);
  const double before = memory.phase;
  memory.phase += seen.sense.dt / period;
  memory.phase -= std::floor(memory.phase);
  if (!memory.steps.empty() && std::floor(2 * before) != std::floor(2 * memory.phase))
    memory.steps = {{memory.steps.front().before + 1, 0}};
  wanted.period = period;
  wanted.phase = memory.phase;
}

// Gains of servos that a gait has instead of the skill's. Of several that mean a joint the last
// counts.
void StrideClock::grip(Wanted& wanted) const {
  const auto gain_in = [&](const StridePlan& plan, int dof) {
    Gain gain = body_.gains[static_cast<std::size_t>(dof)];
    for (const auto& [own, grips] : plan.grips)
      if (own == dof) gain = grips;
    return gain;
  };
  const StrideMix& gait = wanted.gait;
  for (const StridePlan* plan : {gait.slow, gait.fast})
    for (const auto& [dof, own] : plan->grips) {
      const Gain a = gain_in(*gait.slow, dof), b = gain_in(*gait.fast, dof);
      wanted.gains[static_cast<std::size_t>(dof)] = {
          a.stiffness + gait.share * (b.stiffness - a.stiffness),
          a.damping + gait.share * (b.damping - a.damping)};
    }
}

// How long the step in hand lasts beside what the gait asks. A stride is two steps, which vary
// independently.
double StrideClock::varied(const StrideMix& gait, double speed, StrideMemory& memory) const {
  const double deviation = gait.of([&](const StridePlan& s) { return s.varies.at(speed); });
  if (deviation == 0) {
    memory.steps.clear();
    return 1;
  }
  if (memory.steps.empty()) memory.steps = {{0, 0}};
  StrideMemory::Step& step = memory.steps.front();
  if (step.lasts == 0) {
    // Nearly normal, and never far off: a sum of four even numbers.
    Random random(seed_ + step.before);
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += random.uniform() - 0.5;
    const double normal = sum * std::sqrt(12.0 / 4);
    step.lasts = 1 + std::sqrt(2.0) * deviation * normal;
  }
  return step.lasts;
}

// What the gait wants of the frames at its phase. `present`: heading of the frames.
void StrideClock::move_frames(const Seen& seen, double present, Wanted& wanted) const {
  Vec3 middle = Vec3::Zero();
  for (const FrameSeen& f : seen.frames) middle += f.hips / static_cast<double>(seen.frames.size());
  const double most = most_turn_rate(spec_, wanted.goal_speed);
  const double rate = std::clamp(gain_of(wanted.gait, &StrideGainsSpec::yaw_gain) *
                                     std::remainder(wanted.heading - present, 2 * M_PI),
                                 -most, most);
  if (spec_.into_turns > 0) {
    wanted.inwards =
        spec_.into_turns * rate * Vec3::UnitZ().cross(wanted.velocity) / seen.gravity();
    wanted.turns = rate;
  }
  constexpr double lean_share = 0.5;  // of the angle at which the force leans
  const double lean = lean_share * std::atan(wanted.inwards.dot(wanted.left()));
  for (std::size_t f = 0; f < seen.frames.size(); ++f) {
    FrameWanted& frame = wanted.frames[f] = frame_wanted(wanted, f, seen.gravity());
    // To turn, frames before and behind the middle go to opposite sides.
    frame.velocity =
        wanted.velocity + rate * Vec3::UnitZ().cross(across(seen.frames[f].hips - middle));
    frame.roll -= lean;
    frame.lowered = lower_to_brake(seen, wanted, f);
    frame.height -= frame.lowered;
  }
  pitch_with_ground(seen, wanted);
}

// Fore feet on a step lift the shoulders: a trunk that were to stay level would take the load from
// the hind feet. By at most 45 degrees.
void StrideClock::pitch_with_ground(const Seen& seen, Wanted& wanted) const {
  if (spec_.pitch_follows == 0 || seen.frames.size() < 2) return;
  const FrameSeen &fore = seen.frames.front(), &hind = seen.frames.back();
  const double rise = fore.ground - hind.ground;
  const double slope =
      std::atan2(rise, std::max(across(fore.hips - hind.hips).norm(), std::abs(rise)));
  for (FrameWanted& frame : wanted.frames) frame.pitch -= spec_.pitch_follows * slope;  // nose up
}

}  // namespace gambol::skills
