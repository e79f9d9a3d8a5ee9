#pragma once

// Tasks of SimBenchmark (D. Kang and J. Hwangbo, 2018, leggedrobotics.github.io/SimBenchmark), with
// its sizes and its errors, for our program and for MuJoCo (sim_benchmark_mujoco.h).
//
// Its ANYmal is a robot of its makers; ours is a quadruped of its size and degrees of freedom, of
// boxes. Our shots have one coefficient of friction, so that its balls roll with 0.4 for its 0.8:
// they roll by a fourteenth of either.

#include "dynamics/momentum.h"
#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {

struct SimTask {
  IntegrationMethod method = IntegrationMethod::implicit;
  double step = 1e-3;  // s
  double end = 1;      // s
  int side = 0;        // balls along each side of the square or cube; 0: SimBenchmark's
};

// Means over time.
double rolling_error(const SimTask& task);   // (m/s)^2, of a box that is pushed, and a ball on it
double bouncing_error(const SimTask& task);  // J^2, of elastic balls on the ground
double cube_error(const SimTask& task);      // m^2, sum of squares of overlaps of balls that fall
double elastic_cube_error(const SimTask& task);  // J^2, of balls that fall and are elastic
double momentum_error(const SimTask& task);      // (N*s)^2, of a quadruped that a ball strikes
double energy_error(
    const SimTask& task);  // J^2, of a quadruped thrown into the air, without contact

namespace sim_benchmark {

constexpr double g = 9.81;
constexpr double push = 150;  // N
inline const Vec3 push_along(0.5, 0.866025403784439, 0);
constexpr double box_mass = 10, rolling_mass = 1, ball_mass = 10;  // kg
constexpr double ground_friction = 0.4;
constexpr double overlap = 1e-5;                      // m, of what lies on something at the start
constexpr double ball_radius = 0.1, drop_height = 5;  // m
constexpr double cube_gap = 0.21, disorder = 1e-3, cube_height = 0.101, elastic_height = 1.101;
constexpr double striker_radius = 0.2, striker_speed = 5;  // m, m/s
constexpr int rolling_side = 5, bouncing_side = 7, cube_side = 6;

// Accelerations of the box and of the balls that roll on it, m/s2.
struct RollingRates {
  double box, ball;
};
inline RollingRates rolling_rates() {
  constexpr int balls = rolling_side * rolling_side;
  const double rubs = ground_friction * (box_mass + balls * rolling_mass) * g;
  const double rolls = (push - rubs) / box_mass / (3.5 / rolling_mass + balls / box_mass);
  return {(push - rubs - balls * rolls) / box_mass, rolls / rolling_mass};
}

// Where the balls of a cube begin.
inline std::vector<Vec3> cube(int side, double height) {
  Draw draw(42);
  std::vector<Vec3> at;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      for (int k = 0; k < side; ++k)
        at.push_back(Vec3(cube_gap * i + draw(0, disorder), cube_gap * j + draw(0, disorder),
                          height + cube_gap * k + draw(0, disorder)));
  return at;
}

// Sum of the squares of overlaps of balls with each other and the ground, m2.
inline double overlaps(const std::vector<Vec3>& centres) {
  const auto squared = [](double x) { return x > 0 ? x * x : 0; };
  double sum = 0;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    sum += squared(ball_radius - centres[i].z());
    for (std::size_t j = i + 1; j < centres.size(); ++j)
      sum += squared(2 * ball_radius - (centres[i] - centres[j]).norm());
  }
  return sum;
}

inline FigureSpec weighing(double kg, double volume, FigureSpec figure) {
  figure.bodies[0].density = kg / volume;
  return figure;
}
inline FigureSpec ball(const std::string& name, double radius, double kg) {
  return weighing(kg, 4.0 / 3 * M_PI * radius * radius * radius,
                  solid_figure(name, ball_shape(radius)));
}

