#include <gtest/gtest.h>

#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

// A floating arm with springs and dampers, thrown.
FigureSpec springy(double damping = 0.5) {
  FigureSpec f;
  f.name = "springy";
  f.bodies = {box_body("a", "", Vec3::Zero(), Vec3(0.4, 0.2, 0.1)),
              box_body("b", "a", Vec3(0.2, 0, 0), Vec3(0.5, 0.1, 0.1), Vec3(0.25, 0, 0)),
              box_body("c", "b", Vec3(0.5, 0, 0), Vec3(0.3, 0.1, 0.1), Vec3(0.15, 0, 0))};
  f.bodies[2].joint.axis = Vec3(0, 1, 0);
  ActuatorSpec spring, damper;
  spring.type = ActuatorType::exponential_spring;
  spring.strength = 4;
  spring.rise = 3;
  spring.rest = Curve(0.6);
  spring.joints = damper.joints = {"b", "c"};
  damper.damping = damping;
  f.actuators = {spring, damper};
  return f;
}

MotionSpec thrown(IntegrationMethod method, double step, double damping = 0.5) {
  MotionSpec m = free_motion(springy(damping));
  m.world.gravity = Vec3(0, 0, -9.81);
  m.integrator.method = method;
  m.integrator.step = step;
  return m;
}

Eigen::VectorXd state_after(const MotionSpec& spec, double t) {
  Simulator s(spec);
  s.state().figures[0].v.head<6>() << 1, 2, -1, 0.5, 0, 2;
  s.advance(t);
  Eigen::VectorXd x(s.state().figures[0].q.size() + s.state().figures[0].v.size());
  x << s.state().figures[0].q, s.state().figures[0].v;
  return x;
}

double order(IntegrationMethod method, double step) {
  const Eigen::VectorXd exact = state_after(thrown(IntegrationMethod::rkf45, 1e-4), 0.4);
  const double coarse = (state_after(thrown(method, step), 0.4) - exact).norm();
  const double fine = (state_after(thrown(method, step / 2), 0.4) - exact).norm();
  return std::log2(coarse / fine);
}

TEST(Integrators, ConvergeAtTheirOrder) {
  EXPECT_NEAR(order(IntegrationMethod::implicit, 1e-3), 1, 0.1);
  EXPECT_NEAR(order(IntegrationMethod::euler, 1e-3), 1, 0.2);
  EXPECT_NEAR(order(IntegrationMethod::rk4, 1e-2), 4, 0.4);
}

TEST(Integrators, MeetTheirTolerance) {
  MotionSpec exact = thrown(IntegrationMethod::rkf45, 1e-3);
  exact.integrator.tolerance = 1e-13;
  const Eigen::VectorXd x = state_after(exact, 1);
  // BDF's errors of a step add up: its steps are many more, of lower order.
  for (const auto& [method, steps] :
       {std::pair{IntegrationMethod::rkf45, 100}, std::pair{IntegrationMethod::bdf, 2000}}) {
    double before = 1;
    for (double tolerance : {1e-4, 1e-6, 1e-8}) {
      MotionSpec m = exact;
      m.integrator.method = method;
      m.integrator.tolerance = tolerance;
      const double error = (state_after(m, 1) - x).norm();
      EXPECT_LT(error, steps * tolerance);
      EXPECT_LT(error, before);
      before = error;
    }
  }
}

// Light links behind stiff dampers: an explicit method must resolve their decay, the implicit one
// need not.
TEST(Integrators, StandStiffDampersAtAHundredTimesTheExplicitLimit) {
  const double damping = 2000;
  const double limit = 4e-5;
  EXPECT_THROW(state_after(thrown(IntegrationMethod::rk4, 100 * limit, damping), 1), RunError);
  const Eigen::VectorXd coarse =
      state_after(thrown(IntegrationMethod::implicit, 100 * limit, damping), 1);
  const Eigen::VectorXd fine = state_after(thrown(IntegrationMethod::implicit, limit, damping), 1);
  EXPECT_TRUE(coarse.allFinite());
  EXPECT_LT((coarse.segment<2>(7) - fine.segment<2>(7)).norm(), 0.01);
}

// The same damper: what an explicit method spends on staying stable, a stiff one saves.
TEST(Integrators, NeedFewEvaluationsOfAStiffSystemIfTheyAreStiff) {
  const auto evaluations = [](IntegrationMethod method) {
    MotionSpec m = thrown(method, 1e-5, 2000);
    m.integrator.tolerance = 1e-6;
    Simulator s(m);
    s.advance(0.5);
    return s.evaluations();
  };
  EXPECT_LT(50 * evaluations(IntegrationMethod::bdf), evaluations(IntegrationMethod::rkf45));
}

TEST(Integrators, CountTheStepsThatTheyRejected) {
  for (IntegrationMethod method : {IntegrationMethod::rkf45, IntegrationMethod::bdf}) {
    MotionSpec m = thrown(method, 0.05);
    Simulator s(m);
    s.state().figures[0].v.tail(2) << 300, -300;
    s.advance(0.2);
    EXPECT_GT(s.rejected(), 0);
    EXPECT_GT(s.evaluations(), s.steps());
    s.reset();
    EXPECT_EQ(s.rejected(), 0);
  }
}

