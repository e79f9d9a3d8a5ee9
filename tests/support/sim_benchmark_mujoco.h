#pragma once

// SimBenchmark's tasks (sim_benchmark.h) by MuJoCo, with its default parameters of contact,
// Newton's solver and elliptic cones. It has no restitution: elastic tasks are left out, as
// SimBenchmark leaves them out.

#include <cmath>
#include <string>

#include "dynamics/mujoco_judge.h"
#include "support/sim_benchmark.h"

namespace gambol::testing {

// `method` implicit: semi-implicit Euler; else Runge and Kutta's.
double mujoco_rolling_error(const SimTask& task);
double mujoco_cube_error(const SimTask& task);
double mujoco_momentum_error(const SimTask& task);
double mujoco_energy_error(const SimTask& task);

namespace sim_benchmark {

inline std::string mujoco_world(const std::string& worldbody) {
  return fmt::format(
      "<mujoco><size njmax='6000' nconmax='1200'/>\n"
      "<option gravity='0 0 {:.17g}'/>\n"
      "<worldbody>\n{}</worldbody></mujoco>\n",
      -g, worldbody);
}

class MujocoRun {
 public:
  MujocoRun(const SimTask& task, const std::string& mjcf)
      : end_(task.end), model_(load_mujoco(mjcf)) {
    data_.reset(mj_makeData(model_.get()));
    m().opt.timestep = task.step;
    m().opt.integrator = task.method == IntegrationMethod::implicit ? mjINT_EULER : mjINT_RK4;
    m().opt.solver = mjSOL_NEWTON;
    m().opt.cone = mjCONE_ELLIPTIC;
    m().opt.enableflags |= mjENBL_ENERGY;
  }
  mjModel& m() { return *model_; }
  mjData& d() { return *data_; }
  Vec3 velocity(int joint) { return Vec3(d().qvel + m().jnt_dofadr[joint]); }
  Vec3 position(int body) { return Vec3(d().xpos + 3 * body); }
  double energy() {
    mj_forward(&m(), &d());
    return d().energy[0] + d().energy[1];
  }
  Vec3 momentum() {
    mj_forward(&m(), &d());
    mj_subtreeVel(&m(), &d());
    return Vec3(d().subtree_linvel) * m().body_subtreemass[0];
  }
  void advance(double until) {
    while (d().time < until - m().opt.timestep / 2) mj_step(&m(), &d());
  }
  template <class Error>
  double mean_over_steps(const Error& error) {
    double sum = 0;
    long count = 0;
    for (;; mj_step(&m(), &d()), ++count) {
      sum += error();
      if (d().time >= end_ - m().opt.timestep / 2) return sum / static_cast<double>(count + 1);
    }
  }

