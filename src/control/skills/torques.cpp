// Virtual forces, and the torque that turns a leg frame.

#include <algorithm>
#include <cmath>

#include "base/rotation.h"
#include "control/skills/leg_frames.h"
#include "dynamics/coordinates.h"

namespace gambol {

// Of everything but legs that stand (seed 002, "Gravity compensation").
void LegFrames::bear_weights(Now& now) const {
  const Model& model = now.sense.model;
  std::vector<char> stands(model.bodies.size(), 0);
  for (std::size_t k = 0; k < legs_.size(); ++k)
    if (now.legs[k].swing < 0)
      for (const int b : legs_[k].links) stands[static_cast<std::size_t>(b)] = 1;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const MassProperties& mass = model.bodies[b].mass;
    if (stands[b] || mass.mass == 0) continue;
    const Frame& X = now.sense.work.bodies[b].X_WB;
    const Vec3 p = X.R * mass.com + X.p;
    const Vec3 F = -mass.mass * now.sense.work.gravity;
    const auto from = [&](int base, double share) {
      if (share > 0) now.forces.add_force(base, static_cast<int>(b), p, share * F, now.Q);
    };
    if (nearest_[b] >= 0) {
      const auto f = static_cast<std::size_t>(nearest_[b]);
      from(frames_[f].body, std::min(1.0, now.frames[f].bears));  // what lies needs no bearing
      continue;
    }
    for (const Chain& chain : spine_) {
      const auto within = [&](const Turns& j) { return j.body == static_cast<int>(b); };
      if (std::none_of(chain.joints.begin(), chain.joints.end(), within)) continue;
      from(chain.base, 1 - along_[b]);
      from(chain.end, along_[b]);
    }
  }
}

// F_sw; and what presses feet to the ground that are to stand on it and have lost it.
void LegFrames::pull_swinging(Now& now) const {
  const double press = gain_of(now.gait, &StrideGainsSpec::press);
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const LegNow& leg = now.legs[k];
    if (press > 0 && leg.lost > 0)
      now.forces.add_force(frames_[legs_[k].frame].body, legs_[k].chain.foot_body, leg.foot,
                           -press * leg.lost * Vec3::UnitZ(), now.Q);
    if (leg.swing < 0) continue;
    const double pull =
        now.gait.of([&](const StridePlan& s) { return s.legs[k].pull.at(leg.swing); });
    const Vec3 F =
        pull * (leg.aim - leg.foot) +
        gain_of(now.gait, &StrideGainsSpec::swing_damping) * (leg.aim_velocity - leg.foot_velocity);
    now.forces.add_force(frames_[legs_[k].frame].body, legs_[k].chain.foot_body, leg.foot, F,
                         now.Q);
  }
}

Mat3 LegFrames::wanted_turn(const Now& now, const FrameNow& frame) const {
  const Mat3 turn = turn_to(now.heading + frame.yaw, frame.pitch);
  return frame.roll != 0 ? Mat3(turn * rotation_about(Vec3::UnitX(), frame.roll)) : turn;
}

// The couple that turns a frame to the orientation wanted of it.
void LegFrames::want_couples(Now& now) const {
  for (FrameNow& frame : now.frames) {
    const Mat3 wanted = wanted_turn(now, frame);
    const Vec3 error = log_rotation(Quat(Mat3(wanted * frame.turn.transpose())));
    Vec3 rate = frame.pitch_rate * Vec3(-std::sin(now.heading), std::cos(now.heading), 0);
    rate.z() += now.turns;
    if (soles_) rate += frame.roll_rate * ahead_of(now.heading) + frame.yaw_rate * Vec3::UnitZ();
    frame.couple = gain_of(now.gait, &StrideGainsSpec::turn_stiffness) * error -
                   gain_of(now.gait, &StrideGainsSpec::turn_damping) * (frame.spin - rate);
  }
}

// F_h, F_v and F_D of the legs that stand, with the frame as the base: the opposite forces on their
// feet. Along the ground a foot gets no more than friction holds.
void LegFrames::push_standing(Now& now) const {
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    const FrameNow& frame = now.frames[f];
    const double up = frame.up;
    const Vec3 forward = ahead_of(now.heading);
    const Vec3 error = across(frame.wanted - frame.velocity);
    const Vec3 ahead = error.dot(forward) * forward;
    Vec3 along = gain_of(now.gait, &StrideGainsSpec::speed_gain) * ahead +
                 gain_of(now.gait, &StrideGainsSpec::aside_gain) * (error - ahead);
    along = frame.bears * along + frame.push * forward;
    const Vec3 left = Vec3::UnitZ().cross(forward);
    const double through = gain_of(now.gait, &StrideGainsSpec::through_hips);
    const double aside = gain_of(now.gait, &StrideGainsSpec::through_hips_aside);
    constexpr double least_height = 0.1;  // m
    for (const std::size_t k : frames_[f].legs) {
      const LegNow& leg = now.legs[k];
      if (leg.push == 0) continue;
      const double D = (frame.hips - leg.foot).dot(forward);
      const double drive = now.gait.of([&](const StridePlan& s) { return s.legs[k].drive.at(D); });
      Vec3 F = leg.push * along + drive * forward + leg.push * up * (1 - aside) * now.inwards;
      const double h = std::max(least_height, frame.hips.z() - leg.foot.z());
      if (through > 0) F += through * leg.push * up * D / h * forward;
      if (aside > 0) F += aside * leg.push * up * (frame.hips - leg.foot).dot(left) / h * left;
      const double most = spec_.friction_share * now.sense.friction * std::max(0.0, leg.push * up);
      if (F.norm() > most) F *= most / F.norm();
      F += leg.push * up * leg.slope;
      F.z() = leg.push * up;
      now.forces.add_force(frames_[f].body, legs_[k].chain.foot_body, leg.press, -F, now.Q);
    }
  }
}

