#pragma once

// The force between two surfaces that overlap at a point: spring and damper along the normal,
// friction across it (seed 003 section 5.7, Eq. 72-77). The same law for ground, terrain and
// bodies.

#include "dynamics/articulated_body.h"
#include "shot/world_spec.h"

namespace gambol {

// A ContactSpec at one instant, its strength scaled.
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
// `mass` is what a strength scaled by total_mass is multiplied by, kg.
ContactLaw contact_law(const ContactSpec& spec, double mass, double time);

// What acts at a point of a body: force - D a, where a is the point's acceleration (relative to
// what it touches). All in W.
struct PointReaction {
  Vec3 force = Vec3::Zero();
  Mat3 D = Mat3::Zero();  // kg, symmetric; zero without implicit terms
  bool implicit = false;
};

// How deep (m) a point will be after h (s) at its velocity relative to what it touches.
inline double depth_after(double h, double depth, const Vec3& normal, const Vec3& velocity) {
  return depth - h * normal.dot(velocity);
}

// `normal` is the unit vector out of what is touched, `depth` (m) how far the point is within,
// `velocity` the point's, relative to it. With h > 0 (s) the force is that at the end of a step of
// that length, linearised in the acceleration about where the velocity leads by then, so that stiff
// contact costs no small steps: a point that will be within is pushed before it is, one that will
// have left is not. (About the beginning, the exponential's tangent would be far too flat for what
// comes in fast.) The clamp of friction is held for the step. h = 0 gives the force of this
// instant.
PointReaction react(const ContactLaw& law, const Vec3& normal, double depth, const Vec3& velocity,
                    double h);

// Velocity in W of the point p_B of a body.
inline Vec3 point_velocity(const BodyWork& b, const Vec3& p_B) {
  return b.X_WB.R * (b.velocity.v + b.velocity.w.cross(p_B));
}
// Acceleration in W of the point p_B, after forward_dynamics.
Vec3 point_acceleration(const BodyWork& b, const Vec3& p_B);

// Adds force - D a to the body's applied force and inertia, a being the acceleration of p_B.
void apply_at_point(const PointReaction& reaction, const Vec3& p_B, BodyWork& b);

}  // namespace gambol
