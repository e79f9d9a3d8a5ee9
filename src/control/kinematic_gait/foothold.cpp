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

// Rise over run around p, as far as that is more than counts as flat.
double too_steep(const GroundSurface& ground, const StepSpec& step, const Vec3& p) {
  constexpr int around = 8;
  const double radius = step.search / 4;  // about a foot's: the author searches over a few of them
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

}  // namespace

Foothold find_foothold(const GroundSurface& ground, const SteppingLeg& leg,
                       const StanceAhead& stance) {
  const BodyAhead& body = stance.middle.target.body;
  Vec3 place = reference_place(leg, stance.middle);
  place.z() = ground_height(ground, place.x(), place.y());
  place += leg.outwards * too_near(leg, stance, place) * body.heading().R.col(1);
  place.z() = ground_height(ground, place.x(), place.y());
  const Vec3 p = flat_near(ground, leg.step, place);
  return {p, turned_at(ground, body, p)};
}

Vec3 flat_near(const GroundSurface& ground, const StepSpec& step, const Vec3& place) {
  if (!ground.terrain || step.search == 0) return place;
  // A grid finer than the radius over which steepness is taken.
  constexpr int rings = 6, around = 16;
  Vec3 best = place;
  double least = too_steep(ground, step, place);
  for (int ring = 1; ring <= rings && least > 0; ++ring)
    for (int k = 0; k < around; ++k) {
      const Vec3 p = on_ground_near(ground, place, step.search * ring / rings, k, around);
      const double steep = too_steep(ground, step, p);
      if (steep < least) best = p, least = steep;
    }
  return best;
}

double raise_over(const GroundSurface& ground, const StepSpec& step, StepEnds way,
                  const LegClock& clock, const BodyRing& body) {
  // The path is looked at in twentieths, but for its first and last tenth: close to its ends a step
  // can hardly be raised. What is raised moves a little, and a second pass corrects that.
  constexpr int passes = 2, looks = 20, first = 2;
  constexpr double least_effect = 0.1;  // m per m raised
  for (int pass = 0; pass < passes; ++pass) {
    double more = 0;
    for (int i = first; i <= looks - first; ++i) {
      const double u = static_cast<double>(i) / looks;
      const Frame X = body.at(clock.lift() + u * clock.transfer).heading();
      const Vec3 p = X.R * step_at(step, way, u) + X.p;
      StepEnds higher = way;
      higher.raise += 1;
      const double effect = step_at(step, higher, u).z() - p.z();
      const double wanted =
          ground_height(ground, p.x(), p.y()) + step.clearance * 4 * u * (1 - u) - p.z();
      if (effect > least_effect) more = std::max(more, wanted / effect);
    }
    way.raise += more;
  }
  return way.raise;
}

}  // namespace gambol
