#pragma once

// Analytic collisions of single bodies (seed 000 section 4.4, after Moore & Wilhelms and Hahn): an
// impulse at the touching point, equal and opposite on both, so that linear and angular momentum
// are conserved exactly. One evaluation, whatever the bodies are made of.

#include "dynamics/model.h"

namespace gambol {

// A free rigid body at an instant; one that cannot move has no inverse mass and no inverse inertia.
struct ImpactBody {
  double inverse_mass = 0;              // 1/kg
  Mat3 inverse_inertia = Mat3::Zero();  // about the centre of mass, W
  Vec3 com = Vec3::Zero();              // W
  Vec3 v = Vec3::Zero();                // of the centre of mass, W
  Vec3 w = Vec3::Zero();                // W

  Vec3 velocity_at(const Vec3& p_W) const { return v + w.cross(p_W - com); }
};
// The only body of `model`, with q and v of the figure.
ImpactBody impact_body(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
// Its velocities, back into v.
void put_velocities(const Model& model, const Eigen::VectorXd& q, const ImpactBody& body,
                    Eigen::VectorXd& v);

// `normal`: unit, W, out of b into a. Restitution e (Newton's): the point's speed of separation is
// e times that of its approach. Friction (Coulomb's): the impulse across the normal stops the slip
// if it need be no larger than `friction` times the one along it, else it opposes the slip with
// that.
struct ImpactLaw {
  double restitution = 0, friction = 0;
};

// Changes both velocities so that the bodies part at `p_W`; returns the impulse on a, N*s, none if
// they do so already.
Vec3 collide(const Vec3& p_W, const Vec3& normal, const ImpactLaw& law, ImpactBody& a,
             ImpactBody& b);

// What has pressed and rubbed at a lasting contact so far, N*s.
struct Support {
  double along = 0;            // the normal
  Vec3 across = Vec3::Zero();  // W
};
// One contact's turn in projected Gauss-Seidel over all that bear at once: changes `support`, and
// with it the velocities, towards where the point neither approaches nor slips; `along` never
// pulls, `across` stays within friction times it. Returns by how much the point's velocity changed
// along the normal, m/s.
double bear(const Vec3& p_W, const Vec3& normal, double friction, Support& support, ImpactBody& a,
            ImpactBody& b);

}  // namespace gambol
