#include "dynamics/contact_law.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// Below this speed (m/s) the unit vector of Eq. 76 is tapered to zero: a foot that creeps slower
// than a micrometre per second is visually at rest.
constexpr double coulomb_taper = 1e-6;

double tangent_damping(const ContactLaw& law, double normal_force, double slip) {
  const double limit = law.friction * normal_force;
  if (law.friction_model == FrictionModel::coulomb)
    return limit / std::max(slip, coulomb_taper);                                    // Eq. 76
  return law.friction_damping * slip > limit ? limit / slip : law.friction_damping;  // Eq. 77
}

}  // namespace

ContactLaw contact_law(const ContactSpec& c, double mass, double time) {
  ContactLaw law;
  law.strength = c.strength * (c.scale == MassScale::total_mass ? mass : 1.0);
  law.rise = c.rise;
  law.stiffness = c.stiffness;
  law.damping = c.damping;
  law.restitution = c.restitution;
  law.max_depth = c.max_depth;
  law.friction_model = c.friction_model;
  law.friction = c.friction.at(time);
  law.friction_damping = c.friction_damping;
  return law;
}

PointReaction react(const ContactLaw& law, const Vec3& normal, double depth, const Vec3& velocity,
                    double h) {
  PointReaction r;
  const double within = depth_after(h, depth, normal, velocity);
  if (within <= 0) return r;
  const double grown = std::exp(law.rise * std::min(within, law.max_depth));
  const double leaving = normal.dot(velocity);
  const double parting = leaving > 0 ? law.restitution : 1.0;                 // Eq. 74
  const double spring = law.strength * (grown - 1) + law.stiffness * within;  // Eq. 72
  const double push = parting * spring - law.damping * leaving;
  if (push <= 0) return r;  // surfaces do not pull
  const Vec3 slip = velocity - leaving * normal;
  const double across = tangent_damping(law, push, slip.norm());
  if (h > 0) {
    const double stiffness = parting * (law.strength * law.rise * grown + law.stiffness);
    const double along = h * law.damping + h * h * stiffness;
    const Vec3 more = (along - h * across) * normal;
    for (int k = 0; k < 3; ++k) {
      r.D.col(k) = more * normal[k];
      r.D(k, k) += h * across;
    }
    r.implicit = true;
  }
  r.force = push * normal - across * slip;
  return r;
}

Vec3 point_acceleration(const BodyWork& b, const Vec3& p_B) {
  const Vec3 carried = b.velocity.w.cross(b.velocity.v + b.velocity.w.cross(p_B));
  return b.X_WB.R * (b.acceleration.v + b.acceleration.w.cross(p_B) + carried);
}

void apply_at_point(const PointReaction& reaction, const Vec3& p_B, BodyWork& b) {
  const Mat3& R = b.X_WB.R;
  if (!reaction.implicit) {
    const Vec3 f = R.transpose() * reaction.force;
    b.applied += {p_B.cross(f), f};
    return;
  }
  // a = (a_spatial.v + a_spatial.w x p) + w x (the point's velocity): the last term is known now.
  const Mat3& D = reaction.D;
  const Vec3 carried = R * b.velocity.w.cross(b.velocity.v + b.velocity.w.cross(p_B));
  const Vec3 f = R.transpose() * (reaction.force - D * carried);
  b.applied += {p_B.cross(f), f};
  if (!b.has_added) b.added = {};
  b.has_added = true;
  const Vec3 r = R * p_B;
  Mat3 rD;
  for (int k = 0; k < 3; ++k) rD.col(k) = r.cross(D.col(k));
  for (int k = 0; k < 3; ++k) b.added.A.col(k) += r.cross(rD.row(k).transpose());  // [r] D [r]^T
  b.added.B += rD;
  b.added.M += D;
}

}  // namespace gambol
