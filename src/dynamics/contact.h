#pragma once

// Reaction of level ground at the contact points of colliding shapes (seed 003 section 5.7).

#include <vector>

#include "dynamics/articulated_body.h"
#include "shot/shot_spec.h"

namespace gambol {

// The ground as one figure feels it at one instant.
struct Ground {
  double height = 0;
  double strength = 0;  // N, scaled
  double rise = 0;
  double stiffness = 0;
  double damping = 0;
  double restitution = 1;
  double max_depth = 0.01;
  FrictionModel friction_model = FrictionModel::damper;
  double friction = 0;
  double friction_damping = 0;
};
Ground ground_at(const GroundSpec& spec, double figure_mass, double time);

struct GroundContact {
  int body = 0;
  Vec3 p_B = Vec3::Zero();       // of the touching point, from Bo
  double depth = 0;              // m, > 0
  Vec3 velocity = Vec3::Zero();  // W, m/s
  Vec3 force = Vec3::Zero();     // W, N on the body
  Vec3 implicit = Vec3::Zero();  // diagonal in W: N per m/s2 of the point's acceleration
};

// Finds the touching points of the figure at its present kinematics, and adds their forces to
// `applied`. With h > 0 (s) the forces are those at the end of a step of that length, linearised in
// the point's acceleration: the linear part goes to `added`, so that stiff contact costs no small
// steps. The damper of friction is taken along too, with its clamp (Eq. 77) held for the step.
// h = 0 gives the forces of this instant. `contacts` is overwritten.
void apply_ground(const Model& model, const Ground& ground, double h, Workspace& work,
                  std::vector<GroundContact>& contacts);

// After forward_dynamics: completes the contact forces of an implicit step.
void finish_contacts(const Workspace& work, std::vector<GroundContact>& contacts);

}  // namespace gambol
