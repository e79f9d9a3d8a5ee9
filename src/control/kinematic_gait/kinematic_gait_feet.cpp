// Footholds and swing paths of a kinematic gait (seed 004, Eq. 10 and 11).

#include <algorithm>
#include <cmath>

#include "base/hermite.h"
#include "base/rotation.h"
#include "control/controller_memory.h"
#include "control/kinematic_gait/kinematic_gait.h"

namespace gambol {

Vec3 KinematicGait::foothold(const Sense& sense, const LedMemory& m, std::size_t leg,
                             double t) const {
  Vec3 p = m.ring.at(t).heading().R * legs_[leg].foot + m.ring.at(t).p;
  p.z() = ground_height(sense.ground, p.x(), p.y());
  return p;
}

// Begins the step of a leg: chooses its foothold, and its path as seen from the body.
void KinematicGait::lift(const Sense& sense, LedMemory& m, std::size_t leg) const {
  const LegClock& c = m.clock.legs[leg];
  LedMemory::Foot& foot = m.feet[leg];
  foot.stands = false;
  foot.next = flat_near(sense, leg, foothold(sense, m, leg, c.next_mid()));
  foot.next_turned = turned_at(sense, m, c.next_mid(), foot.next);
  const BodyAhead lifts = m.ring.at(c.lift()), places = m.ring.at(c.place());
  const auto ground_rate = [&](const BodyAhead& b, const Vec3& at) {
    const Vec3 v = -(b.heading().R.transpose() * b.v) - b.yaw_rate * Vec3::UnitZ().cross(at);
    return Vec3(c.transfer * Vec3(v.x(), v.y(), 0));
  };
  StepEnds& way = foot.way;
  way.begins = c.lift();
  way.from = seen_from(lifts.heading(), foot.at);
  way.to = seen_from(places.heading(), foot.next);
  way.from_rate = ground_rate(lifts, way.from);
  way.to_rate = ground_rate(places, way.to);
  way.outwards = legs_[leg].outwards;
  way.raise = 0;
  if (legs_[leg].roll) step_by_ball(m, leg);
  if (sense.ground.terrain) raise(sense, m, leg);
}

// Raises the step so that it clears the ground below it. Close to its ends a step can hardly be
// raised.
void KinematicGait::raise(const Sense& sense, LedMemory& m, std::size_t leg) const {
  const LegClock& c = m.clock.legs[leg];
  const StepSpec& step = legs_[leg].step;
  StepEnds& way = m.feet[leg].way;
  constexpr int passes = 2, looks = 20, first = 2;
  for (int pass = 0; pass < passes; ++pass) {
    double more = 0;
    for (int i = first; i <= looks - first; ++i) {
      const double u = static_cast<double>(i) / looks;
      const Frame X = m.ring.at(c.lift() + u * c.transfer).heading();
      const Vec3 p = X.R * step_at(step, way, u) + X.p;
      StepEnds higher = way;
      higher.raise += 1;
      const double effect = step_at(step, higher, u).z() - p.z();
      const double wanted =
          ground_height(sense.ground, p.x(), p.y()) + step.clearance * 4 * u * (1 - u) - p.z();
      if (effect > 0.1) more = std::max(more, wanted / effect);
    }
    way.raise += more;
  }
}

// `place`, or the nearest place to it that is flat enough, or, if there is none, the flattest.
Vec3 KinematicGait::flat_near(const Sense& sense, std::size_t leg, const Vec3& place) const {
  const StepSpec& step = legs_[leg].step;
  if (!sense.ground.terrain || step.search == 0) return place;
  const auto at = [&](const Vec3& from, double far, int k, int of) {
    const double a = 2 * M_PI * k / of;
    Vec3 p = from + far * Vec3(std::cos(a), std::sin(a), 0);
    p.z() = ground_height(sense.ground, p.x(), p.y());
    return p;
  };
  const auto too_steep = [&](const Vec3& p) {
    constexpr int around = 8;
    const double radius = step.search / 4;
    double rise = 0;
    for (int k = 0; k < around; ++k)
      rise = std::max(rise, std::abs(at(p, radius, k, around).z() - p.z()));
    return std::max(rise / radius - step.steepest, 0.0);
  };
  Vec3 best = place;
  double least = too_steep(place);
  constexpr int rings = 6, around = 16;
  for (int ring = 1; ring <= rings && least > 0; ++ring)
    for (int k = 0; k < around; ++k) {
      const Vec3 p = at(place, step.search * ring / rings, k, around);
      const double steep = too_steep(p);
      if (steep < least) best = p, least = steep;
    }
  return best;
}

// Rotation vector of a foot that points along the body's way at t and lies on the ground's slope
// at p.
Vec3 KinematicGait::turned_at(const Sense& sense, const LedMemory& m, double t,
                              const Vec3& p) const {
  const Vec3 normal = ground_normal(sense.ground, p.x(), p.y());
  const Quat slope = Quat::FromTwoVectors(Vec3::UnitZ(), normal);
  return log_rotation(slope * Quat(m.ring.at(t).heading().R));
}

AmongKeys KinematicGait::among_keys_at(const LedMemory& m, std::size_t leg, double t) const {
  const LegClock& c = m.clock.legs[leg];
  return among_keys(legs_[leg].step, m.feet[leg].way, (t - c.lift()) / c.transfer);
}

// Orientation of a level foot. During a swing the foot turns from the slope of one foothold to that
// of the next, and pitches as the keys say.
Mat3 KinematicGait::foot_turned(const LedMemory& m, std::size_t leg, double t) const {
  const LedMemory::Foot& foot = m.feet[leg];
  const Quat from = exp_rotation(foot.turned);
  if (foot.stands) return from * legs_[leg].R_TF;
  const LegClock& c = m.clock.legs[leg];
  const auto& keys = legs_[leg].step.keys;
  const AmongKeys at = among_keys_at(m, leg, t);
  const auto pitch_of = [&](const StepKeySpec& key) { return key.pitch.at(foot.way.begins); };
  const double before = at.after > 0 && !keys.empty() ? pitch_of(keys[at.after - 1]) : 0;
  const double after = at.after < keys.size() ? pitch_of(keys[at.after]) : 0;
  const double pitch = before + smooth_step(at.share) * (after - before);
  const Vec3 turn = log_rotation(from.conjugate() * exp_rotation(foot.next_turned));
  return from * exp_rotation(smooth_step((t - c.lift()) / c.transfer) * turn) *
         rotation_about(Vec3::UnitY(), -pitch) * legs_[leg].R_TF;
}

// Advances the clock to the time t of the next posture, and lifts and places feet on the way.
void KinematicGait::step_feet(const Sense& sense, LedMemory& m, double t) const {
  const double before = m.clock.time;
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const LegClock& c = m.clock.legs[k];
    LedMemory::Foot& foot = m.feet[k];
    if (before < c.lift() && t >= c.lift()) lift(sense, m, k);
    if (before < c.place() && t >= c.place() && !foot.stands) {
      foot.stands = true;
      foot.at = foot.next;
      foot.turned = foot.next_turned;
    }
  }
  score_.advance(m.clock, t, [](std::size_t) {});
}

