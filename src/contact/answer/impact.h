#pragma once

// Analytic collisions of single bodies (McKenna's MS thesis, MIT 1990, "seed 000", section 4.4,
// after Moore & Wilhelms and Hahn): an impulse at the touching point, equal and opposite on both
// bodies, so that linear and angular momentum are conserved exactly. A collision takes one
// evaluation, whatever the bodies' material.

#include "dynamics/model.h"

namespace gambol {

// A free rigid body at an instant; for a body that cannot move, inverse_mass and inverse_inertia
// are 0.
struct ImpactBody {
  double inverse_mass = 0;              // 1/kg
  Mat3 inverse_inertia = Mat3::Zero();  // about the centre of mass, W
  Vec3 com = Vec3::Zero();              // W
  Vec3 v = Vec3::Zero();                // of the centre of mass, W
  Vec3 w = Vec3::Zero();                // W

  Vec3 velocity_at(const Vec3& p_W) const { return v + w.cross(p_W - com); }
};
// The only body of `model`, at the figure's q and v.
ImpactBody impact_body(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
// Writes the body's velocities back into v.
void put_velocities(const Model& model, const Eigen::VectorXd& q, const ImpactBody& body,
                    Eigen::VectorXd& v);

// Restitution e (Newton's): the point's speed of separation is e times its speed of approach.
// Friction (Coulomb's): the impulse across the normal stops the slip if this takes no more than
// `friction` times the impulse along the normal; otherwise it opposes the slip with that limit.
struct ImpactLaw {
  double restitution = 0, friction = 0;
};

// Changes both bodies' velocities so that the bodies separate at `p_W`. `normal`: unit, W, out of b
// into a. Returns the impulse on a, N*s; zero if the bodies already separate.
Vec3 collide(const Vec3& p_W, const Vec3& normal, const ImpactLaw& law, ImpactBody& a,
             ImpactBody& b);

// The impulses accumulated at a lasting contact so far, N*s.
struct Support {
  double along = 0;            // along the normal
  Vec3 across = Vec3::Zero();  // W, friction
};
// One contact's turn in projected Gauss-Seidel over all simultaneous lasting contacts: changes
// `support`, and with it the velocities, towards a state in which the point neither approaches nor
// slips. `along` never pulls, and `across` stays within `friction` times `along`. Returns how much
// the point's velocity along the normal changed, m/s.
double bear(const Vec3& p_W, const Vec3& normal, double friction, Support& support, ImpactBody& a,
            ImpactBody& b);

}  // namespace gambol
