// Angles for the servos of joints.

#include <algorithm>
#include <cmath>

#include "base/rotation.h"
#include "control/skills/leg_frames.h"

namespace gambol {

void LegFrames::aim_legs(Now& now) const {
  for (std::size_t k = 0; k < legs_.size(); ++k) aim_leg(now, k);
}

LegFrames::LegAngles LegFrames::reach(const Now& now, std::size_t k, const Vec3& to_foot,
                                      double later) const {
  const LegChain& chain = legs_[k].chain;
  const FrameNow& frame = now.frames[legs_[k].frame];
  // On soles the frame turns to its sides in each stride, and the feet go on pointing ahead.
  const double heading = soles_ ? soles_->foot_heading(now, k) : frame.heading;
  const double pitch = foot_pitch(now, k, to_foot, later);
  const Mat3 foot = turn_to(heading, soles_ ? pitch + soles_->ground_pitch(now, k) : pitch);
  const Vec3 aside = soles_ ? Vec3(frame.turn.transpose() * foot.col(1)) : Vec3(0, 1, 0);
  const LegChain::Pose pose =
      chain.reach(frame.turn.transpose() * (to_foot - foot * chain.ankle_to_foot), aside);
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
    const bool pressed = leg.lost > 0 && gain_of(now.gait, &StrideGainsSpec::press) > 0;
    const double follows = pressed ? 1 : gain_of(now.gait, &StrideGainsSpec::stance_follows);
    const double as_it_is = leg.down - frame.hips.z() - from_frame.z(), sinks = velocity.z();
    to_foot.z() = leg.down - (frame.ground + frame.height);
    velocity.z() = -frame.rise;
    if (follows > 0) {
      to_foot.z() += follows * (as_it_is - to_foot.z());
      velocity.z() += follows * (sinks - velocity.z());
    }
    if (soles_) {
      const double rise = soles_->heel_rise(foot_pitch(now, k, to_foot));
      to_foot.z() += rise;
      velocity.z() += (soles_->heel_rise(foot_pitch(now, k, to_foot, tick_)) - rise) / tick_;
    }
  }
  const LegAngles at = reach(now, k, to_foot);
  const LegAngles next = reach(now, k, to_foot + tick_ * velocity, soles_ ? tick_ : 0);
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
  Vec3 x = flat * chain.toe->coordinates(present.transpose() * turn_to(frame.heading, 0));
  if (soles_) x = soles_->bent_toes(now, k);
  aim(*chain.toe, x, x);
}

// Toe-off and foot strike (seed 002, "Foot control"), besides the share that it takes of the leg's
// own pitch.
double LegFrames::foot_pitch(const Now& now, std::size_t k, const Vec3& to_foot,
                             double later) const {
  const LegNow& leg = now.legs[k];
  if (leg.pitch) return *leg.pitch;
  const FrameNow& frame = now.frames[legs_[k].frame];
  const Vec3 rest = legs_[k].chain.foot - legs_[k].chain.frame_to_hip;
  const Vec3 r = turn_to(frame.heading, 0).transpose() * to_foot;
  const double leaned = std::atan2(-r.x(), -r.z()) - std::atan2(-rest.x(), -rest.z());
  double pitch = gain_of(now.gait, &StrideGainsSpec::foot_follows) * leaned;
  if (leg.swing >= 0) return swing_pitch(now, k, pitch, later);
  if (leg.duty >= 1) return pitch;  // it stands
  pitch = stance_pitch(now, k, pitch, later);
  return soles_ ? soles_->heel_lifted(now, k, to_foot, pitch) : pitch;
}

// As the stance, `later` s from now, asks of the foot, added to `pitch`.
double LegFrames::stance_pitch(const Now& now, std::size_t k, double pitch, double later) const {
  const LegNow& leg = now.legs[k];
  const auto number = [&](double StrideLeg::*f) {
    return now.gait.of([&](const StridePlan& s) { return s.legs[k].*f; });
  };
  const double toe_off = number(&StrideLeg::toe_off), strike = number(&StrideLeg::strike);
  // A foot that came down early stands from the beginning.
  const double state = soles_ && leg.state >= leg.duty ? 0 : leg.state;
  const double since = state * now.period + later, left = leg.stance_time - since;
  const double landed = soles_ ? leg.stood + later : since;
  double by_times = pitch + strike * std::max(0.0, 1 - landed / number(&StrideLeg::strike_time));
  by_times += toe_off * std::clamp(1 - left / number(&StrideLeg::toe_off_time), 0.0, 1.0);
  if (now.gait.slow->legs[k].stance_pitch.keys.empty() &&
      now.gait.fast->legs[k].stance_pitch.keys.empty())
    return by_times;
  // One that came down late begins with its heel, too, and catches up. Only soles know of it.
  const double late = std::max(0.0, since - landed);
  const double in_time = spec_.sole ? landed / spec_.sole->catches_up / leg.stance_time : 1;
  const double at = since - late * std::max(0.0, 1 - in_time);
  return now.gait.of([&](const StridePlan& s) {
    const Curve& curve = s.legs[k].stance_pitch;
    return curve.keys.empty() ? by_times : pitch + curve.at(std::min(1.0, at / leg.stance_time));
  });
}

