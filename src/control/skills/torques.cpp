#include "control/skills/torques.h"

#include <algorithm>
#include <cmath>

#include "control/skills/sole_servos.h"
#include "dynamics/coordinates.h"

namespace gambol::skills {

namespace {

// The share of a couple that legs which bounce give: a leg that hardly pushes on the ground yet
// would drag its foot over it, or off it.
double held_by_force(const Stepping& now, const Loads& bearing, std::size_t f,
                     const Anatomy& body) {
  const double bounces = now.wanted.frames[f].bounces;
  if (bounces == 0) return 1;
  double push = 0;
  for (const std::size_t k : body.frames[f].legs) push += bearing.legs[k].push;
  const double weights = push * bearing.frames[f].up / (body.mass * now.seen.gravity());
  constexpr double whole = 2;  // weights, at which it gives all of it
  return 1 - bounces + bounces * std::min(1.0, weights / whole);
}

}  // namespace

Torques TorqueMaker::run(const Stepping& now, const Loads& bearing, const Aims& aims,
                         SoleServosMemory& soles) const {
  const int nv = now.seen.sense.model.nv();
  Torques out{Eigen::VectorXd::Zero(nv), Eigen::VectorXd::Zero(nv)};
  const Vec3 forward = now.wanted.forward();
  if (!soles_)
    for (std::size_t f = 0; f < bearing.back.size(); ++f)
      now.seen.forces.add_couple(body_.frames[f].body, body_.frames[f + 1].body,
                                 bearing.back[f] * forward, out.Q);
  // On soles the ground's force bears the weight of all, through the centre of mass: hips do not
  // bear what swings once more.
  if (!soles_) bear_weights(now, out);
  pull_swinging(now, out);
  for (std::size_t f = 0; f < body_.frames.size(); ++f) push_standing(now, bearing, f, out);
  turn_frames({now, bearing, aims}, out, soles);
  if (soles_) bear_weights(now, out);
  return out;
}

// Of everything but legs that stand (seed 002, "Gravity compensation").
void TorqueMaker::bear_weights(const Stepping& now, Torques& out) const {
  const Sense& sense = now.seen.sense;
  std::vector<char> stands(sense.model.bodies.size(), 0);
  for (std::size_t k = 0; k < now.legs.size(); ++k)
    if (now.legs[k].swing < 0)
      for (const int b : body_.legs[k].links) stands[static_cast<std::size_t>(b)] = 1;
  for (std::size_t b = 0; b < stands.size(); ++b) {
    const MassProperties& mass = sense.model.bodies[b].mass;
    if (stands[b] || mass.mass == 0) continue;
    const Frame& X = sense.work.bodies[b].X_WB;
    const Vec3 p = X.R * mass.com + X.p;
    const Vec3 F = -mass.mass * sense.work.gravity;
    const auto from = [&](int base, double share) {
      if (share > 0) now.seen.forces.add_force(base, body_.hangs_on[b], p, share * F, out.Q);
    };
    if (body_.nearest[b] >= 0) {
      const auto f = static_cast<std::size_t>(body_.nearest[b]);
      // What lies needs no bearing.
      from(body_.frames[f].body, std::min(1.0, now.wanted.frames[f].bears));
      continue;
    }
    for (const Chain& chain : body_.spine) {
      const auto within = [&](const Turns& j) { return j.body == static_cast<int>(b); };
      if (std::none_of(chain.joints.begin(), chain.joints.end(), within)) continue;
      from(chain.base, 1 - body_.along[b]);
      from(chain.end, body_.along[b]);
    }
  }
}

// F_sw; and what presses feet to the ground that are to stand on it and have lost it.
void TorqueMaker::pull_swinging(const Stepping& now, Torques& out) const {
  const StrideMix& gait = now.wanted.gait;
  const double press = gain_of(gait, &StrideGainsSpec::press);
  for (std::size_t k = 0; k < now.legs.size(); ++k) {
    const LegStep& leg = now.legs[k];
    const LegSeen& seen = now.seen.legs[k];
    const int base = body_.frames[body_.legs[k].frame].body;
    const int end = body_.legs[k].chain.foot_body;
    if (press > 0 && leg.lost > 0)
      now.seen.forces.add_force(base, end, seen.foot, -press * leg.lost * Vec3::UnitZ(), out.Q);
    if (leg.swing < 0) continue;
    const double pull = gait.of([&](const StridePlan& s) { return s.legs[k].pull.at(leg.swing); });
    const Vec3 F = pull * (leg.aim - seen.foot) + gain_of(gait, &StrideGainsSpec::swing_damping) *
                                                      (leg.aim_velocity - seen.velocity);
    now.seen.forces.add_force(base, end, seen.foot, F, out.Q);
  }
}

// F_v of a frame, N, W.
Vec3 TorqueMaker::along_ground(const Stepping& now, std::size_t f) const {
  const FrameWanted& wanted = now.wanted.frames[f];
  const StrideMix& gait = now.wanted.gait;
  const Vec3 forward = now.wanted.forward();
  const Vec3 error = across(wanted.velocity - now.seen.frames[f].velocity);
  const Vec3 ahead = error.dot(forward) * forward;
  const Vec3 along = gain_of(gait, &StrideGainsSpec::speed_gain) * ahead +
                     gain_of(gait, &StrideGainsSpec::aside_gain) * (error - ahead);
  return wanted.bears * along + wanted.push * forward;
}

// F_h, F_v and F_D of the legs that stand, with the frame as the base: the opposite forces on their
// feet. Along the ground a foot gets no more than friction holds.
void TorqueMaker::push_standing(const Stepping& now, const Loads& bearing, std::size_t f,
                                Torques& out) const {
  const FrameSeen& frame = now.seen.frames[f];
  const StrideMix& gait = now.wanted.gait;
  const double up = bearing.frames[f].up;
  const Vec3 along = along_ground(now, f);
  const Vec3 forward = now.wanted.forward(), left = Vec3::UnitZ().cross(forward);
  const double through = gain_of(gait, &StrideGainsSpec::through_hips);
  const double aside = gain_of(gait, &StrideGainsSpec::through_hips_aside);
  constexpr double holds = 0.8;  // share of the friction, because it is not known so well
  const double least_height = 0.1 * body_.height;
  for (const std::size_t k : body_.frames[f].legs) {
    const LegBears& leg = bearing.legs[k];
    const Vec3& foot = now.seen.legs[k].foot;
    if (leg.push == 0) continue;
    const double D = (frame.hips - foot).dot(forward);
    const double drive = gait.of([&](const StridePlan& s) { return s.legs[k].drive.at(D); });
    Vec3 F = leg.push * along + drive * forward + leg.push * up * (1 - aside) * now.wanted.inwards;
    const double h = std::max(least_height, frame.hips.z() - foot.z());
    if (through > 0) F += through * leg.push * up * D / h * forward;
    if (aside > 0) F += aside * leg.push * up * (frame.hips - foot).dot(left) / h * left;
    const double most = holds * now.seen.sense.friction * std::max(0.0, leg.push * up);
    if (F.norm() > most) F *= most / F.norm();
    F += leg.push * up * leg.slope;
    F.z() = leg.push * up;
    now.seen.forces.add_force(body_.frames[f].body, body_.legs[k].chain.foot_body, leg.press, -F,
                              out.Q);
  }
}

// The couple that the joint of `body` exerts on the body, with its servo.
Vec3 TorqueMaker::servo_couple(const Acting& a, int body, const Torques& out) const {
  const Sense& sense = a.now.seen.sense;
  const Body& b = sense.model.bodies[static_cast<std::size_t>(body)];
  Eigen::VectorXd Q = out.Q;
  for (int i = b.v_start; i < b.v_start + b.nv; ++i) {
    const Gain& gain = a.now.wanted.gains[static_cast<std::size_t>(i)];
    const double off = a.aims.angles[i] - coordinate(sense.model, sense.q, i);
    Q[i] +=
        (1 - out.slack[i]) * (gain.stiffness * off - gain.damping * (sense.v[i] - a.aims.rates[i]));
  }
  return a.now.seen.forces.couple_of(body, Q);
}

// What the frame's hips have to give besides, because the joints that hold the root steady push
// against the frame.
Vec3 TorqueMaker::couple_of_steady(const Acting& a, std::size_t f, const Torques& out) const {
  Vec3 all = Vec3::Zero();
  for (std::size_t s = 0; s < body_.steady.size(); ++s) {
    const Chain& chain = body_.steady[s];
    if (!spec_.steady[s].rests) continue;  // it goes with the frame
    if (chain.holds_base && chain.end == body_.frames[f].body)
      all -= servo_couple(a, chain.end, out);
    if (!chain.holds_base && chain.base == body_.frames[f].body)
      all += servo_couple(a, chain.joints.front().body, out);
  }
  return all;
}

// The couple that hips of legs that stand are to give: what is wanted, less what others do.
Vec3 TorqueMaker::lacking_couple(const Acting& a, std::size_t f, const Torques& out,
                                 SoleServosMemory& soles) const {
  const int frame = body_.frames[f].body;
  Vec3 left = a.bearing.frames[f].couple;
  Vec3 swinging = Vec3::Zero();
  for (const std::size_t k : body_.frames[f].legs)
    if (a.now.legs[k].swing >= 0) swinging += servo_couple(a, body_.legs[k].chain.hip.body, out);
  left += soles_ ? soles_->taken_up(a.now, f, swinging, soles) : swinging;
  for (const Chain& chain : body_.spine) {
    if (chain.joints.empty()) continue;  // a fused back has no servos
    if (chain.base == frame) left += servo_couple(a, chain.joints.front().body, out);
    if (chain.end == frame) left -= servo_couple(a, chain.end, out);
  }
  if (soles_) left += couple_of_steady(a, f, out);
  return left;
}

void TorqueMaker::slacken(const Acting& a, Torques& out) const {
  for (const LegFrame& frame : body_.frames)
    for (const std::size_t k : frame.legs) {
      if (!a.now.wanted.stage)
        for (const int i : body_.legs[k].chain.hip_swings) out.slack[i] = a.bearing.legs[k].stands;
      if (soles_) soles_->slacken(a.now, a.bearing.legs[k], k, out);
    }
}

// tau_LF = tau_stance + tau_swing + tau_spine: hips of legs that stand give what the others do not
// (seed 002, Algorithm 2). Without a leg that stands the frame is left alone.
void TorqueMaker::turn_frames(const Acting& a, Torques& out, SoleServosMemory& soles) const {
  // Hips first: what they lack is counted from servos that still act.
  slacken(a, out);
  std::vector<Vec3> left;
  for (std::size_t f = 0; f < body_.frames.size(); ++f)
    left.push_back(lacking_couple(a, f, out, soles));
  for (std::size_t f = 0; f < body_.frames.size(); ++f) turn_frame(a, f, left[f], out);
}

// The part of the couple that the back gives. Returns the share that is left to the legs.
double TorqueMaker::turn_by_back(const Acting& a, std::size_t f, const Vec3& couple,
                                 Torques& out) const {
  const LegFrame& frame = body_.frames[f];
  double left = 1;
  if (frame.spine_share <= 0) return left;
  for (const Chain& chain : body_.spine) {
    if (chain.joints.empty()) continue;
    if (chain.base != frame.body && chain.end != frame.body) continue;
    const int other = chain.base == frame.body ? chain.end : chain.base;
    Vec3 back = a.now.wanted.frames[f].bears * frame.spine_share * couple;
    back.z() *= gain_of(a.now.wanted.gait, &StrideGainsSpec::spine_yaw);
    a.now.seen.forces.add_couple(other, frame.body, back, out.Q);
    left *= 1 - frame.spine_share;
  }
  return left;
}

void TorqueMaker::turn_frame(const Acting& a, std::size_t f, const Vec3& couple,
                             Torques& out) const {
  const LegFrame& frame = body_.frames[f];
  double stands = 0;
  for (const std::size_t k : frame.legs) stands += a.bearing.legs[k].turn;
  if (stands == 0) return;
  Vec3 legs = soles_ ? soles_->at_most(a.now, couple) : Vec3(a.now.wanted.frames[f].bears * couple);
  legs *= held_by_force(a.now, a.bearing, f, body_);
  legs *= turn_by_back(a, f, couple, out);
  for (const std::size_t k : frame.legs) {
    const LegBears& leg = a.bearing.legs[k];
    if (leg.turn == 0 && !soles_) continue;
    Vec3 by_hip = legs;
    if (soles_) {
      soles_->twist(a.now, leg, k, legs, out);
      soles_->couple_along(a.now, leg, k, by_hip, out);
    }
    if (leg.turn > 0) turn_by_hip(a, k, by_hip, out);
  }
}

// A gait's legs are nearly straight: the hip's last axis, about the thigh, is what would twist
// them. Those of an act may be folded, so that all three axes take part; it is the line from the
// hip to the foot about which there is no couple.
void TorqueMaker::turn_by_hip(const Acting& a, std::size_t k, const Vec3& couple,
                              Torques& out) const {
  const LegChain& chain = body_.legs[k].chain;
  const VirtualForces& forces = a.now.seen.forces;
  const double share = a.bearing.legs[k].turn;
  if (!a.now.wanted.stage) {
    for (const int i : chain.hip_swings) out.Q[i] -= share * forces.axis(i).dot(couple);
    return;
  }
  const Vec3 hip = a.now.seen.sense.work.bodies[static_cast<std::size_t>(chain.hip.body)].X_WB.p;
  const Vec3 along = (a.now.seen.legs[k].foot - hip).normalized();
  const Vec3 turning = couple - couple.dot(along) * along;
  for (std::size_t i = 0; i < chain.hip.axes.size(); ++i) {
    const int dof = chain.hip.dof + static_cast<int>(i);
    out.Q[dof] -= share * forces.axis(dof).dot(turning);
  }
}

}  // namespace gambol::skills
