#pragma once

// The ground's reaction to colliding shapes (McKenna's PhD thesis, MIT 1994, "seed 003",
// section 5.7) and to sticky pads (contact/answer/pads.h). contact/find/ground_search.h finds what
// touches.

#include <optional>
#include <vector>

#include "contact/answer/contact_law.h"
#include "contact/answer/pads.h"
#include "contact/find/ground_search.h"

namespace gambol {

// The cushions of a figure's bodies [body].
using Cushions = std::vector<std::optional<ContactLayer>>;

// The ground for one figure at one instant.
struct GroundLaw {
  GroundSurface surface;
  ContactLaw law;
  const Cushions* cushions = nullptr;  // null: all bodies are hard
  std::optional<PadLaw> pads;          // of feet, if the ground is sticky
};

struct GroundContact {
  int body = 0;
  Vec3 p_B = Vec3::Zero();       // the touching point, from Bo
  double depth = 0;              // m; <= 0 if the point is still above (h > 0), or for a pad
  Vec3 normal = Vec3::UnitZ();   // W, out of the ground
  Vec3 velocity = Vec3::Zero();  // W, m/s
  Vec3 force = Vec3::Zero();     // W, N on the body, before D times the acceleration is subtracted
  Mat3 D = Mat3::Zero();         // W: N per m/s2 of the point's acceleration
};

// Adds the forces of `touches` (found at the kinematics of `work`, up to h ahead) and of the
// figure's stuck `pads` (as many as needs_pads() says) to BodyWork::applied and, with h > 0,
// to BodyWork::added: see react(). Overwrites `contacts`; a stuck pad is a contact of its own.
void apply_ground(const Model& model, const GroundLaw& ground,
                  const std::vector<BodyTouch>& touches, const std::vector<Pad>& pads, double h,
                  Workspace& work, std::vector<GroundContact>& contacts);

// How many pads of a figure evolve on this ground: none, those of its feet, or all.
std::size_t needs_pads(const Model& model, const GroundLaw& ground);

// Makes pads stick, break, rub and let go. Call it once after every step, with the kinematics and
// touches of the step's end. `adhesion` [leg]: whether the leg's pads may hold.
void update_pads(const Model& model, const GroundLaw& ground, const std::vector<BodyTouch>& touches,
                 const std::vector<char>& adhesion, const Workspace& work, std::vector<Pad>& pads);

// The largest number of contacts that apply_ground can find, on any ground.
std::size_t most_contacts(const Model& model);

}  // namespace gambol