// 18 degrees of freedom, 30 kg.
inline FigureSpec quadruped() {
  FigureSpec f;
  f.name = "quadruped";
  const auto add = [&](const std::string& name, const std::string& parent, const Vec3& at,
                       const Vec3& axis, const Vec3& size, const Vec3& centre, double kg) {
    BodySpec b = box_body(name, parent, at, size, centre);
    b.collision = b.inertia;
    b.joint.axis = axis;
    b.density = kg / size.prod();
    f.bodies.push_back(b);
  };
  add("trunk", "", Vec3::Zero(), Vec3::UnitX(), Vec3(0.53, 0.23, 0.26), Vec3(0, 0, 0.08), 16.8);
  for (const double x : {0.26, -0.26})
    for (const double y : {0.115, -0.115}) {
      const std::string leg =
          fmt::format("{}_{}", x > 0 ? "fore" : "hind", y > 0 ? "left" : "right");
      const double out = y > 0 ? 1 : -1;
      add("hip_" + leg, "trunk", Vec3(x, y, 0), Vec3::UnitX(), Vec3(0.1, 0.06, 0.08),
          Vec3(0.04, 0, 0), 1.1);
      add("thigh_" + leg, "hip_" + leg, Vec3(0.06, 0.03 * out, 0), Vec3::UnitY(),
          Vec3(0.06, 0.06, 0.25), Vec3(0, 0.06 * out, -0.125), 1.6);
      add("shank_" + leg, "thigh_" + leg, Vec3(0, 0.11 * out, -0.25), Vec3::UnitY(),
          Vec3(0.04, 0.04, 0.32), Vec3(0, 0, -0.16), 0.6);
    }
  return f;
}
// Of its joints: hip, thigh and shank of each leg.
inline Eigen::VectorXd bent_legs() {
  Eigen::VectorXd x(12);
  x << 0.03, 0.4, -0.8, -0.03, 0.4, -0.8, 0.03, -0.4, 0.8, -0.03, -0.4, 0.8;
  return x;
}

inline MotionSpec shot(const SimTask& task, double friction, double restitution) {
  MotionSpec m;
  m.world.contact.emplace();
  m.world.contact->type = ContactType::impulse;
  m.world.contact->friction = Curve(friction);
  m.world.contact->restitution = restitution;
  m.integrator.method = task.method;
  m.integrator.step = task.step;
  return m;
}

inline Vec3 velocity(const Simulator& s, std::size_t figure) {
  const Eigen::VectorXd &q = s.state().figures[figure].q, &v = s.state().figures[figure].v;
  return Quat(q[3], q[4], q[5], q[6]) * v.segment<3>(3);
}

inline Momentum momentum_of(const Simulator& s, std::size_t figure) {
  const Model& model = s.figures()[figure]->model();
  Workspace now(model);
  now.gravity = s.state().world.gravity;
  update_kinematics(model, s.state().figures[figure].q, s.state().figures[figure].v, now);
  return momentum(model, now);
}
inline double energy(const Simulator& s) {
  double sum = 0;
  for (std::size_t f = 0; f < s.figures().size(); ++f) {
    const Momentum of = momentum_of(s, f);
    sum += of.kinetic + of.potential;
  }
  return sum;
}

inline std::vector<Vec3> centres(const Simulator& s) {
  std::vector<Vec3> at;
  for (const FigureState& f : s.state().figures) at.push_back(f.q.head<3>());
  return at;
}

// Mean of error(s) over the beginnings of all steps.
template <class Error>
double mean_over_steps(Simulator& s, const SimTask& task, const Error& error) {
  double sum = error(s);
  long count = 1;
  s.advance(task.end, [&](const StepView&) {
    sum += error(s);
    ++count;
  });
  return sum / static_cast<double>(count);
}

inline Simulator falling_cube(const SimTask& task, double height, double restitution) {
  MotionSpec m = shot(task, 0, restitution);
  m.world.ground.emplace();
  m.world.collisions.self.clear();
  int count = 0;
  for (const Vec3& at : cube(task.side > 0 ? task.side : cube_side, height))
    m.figures.push_back(cast(ball(fmt::format("ball{}", count++), ball_radius, ball_mass), at));
  return Simulator(m);
}

}  // namespace sim_benchmark