 private:
  double end_;
  std::unique_ptr<mjModel, MujocoDelete> model_;
  std::unique_ptr<mjData, MujocoDelete> data_;
};

inline std::string mujoco_ball(const std::string& name, const Vec3& at, double radius, double kg,
                               double friction) {
  return fmt::format(
      "<body name='{}' pos='{:.17g} {:.17g} {:.17g}'><freejoint/>"
      "<geom type='sphere' size='{:.17g}' mass='{:.17g}' friction='{:.17g} 0 0'/></body>\n",
      name, at.x(), at.y(), at.z(), radius, kg, friction);
}
inline std::string mujoco_floor(double friction) {
  return fmt::format("<geom type='plane' size='100 100 5' friction='{:.17g} 0 0'/>\n", friction);
}

// The quadruped as its judge writes it, with boxes that collide, and what else is in the world.
inline std::string mujoco_quadruped(const Vec3& gravity, const std::string& others) {
  const FigureSpec figure = quadruped();
  const Model model = make_model(figure);
  std::string text =
      mjcf_text(model, gravity, Root::free, initial_q(model, {Quat::Identity(), Vec3(0, 0, 2)}));
  const auto insert = [&](const std::string& after, const std::string& what) {
    const std::size_t at = text.find(after);
    if (at == std::string::npos) throw std::runtime_error(after);
    text.insert(text.find('>', at) + 1, what);
  };
  for (const BodySpec& b : figure.bodies) {
    const Shape& box = b.collision[0].shape;
    insert("<body name='" + b.name + "'",
           fmt::format("<geom type='box' size='{} {} {}' pos='{} {} {}' contype='1' "
                       "conaffinity='0' friction='0 0 0'/>",
                       box.size.x() / 2, box.size.y() / 2, box.size.z() / 2, box.X_BS.p.x(),
                       box.X_BS.p.y(), box.X_BS.p.z()));
  }
  insert("<worldbody", others);
  const std::string off = "<flag contact='disable' constraint='disable'/>";
  text.erase(text.find(off), off.size());
  return text;
}
// Places its joints; the root has its pose.
inline void bend_legs(MujocoRun& run) {
  const Model model = make_model(quadruped());
  for (int i = 0; i < 12; ++i) {
    const Dof& dof = model.dofs[root_dofs + i];
    const std::string name = fmt::format("{}#{}", model.bodies[dof.body].name, dof.mode);
    run.d().qpos[run.m().jnt_qposadr[mj_name2id(&run.m(), mjOBJ_JOINT, name.c_str())]] =
        bent_legs()[i];
  }
}

}  // namespace sim_benchmark

inline double mujoco_rolling_error(const SimTask& task) {
  using namespace sim_benchmark;
  std::string world = mujoco_floor(ground_friction);
  world += fmt::format(
      "<body name='box' pos='0 0 {:.17g}'><freejoint/><geom type='box' size='10 10 0.5' mass='{}' "
      "friction='{} 0 0'/></body>\n",
      0.5 - overlap, box_mass, ground_friction);
  for (int i = 0; i < rolling_side; ++i)
    for (int j = 0; j < rolling_side; ++j)
      world += mujoco_ball(fmt::format("ball{}_{}", i, j),
                           Vec3(2 * i - 4, 2 * j - 4, 1.5 - 2 * overlap), 0.5, rolling_mass, 0.8);
  MujocoRun run(task, mujoco_world(world));
  Eigen::Map<Vec3>(run.d().xfrc_applied + 6) = push * push_along;
  const RollingRates rates = rolling_rates();
  return run.mean_over_steps([&] {
    const Vec3 expected = run.d().time * push_along;
    return (run.velocity(0) - rates.box * expected).squaredNorm() +
           (run.velocity(1) - rates.ball * expected).squaredNorm();
  });
}

inline double mujoco_cube_error(const SimTask& task) {
  using namespace sim_benchmark;
  std::string world = mujoco_floor(0);
  int count = 0;
  for (const Vec3& at : cube(task.side > 0 ? task.side : cube_side, cube_height))
    world += mujoco_ball(fmt::format("ball{}", count++), at, ball_radius, ball_mass, 0);
  MujocoRun run(task, mujoco_world(world));
  return run.mean_over_steps([&] {
    std::vector<Vec3> centres;
    for (int b = 1; b < run.m().nbody; ++b) centres.push_back(run.position(b));
    return run.d().time > 0 ? overlaps(centres) : 0;  // positions are computed by the first step
  });
}

inline double mujoco_momentum_error(const SimTask& task) {
  using namespace sim_benchmark;
  const std::string ball = fmt::format(
      "<body name='ball' pos='0 -5 2'><freejoint name='thrown'/><geom type='sphere' size='{}' "
      "mass='{}' "
      "contype='0' conaffinity='1' friction='0 0 0'/><inertial pos='0 0 0' mass='{}' "
      "diaginertia='0.16 0.16 0.16'/></body>\n",
      striker_radius, ball_mass, ball_mass);
  MujocoRun run(task, mujoco_quadruped(Vec3::Zero(), ball));
  bend_legs(run);
  const int thrown = mj_name2id(&run.m(), mjOBJ_JOINT, "thrown");
  run.d().qvel[run.m().jnt_dofadr[thrown] + 1] = striker_speed;
  const Vec3 expected(0, ball_mass * striker_speed, 0);
  return run.mean_over_steps([&] { return (run.momentum() - expected).squaredNorm(); });
}

inline double mujoco_energy_error(const SimTask& task) {
  using namespace sim_benchmark;
  MujocoRun run(task, mujoco_quadruped(Vec3(0, 0, -g), ""));
  run.m().opt.disableflags |= mjDSBL_CONTACT;
  bend_legs(run);
  run.d().xfrc_applied[6 + 2] = 2 * g * run.m().body_subtreemass[0];
  run.advance(1);
  mju_zero(run.d().xfrc_applied, 6 * run.m().nbody);
  const double start = run.energy();
  return run.mean_over_steps([&] { return std::pow(run.energy() - start, 2); });
}

}  // namespace gambol::testing
