// Period and phase of the stride, what the gait wants of the frames at that phase, and the
// correction of the goal's speed.

#include <algorithm>
#include <cmath>
#include <limits>

#include "control/skills/leg_frames.h"

namespace gambol {

// Largest distance of a frame's hips below the height that the gait wants at `phase`, m; negative
// if all are higher.
double LegFrames::most_sunk(const Now& now, double phase) {
  double low = -std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < now.frames.size(); ++f) {
    const double wanted = now.gait.at_phase(
        phase, [&](const StridePlan& s, double at) { return s.frames[f].height.at(at); });
    low = std::max(low, wanted - (now.frames[f].hips.z() - now.frames[f].ground));
  }
  return low;
}

// The stride's period at the speed `wanted`, m/s, and its phase.
void LegFrames::advance(Now& now, double wanted, LegFramesMemory& memory) const {
  now.period = now.gait.of([&](const StridePlan& s) { return s.period.at(wanted); });
  const Vec3 left = Vec3::UnitZ().cross(ahead_of(now.heading));
  const double aside = std::abs(mean_velocity(now).dot(left));
  const double low = most_sunk(now, memory.phase);
  now.period /= now.gait.of([&](const StridePlan& s) { return s.hurry.at(aside); });
  now.period /= now.gait.of([&](const StridePlan& s) { return s.hurry_low.at(low); });
  if (soles_) now.period /= soles_->quicker(now, memory);
  if (memory.approach) now.period *= 1 + memory.approach->stretch;
  memory.phase += now.sense.dt / now.period;
  memory.phase -= std::floor(memory.phase);
  now.phase = memory.phase;
}

// What the gait wants of the frames at its phase. `heading`: the present one.
void LegFrames::move_frames(Now& now, double heading) const {
  Vec3 middle = Vec3::Zero();
  for (const FrameNow& f : now.frames) middle += f.hips / static_cast<double>(now.frames.size());
  const double rate = std::clamp(gain_of(now.gait, &StrideGainsSpec::yaw_gain) *
                                     std::remainder(now.heading - heading, 2 * M_PI),
                                 -spec_.most_turn_rate, spec_.most_turn_rate);
  if (spec_.into_turns > 0) {
    now.inwards =
        spec_.into_turns * rate * Vec3::UnitZ().cross(now.wanted) / now.sense.work.gravity.norm();
    now.turns = rate;
  }
  const double lean = spec_.lean_into_turns *
                      std::atan(now.inwards.dot(Vec3::UnitZ().cross(ahead_of(now.heading))));
  for (std::size_t f = 0; f < now.frames.size(); ++f) {
    FrameNow& frame = now.frames[f];
    // To turn, frames before and behind the middle go to opposite sides.
    frame.wanted = now.wanted + rate * Vec3::UnitZ().cross(across(frame.hips - middle));
    const auto curve = [&](Curve StrideFrame::*c, int order) {
      return now.gait.at_phase(now.phase, [&](const StridePlan& s, double phase) {
        return (s.frames[f].*c).derivative(phase, order);
      });
    };
    frame.height = curve(&StrideFrame::height, 0);
    frame.pitch = curve(&StrideFrame::pitch, 0);
    frame.rise = curve(&StrideFrame::height, 1) / now.period;
    frame.rise_faster = curve(&StrideFrame::height, 2) / (now.period * now.period);
    frame.pitch_rate = curve(&StrideFrame::pitch, 1) / now.period;
    frame.roll = curve(&StrideFrame::roll, 0) - lean;
    frame.roll_rate = curve(&StrideFrame::roll, 1) / now.period;
    frame.yaw = curve(&StrideFrame::yaw, 0);
    frame.yaw_rate = curve(&StrideFrame::yaw, 1) / now.period;
  }
  pitch_with_ground(now);
}

// Fore feet on a step lift the shoulders: a trunk that were to stay level would take the load from
// the hind feet. By at most 45 degrees.
void LegFrames::pitch_with_ground(Now& now) const {
  if (spec_.pitch_follows == 0 || now.frames.size() < 2) return;
  const FrameNow &fore = now.frames.front(), &hind = now.frames.back();
  const double rise = fore.ground - hind.ground;
  const double slope =
      std::atan2(rise, std::max(across(fore.hips - hind.hips).norm(), std::abs(rise)));
  for (FrameNow& frame : now.frames) frame.pitch -= spec_.pitch_follows * slope;  // nose up
}

// What the forces lack to keep the goal's speed is learned; not while the figure is far from it.
void LegFrames::trim(const Now& now, double speed, LegFramesMemory& memory) const {
  const double error = now.goal_speed - speed;
  if (soles_ && spec_.sole->steps_at > 0 && now.goal_speed < spec_.sole->steps_at / 2) {
    memory.trim = 0;  // it stops
    return;
  }
  if (spec_.trim_time == 0 || std::abs(error) > spec_.most_trim) return;
  memory.trim = std::clamp(memory.trim + error * now.sense.dt / spec_.trim_time, -spec_.most_trim,
                           spec_.most_trim);
}

}  // namespace gambol
