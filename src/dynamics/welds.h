#pragma once

// What the articulated body method does for bodies that are parts of others (Body::host).

#include "dynamics/articulated_body.h"

namespace gambol {

// Subtracts a force or impulse on a welded body, about Bo in B, from its host's bias.
void add_welded_force(const Model& model, const Weld& weld, const SpatialForce& of,
                      Workspace& work);
// Adds the forces and given inertias on welded bodies to their hosts'.
void add_welded(const Model& model, Workspace& work);
// Writes a quantity of welded bodies from that of their hosts.
void show_welded(const Model& model, SpatialMotion BodyWork::*what, Workspace& work);

}  // namespace gambol
