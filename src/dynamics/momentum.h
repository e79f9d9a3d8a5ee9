#pragma once

// Momentum and inertia of a whole figure, at the kinematics of its workspace.

#include "dynamics/articulated_body.h"

namespace gambol {

struct Momentum {
  Vec3 linear = Vec3::Zero();   // kg m/s, W
  Vec3 angular = Vec3::Zero();  // about Wo, W
  double kinetic = 0;           // J, without rotors
  double potential = 0;         // J, of gravity, 0 at Wo
  Vec3 com = Vec3::Zero();      // W
};
Momentum momentum(const Model& model, const Workspace& work);
// Of the whole, what moves its centre of mass alone.
struct CentreMotion {
  Vec3 com = Vec3::Zero();     // W
  Vec3 linear = Vec3::Zero();  // kg m/s, W
};
CentreMotion centre_motion(const Model& model, const Workspace& work);
Vec3 centre_of_mass(const Model& model, const Workspace& work);  // W, m
// The same at q, without update_kinematics; `scratch` afterwards holds what place_quads computes.
Vec3 centre_of_mass_at(const Model& model, const Eigen::VectorXd& q, Workspace& scratch);
// Kinetic energy of the joints' rotors (Dof::armature), J.
double rotor_energy(const Model& model, const Eigen::VectorXd& v);

// Position of the tip of a leg's first foot, W, m.
Vec3 tip_of(const Model& model, const LegSpec& leg, const Workspace& work);
// The ball of the leg's first foot that has the leg's tip on it, in the foot's frame: that on which
// the foot turns where it stands. Without one, a ball of radius 0 at the tip.
ContactPoint foot_ball(const Model& model, const LegSpec& leg);
// Height of the centre of mass above the mean height of the legs' tips, m.
double standing_height(const Model& model, const std::vector<LegSpec>& legs, const Workspace& work);

// The figure in its present pose, as one rigid body.
struct RigidWhole {
  double mass = 0;              // kg
  Vec3 com = Vec3::Zero();      // W, m
  Mat3 inertia = Mat3::Zero();  // about com, in world axes, kg m2
};
RigidWhole whole_of(const Model& model, const Workspace& work);

// The same with its momentum, of four bodies at a time.
struct TurningWhole {
  RigidWhole rigid;
  Vec3 angular = Vec3::Zero();  // W, about com
  Vec3 linear = Vec3::Zero();   // W
};
TurningWhole turning_whole_of(const Model& model, const Workspace& work);
// Rate of the figure's momentum by its bodies' accelerations, W, about Wo: the sum of all forces on
// it, and of their moments. Requires Workspace::show_accelerations.
SpatialForce momentum_rate(const Model& model, const Workspace& work);

}  // namespace gambol
