#include "simulation/integrators/stiff_newton.h"

#include <sunmatrix/sunmatrix_dense.h>

#include <Eigen/LU>

namespace gambol {
namespace {

// The matrix is A = [I B; C D] with positions first. S = D - C B is the Schur complement.
struct StiffNewton {
  int nq, nv;
  Eigen::MatrixXd B, C, S;
  Eigen::VectorXd x;
  Eigen::PartialPivLU<Eigen::MatrixXd> factors;

  StiffNewton(int nq, int nv)
      : nq(nq), nv(nv), B(nq, nv), C(nv, nq), S(nv, nv), x(nv), factors(nv) {}
};

StiffNewton& of(SUNLinearSolver solver) { return *static_cast<StiffNewton*>(solver->content); }

SUNLinearSolver_Type type(SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; }

int initialise(SUNLinearSolver) { return SUNLS_SUCCESS; }

int set_up(SUNLinearSolver solver, SUNMatrix matrix) {
  StiffNewton& n = of(solver);
  const int size = n.nq + n.nv;
  const Eigen::Map<const Eigen::MatrixXd> A(SM_DATA_D(matrix), size, size);
  n.B = A.topRightCorner(n.nq, n.nv);
  n.C = A.bottomLeftCorner(n.nv, n.nq);
  n.S = A.bottomRightCorner(n.nv, n.nv);
  n.S.noalias() -= n.C * n.B;
  if (!n.S.allFinite()) return SUNLS_LUFACT_FAIL;
  n.factors.compute(n.S);
  return SUNLS_SUCCESS;
}

int solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector r, double) {
  StiffNewton& n = of(solver);
  const Eigen::Map<const Eigen::VectorXd> rq(N_VGetArrayPointer(r), n.nq);
  const Eigen::Map<const Eigen::VectorXd> rv(N_VGetArrayPointer(r) + n.nq, n.nv);
  n.x = rv;
  n.x.noalias() -= n.C * rq;
  Eigen::Map<Eigen::VectorXd> xq(N_VGetArrayPointer(x), n.nq);
  Eigen::Map<Eigen::VectorXd> xv(N_VGetArrayPointer(x) + n.nq, n.nv);
  xq = rq;
  xv = n.factors.solve(n.x);
  xq.noalias() -= n.B * xv;
  return SUNLS_SUCCESS;
}

int release(SUNLinearSolver solver) {
  delete &of(solver);
  solver->content = nullptr;
  SUNLinSolFreeEmpty(solver);
  return SUNLS_SUCCESS;
}

}  // namespace

SUNLinearSolver make_stiff_newton(int nq, int nv, SUNContext context) {
  SUNLinearSolver solver = SUNLinSolNewEmpty(context);
  solver->ops->gettype = type;
  solver->ops->initialize = initialise;
  solver->ops->setup = set_up;
  solver->ops->solve = solve;
  solver->ops->free = release;
  solver->content = new StiffNewton(nq, nv);
  return solver;
}

}  // namespace gambol