inline double rolling_error(const SimTask& task) {
  using namespace sim_benchmark;
  MotionSpec m = shot(task, ground_friction, 0);
  m.world.ground.emplace();
  m.world.collisions.self.clear();
  m.figures = {cast(weighing(box_mass, 20 * 20 * 1, solid_figure("box", box_shape({20, 20, 1}))),
                    Vec3(0, 0, 0.5 - overlap))};
  for (int i = 0; i < rolling_side; ++i)
    for (int j = 0; j < rolling_side; ++j)
      m.figures.push_back(cast(ball(fmt::format("ball{}_{}", i, j), 0.5, rolling_mass),
                               Vec3(2 * i - 4, 2 * j - 4, 1.5 - 2 * overlap)));
  Simulator s(m);
  s.state().figures[0].pushes.push_back(
      {0, push * push_along, s.figures()[0]->model().bodies[0].mass.com, 1e9});
  const RollingRates rates = rolling_rates();
  return mean_over_steps(s, task, [&](const Simulator& at) {
    const Vec3 expected = at.state().time * push_along;
    return (velocity(at, 0) - rates.box * expected).squaredNorm() +
           (velocity(at, 1) - rates.ball * expected).squaredNorm();
  });
}

inline double bouncing_error(const SimTask& task) {
  using namespace sim_benchmark;
  MotionSpec m = shot(task, 0, 1);
  m.world.ground.emplace();
  const int side = task.side > 0 ? task.side : bouncing_side;
  for (int i = 0; i < side * side; ++i)
    m.figures.push_back(cast(ball(fmt::format("ball{}", i), ball_radius, ball_mass),
                             Vec3(2 * (i / side), 2 * (i % side), drop_height)));
  Simulator s(m);
  const double start = energy(s);
  return mean_over_steps(s, task,
                         [&](const Simulator& at) { return std::pow(energy(at) - start, 2); });
}

inline double cube_error(const SimTask& task) {
  using namespace sim_benchmark;
  Simulator s = falling_cube(task, cube_height, 0);
  return mean_over_steps(s, task, [](const Simulator& at) { return overlaps(centres(at)); });
}

inline double elastic_cube_error(const SimTask& task) {
  using namespace sim_benchmark;
  Simulator s = falling_cube(task, elastic_height, 1);
  const double start = energy(s);
  return mean_over_steps(s, task,
                         [&](const Simulator& at) { return std::pow(energy(at) - start, 2); });
}

inline double momentum_error(const SimTask& task) {
  using namespace sim_benchmark;
  MotionSpec m = shot(task, 0, 0);
  m.world.gravity = Vec3::Zero();
  m.world.collisions.self.clear();
  m.figures = {cast(quadruped(), Vec3(0, 0, 2)),
               cast(ball("ball", striker_radius, ball_mass), Vec3(0, -5, 2))};
  Simulator s(m);
  set_coordinates(s.figures()[0]->model(),
                  (Eigen::VectorXd(18) << Eigen::VectorXd::Zero(6), bent_legs()).finished(),
                  s.state().figures[0].q);
  s.state().figures[1].v[4] = striker_speed;
  const Vec3 expected(0, ball_mass * striker_speed, 0);
  return mean_over_steps(s, task, [&](const Simulator& at) {
    return (momentum_of(at, 0).linear + momentum_of(at, 1).linear - expected).squaredNorm();
  });
}

inline double energy_error(const SimTask& task) {
  using namespace sim_benchmark;
  MotionSpec m;
  m.integrator.method = task.method;
  m.integrator.step = task.step;
  m.world.collisions.self.clear();
  m.figures = {cast(quadruped(), Vec3(0, 0, 2))};
  Simulator s(m);
  set_coordinates(s.figures()[0]->model(),
                  (Eigen::VectorXd(18) << Eigen::VectorXd::Zero(6), bent_legs()).finished(),
                  s.state().figures[0].q);
  // For 1 s the trunk is pushed up with twice the weight.
  const Model& pushed = s.figures()[0]->model();
  s.state().figures[0].pushes.push_back(
      {0, Vec3(0, 0, 2 * g * pushed.mass), pushed.bodies[0].mass.com, 1});
  s.advance(1);
  const double start = energy(s);
  return mean_over_steps(s, task,
                         [&](const Simulator& at) { return std::pow(energy(at) - start, 2); });
}

}  // namespace gambol::testing