// As the swing, `later` s from now, asks of the foot, added to `pitch`.
double LegFrames::swing_pitch(const Now& now, std::size_t k, double pitch, double later) const {
  const LegNow& leg = now.legs[k];
  const bool late = leg.state < leg.duty;
  const double swing =
      late ? leg.swing : std::min(1.0, leg.swing + later / ((1 - leg.duty) * now.period));
  const auto number = [&](double StrideLeg::*f) {
    return now.gait.of([&](const StridePlan& s) { return s.legs[k].*f; });
  };
  const double toe_off = number(&StrideLeg::toe_off), strike = number(&StrideLeg::strike);
  const double even = pitch + toe_off + swing * (strike - toe_off);
  if (now.gait.slow->legs[k].pitch.keys.empty() && now.gait.fast->legs[k].pitch.keys.empty())
    return even;
  return now.gait.of([&](const StridePlan& s) {
    const Curve& curve = s.legs[k].pitch;
    return curve.keys.empty() ? even : pitch + curve.at(swing);
  });
}

// The turn that is wanted of a frame, against its heading.
Mat3 LegFrames::posture(const FrameNow& frame) {
  const Mat3 pitched = turn_to(0, frame.pitch);
  return frame.roll == 0 ? pitched : Mat3(pitched * rotation_about(Vec3::UnitX(), frame.roll));
}

// The joints between two frames share the turn from one to the other that is wanted.
void LegFrames::aim_spine(Now& now) const {
  for (std::size_t f = 0; f < spine_.size(); ++f) {
    const Chain& chain = spine_[f];
    const std::size_t base = frames_[f].body == chain.base ? f : f + 1;
    const std::size_t end = base == f ? f + 1 : f;
    aim_chain(now, chain, posture(now.frames[base]).transpose() * posture(now.frames[end]));
  }
}

void LegFrames::aim_steady(Now& now) const {
  for (std::size_t s = 0; s < steady_.size(); ++s) {
    const Chain& chain = steady_[s];
    const double pitch = spec_.steady[s].pitch.at(now.phase);
    const Mat3 base = rest_.turn(now.sense.work, chain.base);
    if (chain.holds_base) {
      // The frame, of which there is one, carries it: as it is, or as it is to be.
      const bool rests = spec_.steady[s].rests;
      const Mat3 end =
          rests ? rest_.turn(now.sense.work, chain.end) : wanted_turn(now, now.frames.front());
      aim_chain(now, chain, turn_to(now.heading, pitch).transpose() * end);
    } else {
      aim_chain(now, chain, base.transpose() * turn_to(heading_of(base), pitch));
    }
    if (!spec_.steady[s].rests) continue;
    // The rates at which the joints would turn if what is steady rested in the world.
    const int moving = chain.holds_base ? chain.end : chain.base;
    const BodyWork& b = now.sense.work.bodies[static_cast<std::size_t>(moving)];
    const Vec3 spin = (chain.holds_base ? 1.0 : -1.0) * (b.X_WB.R * b.velocity.w);
    const double each = 1.0 / static_cast<double>(chain.joints.size());
    for (const Turns& joint : chain.joints)
      for (std::size_t i = 0; i < joint.axes.size(); ++i) {
        const int dof = joint.dof + static_cast<int>(i);
        now.rates[dof] = each * now.forces.axis(dof).dot(spin);
      }
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

void LegFrames::aim_angles(Now& now) const {
  const auto aim = [&](const StridePlan& plan, double share) {
    for (const StrideAngle& a : plan.angles) {
      const double phase = a.leg < 0 ? now.phase : now.legs[static_cast<std::size_t>(a.leg)].state;
      now.aims[a.dof] += share * a.angle.at(phase);
      now.rates[a.dof] += share * a.angle.derivative(phase, 1) / now.period;
    }
  };
  aim(*now.gait.slow, 1 - now.gait.share);
  if (now.gait.share > 0) aim(*now.gait.fast, now.gait.share);
}

}  // namespace gambol