// The ground's normal at the foothold; during a step it changes to that at the next one.
Vec3 KinematicGait::up_at(const LedMemory& m, std::size_t leg, double t) const {
  const LedMemory::Foot& foot = m.feet[leg];
  const Vec3 from = exp_rotation(foot.turned) * Vec3::UnitZ();
  if (foot.stands) return from;
  const LegClock& c = m.clock.legs[leg];
  const double share = smooth_step((t - c.lift()) / c.transfer);
  return (from + share * (exp_rotation(foot.next_turned) * Vec3::UnitZ() - from)).normalized();
}

// A point of the ground as up_at() has it.
Vec3 KinematicGait::ground_of(const LedMemory& m, std::size_t leg, double t) const {
  const LedMemory::Foot& foot = m.feet[leg];
  if (foot.stands) return foot.at;
  const LegClock& c = m.clock.legs[leg];
  return foot.at + smooth_step((t - c.lift()) / c.transfer) * (foot.next - foot.at);
}

Vec3 KinematicGait::foot_at(const LedMemory& m, std::size_t leg, double t) const {
  if (legs_[leg].roll) return rolling_foot_at(m, leg, t);
  const LedMemory::Foot& foot = m.feet[leg];
  if (foot.stands) return foot.at;
  const LegClock& c = m.clock.legs[leg];
  const Frame X = m.ring.at(t).heading();
  return X.R * step_at(legs_[leg].step, foot.way, (t - c.lift()) / c.transfer) + X.p;
}

}  // namespace gambol
