#include "contact/answer/contact_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/find/depth.h"

namespace gambol {
namespace {

// Below this speed (m/s) the unit vector of Eq. 76 is tapered to zero: a foot that creeps slower
// than a micrometre per second is visually at rest.
constexpr double coulomb_taper = 1e-6;

// The force along the surface is `held` less `across` times the velocity along it.
struct Friction {
  Vec3 held = Vec3::Zero();
  double across = 0;
};

// Eq. 78 over the speed.
double smooth_damping(double damping, double limit, double slip) {
  if (limit <= 0) return 0;
  const double x = damping * std::numbers::pi / (2 * limit) * slip;
  return x > 0 ? damping * std::atan(x) / x : damping;
}

double tangent_damping(const ContactLaw& law, double limit, double slip) {
  if (law.friction_law == FrictionLaw::arctan)
    return smooth_damping(law.friction_damping, limit, slip);
  if (law.friction_law == FrictionLaw::coulomb)
    return limit / std::max(slip, coulomb_taper);                                    // Eq. 76
  return law.friction_damping * slip > limit ? limit / slip : law.friction_damping;  // Eq. 77
}

// With h > 0 the spring's force is that after a step at the present velocity. Beyond the limit
// spring and damper weaken in the same measure.
Friction friction_of(const ContactLaw& law, double normal_force, const Vec3& slip,
                     const Vec3& stretch, double h) {
  const double limit = law.friction * normal_force;
  if (law.friction_stiffness == 0) return {Vec3::Zero(), tangent_damping(law, limit, slip.norm())};
  const bool returns = slip.dot(stretch) > 0;
  const double stiffness = law.friction_stiffness * (returns ? law.friction_restitution : 1.0);
  const double resist = law.friction_damping + h * stiffness;
  const Vec3 pull = stiffness * stretch;
  const double wanted = (pull - resist * slip).norm();
  const double share = wanted > limit ? limit / wanted : 1;
  return {share * pull, share * resist};
}

// Of the law's springs and dampers along the normal, and of cushions.
Squeeze squeeze_all(const ContactLaw& law, double within) {
  const ContactLayer own{law.strength, law.rise, law.stiffness, law.damping, law.max_depth};
  if (!law.cushions[0]) return squeeze(own, within);
  if (!law.cushions[1]) {
    const std::array<const ContactLayer*, 2> layers{law.cushions[0], &own};
    return squeeze(layers.data(), layers.size(), within);
  }
  const std::array<const ContactLayer*, 3> layers{law.cushions[0], law.cushions[1], &own};
  return squeeze(layers.data(), layers.size(), within);
}

// How the springs' force `at` the end of an approach weakens as the approach is slowed. An
// exponential's tangent there has no force left after a way of `force / stiffness`: if the approach
// is longer than two such ways, the tangent would hardly slow it, and what is light would sink
// through the surface. Its chord from where the approach begins is right at both ends then.
double stiffness_of_approach(const ContactLaw& law, const Squeeze& at, double from, double to) {
  constexpr double most_ways = 2;
  const double begin = std::max(from, 0.0), way = to - begin;
  if (way * at.stiffness <= most_ways * at.force) return at.stiffness;
  return (at.force - squeeze_all(law, begin).force) / way;
}

}  // namespace

PointReaction react(const ContactLaw& law, const Vec3& normal, double depth, const Vec3& velocity,
                    double h, const Vec3& stretch) {
  PointReaction r;
  const double within = depth_after(h, depth, normal, velocity);
  if (within <= 0) return r;
  const Squeeze all = squeeze_all(law, within);
  const double leaving = normal.dot(velocity);
  const double parting = leaving > 0 ? law.restitution : 1.0;       // Eq. 74
  const double push = parting * all.force - all.damping * leaving;  // Eq. 72
  if (push <= 0) return r;                                          // surfaces do not pull
  const Vec3 slip = velocity - leaving * normal;
  const Friction friction = friction_of(law, push, slip, stretch, h);
  const double across = friction.across;
  if (h > 0) {
    const double stiffness = stiffness_of_approach(law, all, depth, within);
    const double along = h * all.damping + h * h * (parting * stiffness);
    const Vec3 more = (along - h * across) * normal;
    for (int k = 0; k < 3; ++k) {
      r.D.col(k) = more * normal[k];
      r.D(k, k) += h * across;
    }
    r.implicit = true;
  }
  r.force = push * normal - across * slip;
  if (law.friction_stiffness > 0) r.force += friction.held;
  return r;
}

Vec3 held_stretch(const ContactLaw& law, double load, const Vec3& stretch) {
  const double limit = law.friction * load;
  const double pull = law.friction_stiffness * stretch.norm();
  return pull > limit ? Vec3(stretch * (limit / pull)) : stretch;
}

}  // namespace gambol
