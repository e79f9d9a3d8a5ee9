#pragma once

// A SUNDIALS linear solver for the Newton iterations of the stiff solver: solves (I - c J) x = r,
// where J is a StiffSystem's Jacobian, by eliminating the positions.

#include <sundials/sundials_linearsolver.h>

namespace gambol {

// For `nq` positions and `nv` velocities. To be freed with SUNLinSolFree.
SUNLinearSolver make_stiff_newton(int nq, int nv, SUNContext context);

}  // namespace gambol