TEST(Integrators, ReportABlowUpWithItsTimeAndFigure) {
  try {
    state_after(thrown(IntegrationMethod::euler, 5e-3, 2000), 5);
    FAIL() << "it must blow up";
  } catch (const RunError& e) {
    EXPECT_EQ(e.code, ExitCode::bad_motion);
    EXPECT_NE(std::string(e.what()).find("springy"), std::string::npos) << e.what();
  }
}

TEST(Integrators, ReportAStepForcedBelowItsMinimum) {
  for (IntegrationMethod method : {IntegrationMethod::rkf45, IntegrationMethod::bdf}) {
    MotionSpec m = thrown(method, 1e-2);
    m.integrator.min_step = 1e-2;
    m.integrator.tolerance = 1e-14;
    try {
      state_after(m, 1);
      FAIL() << "it must give up";
    } catch (const RunError& e) {
      EXPECT_EQ(e.code, ExitCode::bad_motion);
      EXPECT_NE(std::string(e.what()).find("min_step"), std::string::npos) << e.what();
    }
  }
}

TEST(DenseOutput, LeavesTheMotionAsItIs) {
  for (IntegrationMethod method : {IntegrationMethod::implicit, IntegrationMethod::rk4,
                                   IntegrationMethod::rkf45, IntegrationMethod::bdf}) {
    const MotionSpec spec = thrown(method, 1e-3);
    Simulator unseen(spec);
    unseen.advance(0.5);
    for (double fps : {24.0, 30.0}) {
      Simulator s(spec);
      int frame = 0;
      Eigen::VectorXd q, v;
      s.advance(0.5, [&](const StepView& step) {
        for (; frame / fps <= step.t1; ++frame) step.interpolate(0, frame / fps, q, v);
      });
      EXPECT_EQ(state_hash(s.state()), state_hash(unseen.state()));
      EXPECT_EQ(frame, static_cast<int>(fps / 2) + 1);
    }
  }
}

// Largest error of the interpolated poses of one long step, halving its length.
TEST(DenseOutput, ErrsByTheFourthPowerOfTheStep) {
  const auto error = [](double h) {
    MotionSpec exact = thrown(IntegrationMethod::rkf45, 1e-3);
    exact.integrator.tolerance = 1e-13;
    exact.integrator.max_step = h / 8;
    StepView step;
    Simulator s(exact);
    step.models = {&s.figures()[0]->model()};
    s.state().figures[0].v.head<6>() << 1, 2, -1, 0.5, 0, 2;
    s.advance(0.1);
    const auto end = [&] {
      return StepView::End{s.state().figures[0].q, s.state().figures[0].v, s.state().time};
    };
    step.t0 = 0.1;
    step.t1 = 0.1 + h;
    step.before = {end()};
    s.advance(0.1 + h / 3);
    const Eigen::VectorXd wanted = end().q;
    s.advance(step.t1);
    step.after = {end()};
    Eigen::VectorXd q, v;
    step.interpolate(0, 0.1 + h / 3, q, v);
    return (q - wanted).norm();
  };
  EXPECT_NEAR(std::log2(error(0.02) / error(0.01)), 4, 0.3);
}

TEST(DenseOutput, MeetsBothEndsOfAStep) {
  Draw draw(3);
  const Model model = make_model(springy());
  StepView step;
  step.models = {&model};
  step.t0 = 2;
  step.t1 = 2.01;
  step.before = {{random_q(draw, model), draw.vector(model.nv(), 1), step.t0}};
  step.after = step.before;
  step.after[0].t = step.t1;
  step.after[0].q.segment<4>(3) *= -1;  // the same orientation
  step.after[0].q[0] += 0.1;
  Eigen::VectorXd q, v;
  for (const auto* end : {&step.before[0], &step.after[0]}) {
    step.interpolate(0, end == &step.before[0] ? 2 : 2.01, q, v);
    EXPECT_LT((q.head<3>() - end->q.head<3>()).norm(), 1e-12);
    EXPECT_NEAR(std::abs(q.segment<4>(3).dot(end->q.segment<4>(3))), 1, 1e-12);
    EXPECT_LT((v - end->v).norm(), 1e-12);
  }
}

TEST(Determinism, TheSameShotEndsInTheSameBits) {
  const auto hash = [](IntegrationMethod method, double max_step) {
    MotionSpec m = thrown(method, max_step);
    m.integrator.max_step = max_step;
    Simulator s(m);
    s.advance(0.3);
    const std::string first = state_hash(s.state());
    s.reset();
    s.advance(0.3);
    EXPECT_EQ(state_hash(s.state()), first);
    return first;
  };
  for (IntegrationMethod method :
       {IntegrationMethod::implicit, IntegrationMethod::rkf45, IntegrationMethod::bdf}) {
    EXPECT_EQ(hash(method, 1e-3), hash(method, 1e-3));
    EXPECT_NE(hash(method, 1e-3), hash(method, 9e-4));
  }
}

TEST(Determinism, AdvancingInPiecesIsAdvancingAtOnceWhereTheStepsFit) {
  Simulator once(thrown(IntegrationMethod::implicit, 1e-3));
  Simulator pieces(thrown(IntegrationMethod::implicit, 1e-3));
  once.advance(0.4);
  for (double t : {0.1, 0.2, 0.3, 0.4}) pieces.advance(t);
  EXPECT_LT((once.state().figures[0].q - pieces.state().figures[0].q).norm(), 1e-10);
}

}  // namespace
}  // namespace gambol::testing
