#include "simulation/integrators/stiff_solver.h"

#include <cvode/cvode.h>
#include <fmt/format.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <stdexcept>

#include "simulation/integrators/stiff_newton.h"

namespace gambol {
namespace {

void require(int flag) {
  if (flag < 0) throw std::runtime_error(fmt::format("CVODE: {}", CVodeGetReturnFlagName(flag)));
}

// Suppresses CVODE's messages: step() returns whether it succeeded.
void say_nothing(int, const char*, const char*, char*, void*) {}

// When a contact closes within a step, Newton's method uses an outdated Jacobian and converges
// slowly but reliably. More iterations than CVODE's default of 3 cost less than what CVODE does
// otherwise: compute a new Jacobian and shorten the step.
constexpr int newton_iterations = 10;
// Limits are high because min_step ends a step that keeps failing.
constexpr int as_often_as_it_takes = 1000;

// The anchor of a pad that slides follows it, and its force hardly jumps.
bool same(const Pad& a, const Pad& b) {
  if (a.grip == Grip::rubs && b.grip == Grip::rubs) return true;
  return a.grip == b.grip && a.p_B == b.p_B && a.p_W == b.p_W && a.normal == b.normal;
}

}  // namespace

struct StiffSolver::Impl {
  StiffSystem system;
  SUNContext context = nullptr;
  N_Vector y = nullptr;
  SUNMatrix J = nullptr;
  SUNLinearSolver newton = nullptr;
  void* cvode = nullptr;
  bool fresh = true;  // the next step begins a new integration
  double stop = -1;   // s, stop time last set in CVODE
  long rejected = 0;  // steps of earlier integrations
  // The values at the last restart. If they change, CVODE's history belongs to other forces.
  std::vector<std::vector<Pad>> pads;  // [figure]
  std::vector<AttachmentState> attachments;

  Impl(const State& state, const IntegratorSpec& how)
      : system(state), attachments(state.attachments) {
    for (const FigureState& f : state.figures) pads.push_back(f.pads);
    require(SUNContext_Create(nullptr, &context));
    const int n = system.size();
    y = N_VNew_Serial(n, context);
    J = SUNDenseMatrix(n, n, context);
    newton = make_stiff_newton(system.positions(), system.velocities(), context);
    cvode = CVodeCreate(CV_BDF, context);
    system.pack(state, N_VGetArrayPointer(y));
    require(CVodeInit(cvode, rate, state.time, y));
    require(CVodeSetErrHandlerFn(cvode, say_nothing, nullptr));
    require(CVodeSetUserData(cvode, this));
    require(CVodeSStolerances(cvode, how.tolerance, how.tolerance));
    require(CVodeSetLinearSolver(cvode, newton, J));
    require(CVodeSetJacFn(cvode, jacobian));
    require(CVodeSetMaxNonlinIters(cvode, newton_iterations));
    require(CVodeSetMaxErrTestFails(cvode, as_often_as_it_takes));
    require(CVodeSetMaxConvFails(cvode, as_often_as_it_takes));
    require(CVodeSetMinStep(cvode, how.min_step));
    require(CVodeSetMaxStep(cvode, how.max_step));
  }
  ~Impl() {
    CVodeFree(&cvode);
    SUNLinSolFree(newton);
    SUNMatDestroy(J);
    N_VDestroy(y);
    SUNContext_Free(&context);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  static int rate(double t, N_Vector y, N_Vector f, void* self) {
    StiffSystem& system = static_cast<Impl*>(self)->system;
    constexpr int shorter_step = 1;
    return system.rate(t, N_VGetArrayPointer(y), N_VGetArrayPointer(f)) ? 0 : shorter_step;
  }
  static int jacobian(double t, N_Vector y, N_Vector, SUNMatrix J, void* self, N_Vector, N_Vector,
                      N_Vector) {
    StiffSystem& system = static_cast<Impl*>(self)->system;
    const int n = system.size();
    system.jacobian(t, N_VGetArrayPointer(y), Eigen::Map<Eigen::MatrixXd>(SM_DATA_D(J), n, n));
    return 0;
  }

  void begin(const State& state) {
    rejected += fails();
    system.pack(state, N_VGetArrayPointer(y));
    require(CVodeReInit(cvode, state.time, y));
    remember(state);
    fresh = false;
    stop = -1;
  }
  long fails() const {
    long errors = 0, solves = 0;
    require(CVodeGetNumErrTestFails(cvode, &errors));
    require(CVodeGetNumStepSolveFails(cvode, &solves));
    return errors + solves;
  }
  void remember(const State& state) {
    for (std::size_t i = 0; i < pads.size(); ++i) pads[i] = state.figures[i].pads;
    attachments = state.attachments;
  }
  bool changed(const State& state) const {
    for (std::size_t i = 0; i < pads.size(); ++i)
      if (!std::equal(pads[i].begin(), pads[i].end(), state.figures[i].pads.begin(), same))
        return true;
    for (std::size_t i = 0; i < attachments.size(); ++i)
      if (attachments[i].on != state.attachments[i].on) return true;
    return false;
  }
};

StiffSolver::StiffSolver(const State& state, const IntegratorSpec& how)
    : impl_(std::make_unique<Impl>(state, how)) {}

StiffSolver::~StiffSolver() = default;

void StiffSolver::restart() { impl_->fresh = true; }

bool StiffSolver::step(Ensemble& ensemble, State& state, double stop) {
  Impl& s = *impl_;
  s.system.set(ensemble, state);
  if (s.fresh || s.changed(state)) s.begin(state);
  if (s.stop != stop) require(CVodeSetStopTime(s.cvode, s.stop = stop));
  double reached = state.time;
  if (CVode(s.cvode, stop, s.y, &reached, CV_ONE_STEP) < 0) return false;
  s.system.unpack(N_VGetArrayPointer(s.y), state);
  state.time = reached;
  return true;
}

long StiffSolver::evaluations() const { return impl_->system.evaluations(); }

long StiffSolver::rejected() const { return impl_->rejected + impl_->fails(); }

}  // namespace gambol
