#pragma once

// Reaction of level ground at the contact points of colliding shapes (seed 003 section 5.7).

#include <vector>

#include "dynamics/contact_law.h"

namespace gambol {

// The ground as one figure feels it at one instant.
struct Ground {
  double height = 0;
  ContactLaw law;
};
Ground ground_at(const GroundSpec& spec, double figure_mass, double time);

struct GroundContact {
  int body = 0;
  Vec3 p_B = Vec3::Zero();       // of the touching point, from Bo
  double depth = 0;              // m, > 0
  Vec3 normal = Vec3::UnitZ();   // W, out of the ground
  Vec3 velocity = Vec3::Zero();  // W, m/s
  Vec3 force = Vec3::Zero();     // W, N on the body
  Mat3 D = Mat3::Zero();         // W: N per m/s2 of the point's acceleration
};

// Finds the touching points of the figure at its present kinematics, and adds their forces to
// `applied` (and, with h > 0, `added`: see react()). `contacts` is overwritten.
void apply_ground(const Model& model, const Ground& ground, double h, Workspace& work,
                  std::vector<GroundContact>& contacts);

// After forward_dynamics: completes the contact forces of an implicit step.
void finish_contacts(const Workspace& work, std::vector<GroundContact>& contacts);

}  // namespace gambol
