#pragma once

// Implicit forces between bodies that accelerate (Link). Force and acceleration depend on each
// other: a link exerts F - D (a_A - a_B), where each figure is solved with D a of its own body
// already (BodyWork::added), and the share D a of the other body remains to be found.
//
// With K the inertia of all figures including these added inertias and C = J^T S J the coupling
// that is left (S exchanges the ends of a link and multiplies by D), the accelerations u satisfy
// (K - C) u = tau. K - C is symmetric and positive definite, so that conjugate gradients with K as
// their preconditioner solve it (Saad, Iterative methods for sparse linear systems, 2nd ed. 2003,
// section 9.2). Each iteration costs one impulse_response() per linked figure. All vectors have an
// entry for each end of each link.

#include <vector>

#include "base/scratch_vector.h"
#include "simulation/link.h"

namespace gambol {

class LinkedForces {
 public:
  // Requires solved figures. Changes Link::carried_a and carried_b of the links, and
  // BodyWork::applied of the figures in `is_member`, to what their accelerations require. Returns
  // whether anything changed by more than a small fraction: then the figures marked in `changed`
  // must be solved again.
  bool settle(const FigureSims& figures, const std::vector<char>& is_member,
              std::vector<Link>& links, std::vector<char>& changed);

 private:
  // Of a link's two ends, N or m/s2 (W); 0 at an end that does not respond.
  struct Ends {
    Vec3 a = Vec3::Zero(), b = Vec3::Zero();
    double dot(const Ends& other) const { return a.dot(other.a) + b.dot(other.b); }
  };
  struct Coupled {
    Link* link = nullptr;
    bool moves_a = false, moves_b = false;
    Ends residual, push, along, moved, sum;  // r, K p, p, z, and the sum of the steps along p
    Ends exchanged(const Ends& acceleration) const;
  };
  double find_residuals(const FigureSims& figures);
  void respond(const FigureSims& figures, const std::vector<char>& linked);
  void descend(const FigureSims& figures, const std::vector<char>& linked, double settled);

  ScratchVector<Coupled> coupled_;  // the links that are implicit and join two bodies
};

}  // namespace gambol
