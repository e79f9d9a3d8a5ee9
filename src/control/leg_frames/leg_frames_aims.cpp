// Angles for the servos of joints.

#include <algorithm>
#include <cmath>

#include "control/leg_frames/leg_frames.h"

namespace gambol {

void LegFrames::aim_legs(Now& now) const {
  for (std::size_t k = 0; k < legs_.size(); ++k) aim_leg(now, k);
}

LegFrames::LegAngles LegFrames::reach(const Now& now, std::size_t k, const Vec3& to_foot) const {
  const LegChain& chain = legs_[k].chain;
  const FrameNow& frame = now.frames[legs_[k].frame];
  const Mat3 foot = turn_to(frame.heading, foot_pitch(now, k, to_foot));
  const LegChain::Pose pose =
      chain.reach(frame.turn.transpose() * (to_foot - foot * chain.ankle_to_foot));
  return {pose.hip, chain.ankle.coordinates((frame.turn * pose.shank).transpose() * foot),
          pose.knee};
}

// A leg that swings is to have its foot where it is aimed at; one that stands, where it is, with
// the hips at the frame's height. Its rates are those at which that goes on.
void LegFrames::aim_leg(Now& now, std::size_t k) const {
  const LegChain& chain = legs_[k].chain;
  const LegNow& leg = now.legs[k];
  const FrameNow& frame = now.frames[legs_[k].frame];
  const Vec3 from_frame = frame.turn * (chain.frame_to_hip - frames_[legs_[k].frame].hips);
  Vec3 to_foot = leg.aim - frame.hips - from_frame;
  Vec3 velocity = leg.aim_velocity - frame.velocity - frame.spin.cross(from_frame);
  if (leg.swing < 0) {
    to_foot.z() = leg.down - (frame.ground + frame.height);
    velocity.z() = -frame.rise;
  }
  const LegAngles at = reach(now, k, to_foot), next = reach(now, k, to_foot + tick_ * velocity);
  const auto aim = [&](const Turns& joint, const Vec3& x, const Vec3& then) {
    for (int i = 0; i < static_cast<int>(joint.axes.size()); ++i) {
      now.aims[joint.dof + i] = x[i];
      now.rates[joint.dof + i] = (then[i] - x[i]) / tick_;
    }
  };
  aim(chain.hip, at.hip, next.hip);
  aim(chain.knee, Vec3(at.knee, 0, 0), Vec3(next.knee, 0, 0));
  aim(chain.ankle, at.ankle, next.ankle);
  if (!chain.toe) return;
  // On the ground the toes lie flat; in the middle of a swing they are as at rest against the foot.
  const double flat = leg.swing < 0 ? 1 : std::abs(2 * leg.swing - 1);
  const Mat3 present = rest_.turn(now.sense.work, chain.foot_body);
  const Vec3 x = flat * chain.toe->coordinates(present.transpose() * turn_to(frame.heading, 0));
  aim(*chain.toe, x, x);
}

// Toe-off and foot strike (seed 002, "Foot control"), besides the share that it takes of the leg's
// own pitch.
double LegFrames::foot_pitch(const Now& now, std::size_t k, const Vec3& to_foot) const {
  const LegNow& leg = now.legs[k];
  const FrameNow& frame = now.frames[legs_[k].frame];
  const auto number = [&](double StrideLeg::*f) {
    return now.gait.of([&](const StridePlan& s) { return s.legs[k].*f; });
  };
  const double toe_off = number(&StrideLeg::toe_off), strike = number(&StrideLeg::strike);
  const Vec3 rest = legs_[k].chain.foot - legs_[k].chain.frame_to_hip;
  const Vec3 r = turn_to(frame.heading, 0).transpose() * to_foot;
  const double leaned = std::atan2(-r.x(), -r.z()) - std::atan2(-rest.x(), -rest.z());
  double pitch = gain_of(now.gait, &StrideGainsSpec::foot_follows) * leaned;
  if (leg.swing >= 0) return pitch + toe_off + leg.swing * (strike - toe_off);
  if (leg.duty >= 1) return pitch;  // it stands
  const double since = leg.state * now.period, left = leg.stance_time - since;
  pitch += strike * std::max(0.0, 1 - since / number(&StrideLeg::strike_time));
  return pitch + toe_off * std::clamp(1 - left / number(&StrideLeg::toe_off_time), 0.0, 1.0);
}

// The joints between two frames share the turn from one to the other that is wanted.
void LegFrames::aim_spine(Now& now) const {
  for (std::size_t f = 0; f < spine_.size(); ++f) {
    const Chain& chain = spine_[f];
    const std::size_t base = frames_[f].body == chain.base ? f : f + 1;
    const std::size_t end = base == f ? f + 1 : f;
    aim_chain(now, chain,
              turn_to(0, now.frames[base].pitch).transpose() * turn_to(0, now.frames[end].pitch));
  }
}

void LegFrames::aim_steady(Now& now) const {
  for (std::size_t s = 0; s < steady_.size(); ++s) {
    const Mat3 base = rest_.turn(now.sense.work, steady_[s].base);
    const Mat3 wanted = turn_to(heading_of(base), spec_.steady[s].pitch.at(now.phase));
    aim_chain(now, steady_[s], base.transpose() * wanted);
  }
}

void LegFrames::aim_chain(Now& now, const Chain& chain, const Mat3& turn) const {
  if (chain.joints.empty()) return;
  const Mat3 each = share_of_turn(turn, 1.0 / static_cast<double>(chain.joints.size()));
  for (const Turns& joint : chain.joints) {
    const Vec3 x = joint.coordinates(each);
    for (std::size_t i = 0; i < joint.axes.size(); ++i)
      now.aims[joint.dof + static_cast<int>(i)] = x[static_cast<int>(i)];
  }
}

}  // namespace gambol
