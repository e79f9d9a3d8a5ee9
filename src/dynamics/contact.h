#pragma once

// Reaction of the ground to colliding shapes (seed 003 section 5.7), and of sticky pads
// (dynamics/pads.h). What touches is found by dynamics/ground_search.h.

#include <vector>

#include "dynamics/ground_search.h"
#include "dynamics/pads.h"

namespace gambol {

// The ground as one figure feels it at one instant.
struct Ground {
  GroundSurface surface;
  ContactLaw law;
  bool sticky = false;
  PadLaw pads;
};
GroundSurface ground_surface(const GroundSpec& spec);
Ground ground_at(const GroundSpec& spec, double figure_mass, double time);

struct GroundContact {
  int body = 0;
  Vec3 p_B = Vec3::Zero();       // of the touching point, from Bo
  double depth = 0;              // m, > 0; 0 of a pad's spring
  Vec3 normal = Vec3::UnitZ();   // W, out of the ground
  Vec3 velocity = Vec3::Zero();  // W, m/s
  Vec3 force = Vec3::Zero();     // W, N on the body, less D times the point's acceleration
  Mat3 D = Mat3::Zero();         // W: N per m/s2 of the point's acceleration
};

// Adds the forces of what touches (found at the kinematics of `work`, up to h ahead) and those of
// the figure's stuck `pads` (none where nothing sticks) to `applied` (and, with h > 0, `added`: see
// react()). `contacts` is overwritten; a pad that holds is a contact of its own.
void apply_ground(const Model& model, const Ground& ground, const std::vector<BodyTouch>& touches,
                  const std::vector<Pad>& pads, double h, Workspace& work,
                  std::vector<GroundContact>& contacts);

// Once after every step, at its end's kinematics and touches: pads stick, break and let go.
// `adhesion` says of each leg whether its pads may hold.
void update_pads(const Model& model, const Ground& ground, const std::vector<BodyTouch>& touches,
                 const std::vector<char>& adhesion, const Workspace& work, std::vector<Pad>& pads);

// As many contacts as apply_ground finds on any ground.
std::size_t most_contacts(const Model& model);

// Least height of a body's points above the ground below them, m; negative within it.
double height_above(const GroundSurface& ground, const Body& body, const Frame& X_WB);

}  // namespace gambol