// The couple that the joint of `body` exerts on the body, with its servo.
Vec3 LegFrames::servo_couple(const Now& now, int body) const {
  const Body& b = now.sense.model.bodies[static_cast<std::size_t>(body)];
  Eigen::VectorXd Q = now.Q;
  for (int i = b.v_start; i < b.v_start + b.nv; ++i) {
    const Gain& gain = now.gains[static_cast<std::size_t>(i)];
    const double off = now.aims[i] - coordinate(now.sense.model, now.sense.q, i);
    Q[i] += (1 - now.slack[i]) *
            (gain.stiffness * off - gain.damping * (now.sense.v[i] - now.rates[i]));
  }
  return now.forces.couple_of(body, Q);
}

// What the frame's hips have to give besides, because the joints that hold the root steady push
// against the frame.
Vec3 LegFrames::couple_of_steady(const Now& now, std::size_t f) const {
  Vec3 all = Vec3::Zero();
  for (std::size_t s = 0; s < steady_.size(); ++s) {
    const Chain& chain = steady_[s];
    if (!spec_.steady[s].rests) continue;  // it goes with the frame
    if (chain.holds_base && chain.end == frames_[f].body) all -= servo_couple(now, chain.end);
    if (!chain.holds_base && chain.base == frames_[f].body)
      all += servo_couple(now, chain.joints.front().body);
  }
  return all;
}

// tau_LF = tau_stance + tau_swing + tau_spine: hips of legs that stand give what the others do not
// (seed 002, Algorithm 2). Without a leg that stands the frame is left alone.
void LegFrames::turn_frames(Now& now, LegFramesMemory& memory) const {
  // Hips first: what they lack is counted from servos that still act.
  for (std::size_t f = 0; f < frames_.size(); ++f)
    for (const std::size_t k : frames_[f].legs) {
      if (!now.stage)
        for (const int i : legs_[k].chain.hip_swings) now.slack[i] = now.legs[k].stands;
      if (soles_) soles_->slacken(now, k);
    }
  std::vector<Vec3> left(frames_.size(), Vec3::Zero());
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    FrameNow& frame = now.frames[f];
    left[f] = frame.couple;
    Vec3 swinging = Vec3::Zero();
    for (const std::size_t k : frames_[f].legs)
      if (now.legs[k].swing >= 0) swinging += servo_couple(now, legs_[k].chain.hip.body);
    left[f] += soles_ ? soles_->taken_up(now, f, swinging, memory.balance.front()) : swinging;
    for (const Chain& chain : spine_) {
      if (chain.joints.empty()) continue;  // a fused back has no servos
      if (chain.base == frames_[f].body) left[f] += servo_couple(now, chain.joints.front().body);
      if (chain.end == frames_[f].body) left[f] -= servo_couple(now, chain.end);
    }
    if (soles_) left[f] += couple_of_steady(now, f);
  }
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    double stands = 0;
    const FrameNow& frame = now.frames[f];
    for (const std::size_t k : frames_[f].legs) stands += now.legs[k].turn;
    if (stands == 0) continue;
    Vec3 legs = soles_ ? soles_->at_most(now, left[f]) : Vec3(frame.bears * left[f]);
    if (const double share = frames_[f].spine_share; share > 0)
      for (const Chain& chain : spine_) {
        if (chain.joints.empty()) continue;
        if (chain.base != frames_[f].body && chain.end != frames_[f].body) continue;
        const int other = chain.base == frames_[f].body ? chain.end : chain.base;
        Vec3 back = frame.bears * share * left[f];
        back.z() *= gain_of(now.gait, &StrideGainsSpec::spine_yaw);
        now.forces.add_couple(other, frames_[f].body, back, now.Q);
        legs *= 1 - share;
      }
    for (const std::size_t k : frames_[f].legs) {
      if (now.legs[k].turn == 0 && !soles_) continue;
      Vec3 by_hip = legs;
      if (soles_) {
        soles_->twist(now, k, legs);
        soles_->couple_along(now, k, by_hip);
      }
      if (now.legs[k].turn > 0) turn_by_hip(now, k, by_hip);
    }
  }
}

// A gait's legs are nearly straight: the hip's last axis, about the thigh, is what would twist
// them. Those of an act may be folded, so that all three axes take part; it is the line from the
// hip to the foot about which there is no couple.
void LegFrames::turn_by_hip(Now& now, std::size_t k, const Vec3& couple) const {
  const LegChain& chain = legs_[k].chain;
  const double share = now.legs[k].turn;
  if (!now.stage) {
    for (const int i : chain.hip_swings) now.Q[i] -= share * now.forces.axis(i).dot(couple);
    return;
  }
  const Vec3 hip = now.sense.work.bodies[static_cast<std::size_t>(chain.hip.body)].X_WB.p;
  const Vec3 along = (now.legs[k].foot - hip).normalized();
  const Vec3 turning = couple - couple.dot(along) * along;
  for (std::size_t i = 0; i < chain.hip.axes.size(); ++i) {
    const int dof = chain.hip.dof + static_cast<int>(i);
    now.Q[dof] -= share * now.forces.axis(dof).dot(turning);
  }
}

}  // namespace gambol
