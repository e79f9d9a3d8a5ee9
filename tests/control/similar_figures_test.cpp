// A person of another size moves as the figure does, with times in proportion to the square root of
// the length: dynamic similarity of everything that a figure file holds (figure/scale_to_person.h).

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "control/actuators.h"
#include "dynamics/articulated_body.h"
#include "support/own_file.h"

namespace gambol {
namespace {

struct Moving {
  FigureSpec figure;
  Model model = make_model(figure);
  std::vector<Actuator> actuators = make_actuators(figure, model);

  // Accelerations under gravity and the figure's own actuators, with the joints at x off their
  // positions at the start, and rates v; the root falls, or is held.
  Eigen::VectorXd accelerations(const Eigen::VectorXd& x, const Eigen::VectorXd& v,
                                bool held = false) const {
    Eigen::VectorXd q = initial_q(model, Transform());
    Workspace work(model);
    for (int i = root_dofs; i < model.nv(); ++i) q[model.dofs[i].q] += x[i];
    update_kinematics(model, q, v, work);
    work.force.setZero();
    if (held) std::fill_n(work.kinematic.begin(), root_dofs, 1);
    for (const Actuator& a : actuators)
      work.force[a.dof] +=
          actuator_torque(a, ActuatorCommand(), q[model.dofs[a.dof].q], v[a.dof], 0).torque;
    forward_dynamics(model, work);
    return work.vdot;
  }
};

Moving human(const std::string& name, const std::string& person) {
  const std::string file = own_file(name + ".yaml");
  std::ofstream(file) << "figure: f\nextends: " GAMBOL_SOURCE_DIR "/figures/thesis_human.yaml\n"
                      << person;
  return {load_figure(file)};
}

// Angles and angular rates of a lively posture; the root's linear velocity is 0.
Eigen::VectorXd spread(int n, double size) {
  Eigen::VectorXd x(n);
  for (int i = 0; i < n; ++i) x[i] = size * std::sin(2.3 * i + 0.7);
  x.segment<3>(3).setZero();
  return x;
}

void expect_similar(const Moving& man, const Moving& other, double length) {
  const int n = man.model.nv();
  ASSERT_EQ(other.model.nv(), n);
  const Eigen::VectorXd x = spread(n, 0.05), v = spread(n, 0.4);
  const Eigen::VectorXd a = man.accelerations(x, v),
                        b = other.accelerations(x, v / std::sqrt(length));
  // Of the small bones of the foot accelerations are thousands of rad/s2.
  for (int i = 0; i < n; ++i) {
    const double scale = i >= 3 && i < root_dofs ? 1 : length;
    EXPECT_NEAR(b[i] * scale, a[i], 1e-7 * (1 + std::abs(a[i]))) << man.model.dofs[i].name;
  }
}

TEST(SimilarFigures, OfHalfTheHeightMoveInTimesOfTheSquareRootOfTheLength) {
  expect_similar(human("a", ""), human("b", "person: {height: 0.89 m}\n"), 0.5);
}

TEST(SimilarFigures, OfAnotherDensityDoTheSame) {
  const Moving man = human("a", "");
  const Moving dense = human("b",
                             "person: {height: 0.89 m, mass: 9.5 kg, proportions: [{bodies: "
                             "[\"*\"], girth: 1}]}\n");
  EXPECT_NEAR(dense.model.mass, 9.5, 1e-9);
  expect_similar(man, dense, 0.5);
}

TEST(SimilarFigures, ReleasedLimbsSwingWithThePeriodOfTheirLength) {
  const Moving man = human("a", "without: [actuators]\n"),
               child = human("b", "without: [actuators]\nperson: {height: 0.89 m}\n");
  const int n = man.model.nv();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
  const int hip = man.model.dof_of("left_thigh.r1");
  x[hip] = 0.3;
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(n);
  const double a = man.accelerations(x, still, true)[hip],
               b = child.accelerations(x, still, true)[hip];
  // The period of a pendulum goes with the square root of angle over acceleration.
  EXPECT_NEAR(std::sqrt(a / b), std::sqrt(0.5), 1e-9);
}

}  // namespace
}  // namespace gambol
