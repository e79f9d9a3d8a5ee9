#pragma once

// The force between two surfaces that overlap at a point: a spring and a damper along the normal,
// friction across it (McKenna's PhD thesis, MIT 1994, "seed 003", section 5.7, Eq. 72-77). Level
// ground, terrain and bodies use the same law.

#include "dynamics/articulated_body.h"
#include "shot/world_spec.h"

namespace gambol {

// A ContactSpec evaluated at one instant, with its strength scaled.
struct ContactLaw {
  double strength = 0;  // alpha, N
  double rise = 0;      // beta, 1/m
  double stiffness = 0;
  double damping = 0;
  double restitution = 1;
  double max_depth = 0.01;
  FrictionModel friction_model = FrictionModel::damper;
  double friction = 0;
  double friction_damping = 0;
};
// `mass` (kg) multiplies the strength if the spec scales it by total_mass.
ContactLaw contact_law(const ContactSpec& spec, double mass, double time);

// The force on a point of a body: force - D a, where a is the point's acceleration relative to the
// surface that it touches. All in W.
struct PointReaction {
  Vec3 force = Vec3::Zero();
  Mat3 D = Mat3::Zero();  // kg, symmetric; zero without implicit terms
  bool implicit = false;
};

// Depth (m) of a point after h (s) at its present velocity relative to the surface.
inline double depth_after(double h, double depth, const Vec3& normal, const Vec3& velocity) {
  return depth - h * normal.dot(velocity);
}

// `normal` is the unit vector out of the surface, `depth` (m) the point's depth within it,
// `velocity` (m/s) the point's velocity relative to it. With h = 0 the result is the force at this
// instant. With h > 0 (s) it is the force at the end of a step of length h, linearised in the
// acceleration about the depth that the present velocity leads to by then, so that stiff contact
// needs no small steps: a point that will be within the surface is pushed before it enters, a point
// that will have left is not. (Linearised about the beginning of the step, the exponential's
// tangent would be far too flat for a fast approach.) The clamp of friction is held constant over
// the step.
PointReaction react(const ContactLaw& law, const Vec3& normal, double depth, const Vec3& velocity,
                    double h);

// Velocity of the point p_B of a body, in W.
inline Vec3 point_velocity(const BodyWork& b, const Vec3& p_B) {
  return b.X_WB.R * (b.velocity.v + b.velocity.w.cross(p_B));
}
// Acceleration of the point p_B, in W. Requires forward_dynamics.
Vec3 point_acceleration(const BodyWork& b, const Vec3& p_B);

// Adds force - D a to the body's applied force and added inertia, where a is the acceleration of
// p_B.
void apply_at_point(const PointReaction& reaction, const Vec3& p_B, BodyWork& b);

}  // namespace gambol
