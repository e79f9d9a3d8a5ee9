#pragma once

// The linear systems of the stiff solver's Newton iterations, for SUNDIALS: (I - c J) x = r of a
// StiffSystem's Jacobian, by eliminating the positions.

#include <sundials/sundials_linearsolver.h>

namespace gambol {

// For `nq` positions and `nv` velocities. To be freed by SUNLinSolFree.
SUNLinearSolver make_stiff_newton(int nq, int nv, SUNContext context);

}  // namespace gambol
