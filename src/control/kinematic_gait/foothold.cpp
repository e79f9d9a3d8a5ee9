#include "control/kinematic_gait/foothold.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// Places around a point of the ground, in equal angles.
Vec3 on_ground_near(const GroundSurface& ground, const Vec3& from, double far, int k, int of) {
  const double a = 2 * M_PI * k / of;
  Vec3 p = from + far * Vec3(std::cos(a), std::sin(a), 0);
  p.z() = ground_height(ground, p.x(), p.y());
  return p;
}

// m, of the surrounding in which the ground is to be flat: about a foot's, as the author searches
// over a few of them.
double foot_radius(const StepSpec& step) { return step.search / 4; }

// Rise over run around p, as far as that is more than counts as flat.
double too_steep(const GroundSurface& ground, const StepSpec& step, const Vec3& p) {
  constexpr int around = 8;
  const double radius = foot_radius(step);
  double rise = 0;
  for (int k = 0; k < around; ++k)
    rise = std::max(rise, std::abs(on_ground_near(ground, p, radius, k, around).z() - p.z()));
  return std::max(rise / radius - step.steepest, 0.0);
}

// Rotation vector of a foot that points along the body's way and lies on the ground's slope at p.
Vec3 turned_at(const GroundSurface& ground, const BodyAhead& body, const Vec3& p) {
  const Vec3 normal = ground_normal(ground, p.x(), p.y());
  const Quat slope = Quat::FromTwoVectors(Vec3::UnitZ(), normal);
  return log_rotation(slope * Quat(body.heading().R));
}

// The foot's place in mid-stance (Eq. 11). Legs lean with the trunk: feet keep to the outside of a
// turn.
Vec3 reference_place(const SteppingLeg& leg, const TrunkAhead& middle) {
  const TrunkTarget& trunk = middle.target;
  const BodyAhead& body = trunk.body;
  const double aside = std::tan(trunk.lean) * (trunk.X_WT.p.z() - body.p.z());
  const Vec3 left(-std::sin(body.course), std::cos(body.course), 0);
  return body.heading().R * (middle.bend.R * leg.foot + middle.bend.p) + body.p - aside * left;
}

// m: how far outwards a foot at `place` must go to stay on its side while it stands.
double too_near(const SteppingLeg& leg, const StanceAhead& stance, const Vec3& place) {
  if (!leg.inmost) return 0;
  double least = INFINITY;
  for (const TrunkAhead* at : {&stance.placed, &stance.middle, &stance.lifts})
    least = std::min(least, leg.outwards * seen_from(at->target.X_WT * at->bend, place).y());
  return std::max(*leg.inmost - least, 0.0);
}

// m: how deep the leg stands in ground that is steeper than counts as flat, with its tip at `tip`
// and its heading R, if a point of it at the height z is moved by shift(z).
template <class Shift>
double sole_depth(const GroundSurface& ground, const SteppingLeg& leg, const Mat3& R,
                  const Vec3& tip, Shift&& shift) {
  double depth = 0;
  for (const Vec3& p : leg.sole) {
    const Vec3 at = tip + R * p + shift(p.z());
    const double flat = leg.step.steepest * (at - tip).head<2>().norm();
    depth = std::max(depth, ground_height(ground, at.x(), at.y()) - at.z() - flat);
  }
  return depth;
}

// m: the same over the stance, in which the leg's upper end goes with the body, and with a foot's
// room before and behind it.
double depth_in_stance(const GroundSurface& ground, const SteppingLeg& leg,
                       const StanceAhead& stance, const Vec3& place) {
  const TrunkTarget& middle = stance.middle.target;
  const double height = middle.X_WT.p.z() - middle.body.p.z(), room = foot_radius(leg.step);
  double depth = 0;
  for (const TrunkAhead* at : {&stance.placed, &stance.middle, &stance.lifts}) {
    const BodyAhead& body = at->target.body;
    const Mat3 R = body.heading().R;
    Vec3 gone = (body.p - middle.body.p) / height;
    gone.z() = 0;
    for (const double ahead : {-room, 0.0, room})
      depth = std::max(depth, sole_depth(ground, leg, R, place, [&](double z) -> Vec3 {
                         return z * gone + ahead * R.col(0);
                       }));
  }
  return depth;
}

// 0 where a foot can stand; else the more, the worse. Lengths in the foot's.
double trouble(const GroundSurface& ground, const SteppingLeg& leg, const StanceAhead& stance,
               const Vec3& place) {
  const double lengths = depth_in_stance(ground, leg, stance, place) + too_near(leg, stance, place);
  return too_steep(ground, leg.step, place) + lengths / foot_radius(leg.step);
}

}  // namespace

Foothold find_foothold(const GroundSurface& ground, const SteppingLeg& leg,
                       const StanceAhead& stance) {
  const BodyAhead& body = stance.middle.target.body;
  Vec3 place = reference_place(leg, stance.middle);
  place.z() = ground_height(ground, place.x(), place.y());
  place += leg.outwards * too_near(leg, stance, place) * body.heading().R.col(1);
  place.z() = ground_height(ground, place.x(), place.y());
  const Vec3 p = flat_near(ground, leg, stance, place);
  Vec3 off = p - (body.heading().R * leg.foot + body.p);
  off.z() = 0;
  return {p, off, turned_at(ground, body, p)};
}

Vec3 flat_near(const GroundSurface& ground, const SteppingLeg& leg, const StanceAhead& stance,
               const Vec3& place) {
  const double search = leg.step.search;
  if (!ground.terrain || search == 0) return place;
  // A grid finer than the radius over which steepness is taken.
  constexpr int rings = 6, around = 16;
  Vec3 best = place;
  double least = trouble(ground, leg, stance, place);
  for (int ring = 1; ring <= rings && least > 0; ++ring)
    for (int k = 0; k < around; ++k) {
      const Vec3 p = on_ground_near(ground, place, search * ring / rings, k, around);
      const double there = trouble(ground, leg, stance, p);
      if (there < least) best = p, least = there;
    }
  return best;
}

double raise_over(const GroundSurface& ground, const SteppingLeg& leg, StepEnds way,
                  const LegClock& clock, const BodyRing& body) {
  // The path is looked at in twentieths, but for its first and last tenth: close to its ends a step
  // can hardly be raised. What is raised moves a little, and a second pass corrects that.
  constexpr int passes = 2, looks = 20, first = 2;
  constexpr double least_effect = 0.1;  // m per m raised
  const StepSpec& step = leg.step;
  for (int pass = 0; pass < passes; ++pass) {
    double more = 0;
    for (int i = first; i <= looks - first; ++i) {
      const double u = static_cast<double>(i) / looks;
      const Frame X = body.at(clock.lift() + u * clock.transfer).heading();
      const Vec3 p = X.R * step_at(step, way, u) + X.p;
      StepEnds higher = way;
      higher.raise += 1;
      const double effect = step_at(step, higher, u).z() - p.z();
      if (effect <= least_effect) continue;
      const double tip = ground_height(ground, p.x(), p.y()) + step.clearance * 4 * u * (1 - u);
      const auto unmoved = [](double) -> Vec3 { return Vec3::Zero(); };
      const double sole = step.clearance > 0 ? sole_depth(ground, leg, X.R, p, unmoved) : 0;
      const double wanted = std::max(tip - p.z(), sole);
      more = std::max(more, wanted / effect);
    }
    way.raise += more;
  }
  return way.raise;
}

}  // namespace gambol
