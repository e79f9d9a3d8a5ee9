#include "control/skills/posture.h"

#include <algorithm>
#include <cmath>

#include "base/rotation.h"

namespace gambol::skills {
namespace {

// The turn that is wanted of a frame, against its heading.
Mat3 posture_wanted(const FrameWanted& frame) {
  const Mat3 pitched = turn_to(0, frame.pitch);
  return frame.roll == 0 ? pitched : Mat3(pitched * rotation_about(Vec3::UnitX(), frame.roll));
}

// The joints of a chain share a turn of its end against its base.
void aim_chain(const Chain& chain, const Mat3& turn, Eigen::VectorXd& angles) {
  if (chain.joints.empty()) return;
  const Mat3 each = share_of_turn(turn, 1.0 / static_cast<double>(chain.joints.size()));
  for (const Turns& joint : chain.joints) {
    const Vec3 x = joint.coordinates(each);
    for (std::size_t i = 0; i < joint.axes.size(); ++i)
      angles[joint.dof + static_cast<int>(i)] = x[static_cast<int>(i)];
  }
}

}  // namespace

Aims Postures::legs(const Stepping& now) const {
  const int nv = now.seen.sense.model.nv();
  Aims aims{Eigen::VectorXd::Zero(nv), Eigen::VectorXd::Zero(nv)};
  for (std::size_t k = 0; k < now.legs.size(); ++k) aim_leg(now, k, aims);
  return aims;
}

Postures::LegAngles Postures::reach(const Stepping& now, std::size_t k, const Vec3& to_foot,
                                    double later) const {
  const LegChain& chain = body_.legs[k].chain;
  const FrameSeen& frame = now.seen.frames[body_.legs[k].frame];
  // On soles the frame turns to its sides in each stride, and the feet go on pointing ahead.
  double heading = soles_ ? soles_->foot_heading(now, k) : frame.heading;
  if (soles_)  // that of a foot that stands as its frame turns over it
    heading += later * (now.legs[k].swing < 0 ? -now.wanted.turns : now.legs[k].heading_rate);
  const double pitch = pitch_.at(now, k, to_foot, later);
  Mat3 foot = turn_to(heading, soles_ ? pitch + soles_->ground_pitch(now, k) : pitch);
  if (const double up = foot_inversion(now, k, later); up != 0)
    foot = foot * rotation_about(Vec3::UnitX(), -body_.legs[k].side * up);
  const Vec3 aside = soles_ ? Vec3(frame.turn.transpose() * foot.col(1)) : Vec3(0, 1, 0);
  // About its long axis, which stays in the plane of the leg: the ankle alone turns it.
  if (const double roll = soles_ ? soles_->ground_roll(now, k) : 0; roll != 0)
    foot = foot * rotation_about(Vec3::UnitX(), roll);
  const LegChain::Pose pose =
      chain.reach(frame.turn.transpose() * (to_foot - foot * chain.ankle_to_foot), aside);
  return {pose.hip, chain.ankle.coordinates((frame.turn * pose.shank).transpose() * foot),
          pose.knee, foot};
}

Postures::FootWay Postures::swings_to(const Stepping& now, std::size_t k) const {
  const FrameSeen& frame = now.seen.frames[body_.legs[k].frame];
  const Vec3 from_frame = frame.turn * body_.to_hip(k);
  const LegStep& leg = now.legs[k];
  return {leg.aim - frame.hips - from_frame,
          leg.aim_velocity - frame.velocity - frame.spin.cross(from_frame)};
}

// Where it is, with the hips at the frame's height.
Postures::FootWay Postures::stands_at(const Stepping& now, std::size_t k) const {
  const LegStep& leg = now.legs[k];
  const FrameSeen& frame = now.seen.frames[body_.legs[k].frame];
  const FrameWanted& wanted = now.wanted.frames[body_.legs[k].frame];
  const Vec3 from_frame = frame.turn * body_.to_hip(k);
  FootWay way = swings_to(now, k);
  const StrideMix& gait = now.wanted.gait;
  const bool pressed = leg.lost > 0 && gain_of(gait, &StrideGainsSpec::press) > 0;
  const double follows =
      pressed ? 1 : std::max(wanted.bounces, gain_of(gait, &StrideGainsSpec::stance_follows));
  const double as_it_is = leg.down - frame.hips.z() - from_frame.z(), sinks = way.velocity.z();
  way.to.z() = leg.down - (frame.ground + wanted.height);
  way.velocity.z() = -wanted.rise;
  if (follows > 0) {
    way.to.z() += follows * (as_it_is - way.to.z());
    way.velocity.z() += follows * (sinks - way.velocity.z());
  }
  if (soles_) {
    const double rise = heel_rise(*spec_.sole, pitch_.at(now, k, way.to));
    way.to.z() += rise;
    way.velocity.z() += (heel_rise(*spec_.sole, pitch_.at(now, k, way.to, tick_)) - rise) / tick_;
  }
  return way;
}

// Coordinates of the ankle at which the foot has its turn against the shank as it is, and goes on
// to `next` as the shank turns on.
std::pair<Vec3, Vec3> Postures::ankle_on_shank(const Stepping& now, std::size_t k, const Mat3& foot,
                                               const Mat3& next) const {
  const LegChain& chain = body_.legs[k].chain;
  const BodyWork& b = now.seen.sense.work.bodies[static_cast<std::size_t>(chain.knee.body)];
  const Mat3 shank = body_.rest.turn(now.seen.sense.work, chain.knee.body);
  const Mat3 later = exp_rotation(tick_ * (b.X_WB.R * b.velocity.w)).toRotationMatrix() * shank;
  return {chain.ankle.coordinates(shank.transpose() * foot),
          chain.ankle.coordinates(later.transpose() * next)};
}

// Its rates are those at which the foot's way goes on.
void Postures::aim_leg(const Stepping& now, std::size_t k, Aims& aims) const {
  const LegChain& chain = body_.legs[k].chain;
  const FootWay way = now.legs[k].swing < 0 ? stands_at(now, k) : swings_to(now, k);
  const LegAngles at = reach(now, k, way.to);
  const LegAngles next = reach(now, k, way.to + tick_ * way.velocity, soles_ ? tick_ : 0);
  const auto aim = [&](const Turns& joint, const Vec3& x, const Vec3& then) {
    for (int i = 0; i < static_cast<int>(joint.axes.size()); ++i) {
      aims.angles[joint.dof + i] = x[i];
      aims.rates[joint.dof + i] = (then[i] - x[i]) / tick_;
    }
  };
  aim(chain.hip, at.hip, next.hip);
  aim(chain.knee, Vec3(at.knee, 0, 0), Vec3(next.knee, 0, 0));
  // Hips and knee of a leg that bounces follow forces: only its foot is held as it is to be.
  const double bounces = now.legs[k].swing < 0 ? now.wanted.frames[body_.legs[k].frame].bounces : 0;
  if (bounces > 0) {
    const auto [x, then] = ankle_on_shank(now, k, at.foot, next.foot);
    aim(chain.ankle, Vec3(at.ankle + bounces * (x - at.ankle)),
        Vec3(next.ankle + bounces * (then - next.ankle)));
  } else {
    aim(chain.ankle, at.ankle, next.ankle);
  }
  if (chain.toe) aim_toes(now, k, aims);
}

// On the ground the toes lie flat; in the middle of a swing they are as at rest against the foot.
void Postures::aim_toes(const Stepping& now, std::size_t k, Aims& aims) const {
  const LegChain& chain = body_.legs[k].chain;
  const LegStep& leg = now.legs[k];
  Vec3 x;
  if (soles_) {
    x = soles_->bent_toes(now, k);
  } else {
    const double flat = leg.swing < 0 ? 1 : std::abs(2 * leg.swing - 1);
    const Mat3 present = body_.rest.turn(now.seen.sense.work, chain.foot_body);
    const double heading = now.seen.frames[body_.legs[k].frame].heading;
    x = flat * chain.toe->coordinates(present.transpose() * turn_to(heading, 0));
  }
  for (int i = 0; i < static_cast<int>(chain.toe->axes.size()); ++i) {
    aims.angles[chain.toe->dof + i] = x[i];
    aims.rates[chain.toe->dof + i] = 0;
  }
}

// The joints between two frames share the turn from one to the other that is wanted.
void Postures::spine(const Wanted& wanted, Aims& aims) const {
  for (std::size_t f = 0; f < body_.spine.size(); ++f) {
    const Chain& chain = body_.spine[f];
    const std::size_t base = body_.frames[f].body == chain.base ? f : f + 1;
    const std::size_t end = base == f ? f + 1 : f;
    aim_chain(chain,
              posture_wanted(wanted.frames[base]).transpose() * posture_wanted(wanted.frames[end]),
              aims.angles);
  }
}

void Postures::steady(const Seen& seen, const Wanted& wanted, GazeMemory& gaze, Aims& aims) const {
  const auto turn_of = [&](int body) { return body_.rest.turn(seen.sense.work, body); };
  std::vector<double> carried;
  for (const Chain& chain : body_.steady) carried.push_back(yaw_of(turn_of(chain.base)));
  gaze_.run({seen, carried}, gaze);
  for (std::size_t s = 0; s < body_.steady.size(); ++s) {
    const Chain& chain = body_.steady[s];
    const bool rests = spec_.steady[s].rests;
    const auto looks = spec_.steady[s].looks ? gaze.looks[s] : GazeMemory::Look{carried[s], 0};
    const double lean = rests || wanted.stage ? 0 : wanted.gait.of(lean_of);
    const double pitch = spec_.steady[s].pitch.at(wanted.phase) + lean;
    if (chain.holds_base) {
      // The frame, of which there is one, carries it: as it is, or as it is to be.
      const Mat3 end = rests ? turn_of(chain.end) : wanted_turn(wanted, wanted.frames.front());
      aim_chain(chain, turn_to(wanted.heading, pitch).transpose() * end, aims.angles);
    } else {
      const Mat3 base = turn_of(chain.base);
      aim_chain(chain, base.transpose() * turn_to(looks.yaw, pitch), aims.angles);
    }
    if (rests) rest_in_world(seen, chain, looks.rate, aims);
  }
}

// The rates at which the joints would turn if what is steady rested in the world, but for a rate of
// its yaw.
void Postures::rest_in_world(const Seen& seen, const Chain& chain, double yaw_rate,
                             Aims& aims) const {
  const int moving = chain.holds_base ? chain.end : chain.base;
  const BodyWork& b = seen.sense.work.bodies[static_cast<std::size_t>(moving)];
  const Vec3 spin =
      (chain.holds_base ? 1.0 : -1.0) * (b.X_WB.R * b.velocity.w) + yaw_rate * Vec3::UnitZ();
  const double each = 1.0 / static_cast<double>(chain.joints.size());
  for (const Turns& joint : chain.joints)
    for (std::size_t i = 0; i < joint.axes.size(); ++i) {
      const int dof = joint.dof + static_cast<int>(i);
      aims.rates[dof] = each * seen.forces.axis(dof).dot(spin);
    }
}

void Postures::add_angles(const Stepping& now, Aims& aims) const {
  const StrideMix& gait = now.wanted.gait;
  const auto add = [&](const StridePlan& plan, double share) {
    for (const StrideAngle& a : plan.angles) {
      const double phase =
          a.leg < 0 ? now.wanted.phase : now.legs[static_cast<std::size_t>(a.leg)].state;
      aims.angles[a.dof] += share * a.angle.at(phase);
      aims.rates[a.dof] += share * a.angle.derivative(phase, 1) / now.wanted.period;
    }
  };
  add(*gait.slow, 1 - gait.share);
  if (gait.share > 0) add(*gait.fast, gait.share);
}

}  // namespace gambol::skills
