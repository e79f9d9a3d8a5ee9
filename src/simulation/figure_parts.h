#pragma once

// What stays the same of a figure while it is simulated; any number of simulations share it.

#include <cstdint>
#include <memory>
#include <vector>

#include "contact/answer/ground_reaction.h"
#include "control/actuators.h"
#include "shot/cast_spec.h"
#include "shot/motion_spec.h"
#include "simulation/contact_laws.h"
#include "simulation/given_motion.h"

namespace gambol {

// What equal figures share.
struct FigureKind {
  FigureKind(const FigureSpec& figure, const WorldSpec& world);

  Model model;
  std::vector<Actuator> actuators;
  std::vector<int> limp;  // turning degrees of freedom of joints without an actuator
  Cushions cushions;      // [body] those of the figure's file; empty if it has none
  std::vector<int> limb;  // [body] index of the one leg that it belongs to or carries; -1: none,
                          // or several
  ContactScale size;      // what open constants of its contacts follow from
};

struct FigureParts {
  // Keeps references to `cast` and the world of `spec`. `like`: parts of an equal figure, if there
  // are any.
  FigureParts(const CastSpec& cast, const MotionSpec& spec, const FigureParts* like = nullptr);
  FigureParts(const FigureParts&) = delete;

  const CastSpec& cast;
  const WorldSpec& world;
  std::shared_ptr<const FigureKind> kind;
  const Model& model;
  const std::vector<Actuator>& actuators;
  const std::vector<int>& limp;
  const Cushions& cushions;
  const std::vector<int>& limb;
  const ContactScale& size;
  GivenMotion given;
  bool shares_joints = false;  // two controllers command torques of one
  std::uint64_t seed = 0;      // of its skills' random numbers
  double step = 0;             // s, of fixed steps
  double ahead = 0;            // s, length of the longest implicit step (ground_search.h); else 0
  double time_constant = 0;    // s, of first-order dynamics; else 0
  GroundSurface surface;       // level at z = 0 without ground
  bool ground_pushes = false;  // by springs
  bool ground_holds = false;   // by impulses (contact_impulses.h)
};

}  // namespace gambol
