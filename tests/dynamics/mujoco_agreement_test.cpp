// Two independent programs, one answer: our articulated body method against MuJoCo.

#include <gtest/gtest.h>

#include "mujoco_judge.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

const Vec3 gravity(0.3, -0.4, -9.81);

double relative_error(const Eigen::VectorXd& ours, const Eigen::VectorXd& theirs) {
  return (ours - theirs).norm() / (1 + theirs.norm());
}

// A tree in a random state under random forces, in both programs.
struct Case {
  Model model;
  Root root;
  Eigen::VectorXd q, v, joint_force;
  Workspace work;
  MujocoJudge judge;

  Case(Draw& draw, int bodies, Root root)
      : Case(draw, random_tree_of_all_joints(draw, bodies, false), root) {}
  Case(Draw& draw, const FigureSpec& figure, Root root)
      : model(make_model(figure)),
        root(root),
        q(random_q(draw, model)),
        v(draw.vector(model.nv(), 2)),
        joint_force(for_joints(draw, model, 50)),
        work(model),
        judge(model, gravity, root, q) {
    if (root == Root::fixed) v.head<6>().setZero();
    work.gravity = gravity;
    std::fill_n(work.kinematic.begin(), root_dofs, root == Root::fixed);
    work.force = joint_force;
    update_kinematics(model, q, v, work);
    judge.set_state(q, v);
    judge.set_joint_forces(joint_force);
  }

  void push_everything(Draw& draw) {
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
      const Vec3 f_W = draw.vec(100), t_W = draw.vec(20);
      BodyWork& b = work.bodies[i];
      const Vec3 f = b.X_WB.R.transpose() * f_W;
      b.applied = {b.X_WB.R.transpose() * t_W + model.bodies[i].mass.com.cross(f), f};
      judge.push(static_cast<int>(i), f_W, t_W);
    }
  }
};

TEST(MujocoAgreement, AcceleratesTwoHundredRandomTreesAlike) {
  Draw draw(1990);
  for (int trial = 0; trial < 200; ++trial) {
    const Root root = trial % 2 ? Root::fixed : Root::free;
    Case c(draw, 2 + trial * 58 / 199, root);
    if (trial % 4 < 2) c.push_everything(draw);
    forward_dynamics(c.model, c.work);
    ASSERT_LT(relative_error(c.work.vdot, c.judge.accelerations()), 1e-8)
        << "trial " << trial << ", " << c.model.bodies.size() << " bodies";
  }
}

// Ninety degrees of freedom, gimbals among them, and toes that weigh a ten-thousandth of the whole.
TEST(MujocoAgreement, AcceleratesTheHumanAlike) {
  const FigureSpec human = load_figure(GAMBOL_SOURCE_DIR "/figures/thesis_human.yaml");
  Draw draw(1994);
  for (int trial = 0; trial < 20; ++trial) {
    Case c(draw, human, trial % 2 ? Root::fixed : Root::free);
    EXPECT_EQ(c.model.nv(), 90);
    if (trial % 4 < 2) c.push_everything(draw);
    forward_dynamics(c.model, c.work);
    ASSERT_LT(relative_error(c.work.vdot, c.judge.accelerations()), 1e-8) << "trial " << trial;
  }
}

TEST(MujocoAgreement, PlacesBodiesAlike) {
  Draw draw(7);
  Case c(draw, 40, Root::free);
  c.judge.accelerations();
  for (std::size_t i = 0; i < c.model.bodies.size(); ++i) {
    const int id = mj_name2id(c.judge.m(), mjOBJ_BODY, c.model.bodies[i].name.c_str());
    const Vec3 theirs = Eigen::Map<Vec3>(c.judge.d()->xpos + 3 * id);
    EXPECT_LT((theirs - c.work.bodies[i].X_WB.p).norm(), 1e-12) << i;
  }
}

TEST(MujocoAgreement, NeedsTheSameForcesForAPrescribedMotion) {
  Draw draw(1994);
  for (int trial = 0; trial < 50; ++trial) {
    Case c(draw, 2 + trial, trial % 2 ? Root::fixed : Root::free);
    Eigen::VectorXd wanted = draw.vector(c.model.nv(), 10);
    if (c.root == Root::fixed) wanted.head<6>().setZero();
    std::fill(c.work.kinematic.begin(), c.work.kinematic.end(), 1);
    c.work.vdot = wanted;
    forward_dynamics(c.model, c.work);
    EXPECT_EQ(c.work.vdot, wanted);
    Eigen::VectorXd ours = c.work.force;
    if (c.root == Root::fixed) ours.head<6>().setZero();  // MuJoCo has no degree of freedom there
    ASSERT_LT(relative_error(ours, c.judge.inverse(wanted)), 1e-10) << "trial " << trial;
  }
}

TEST(MujocoAgreement, RespondsToImpulsesByTheInverseMassMatrix) {
  Draw draw(42);
  for (int trial = 0; trial < 20; ++trial) {
    Case c(draw, 2 + trial, trial % 2 ? Root::fixed : Root::free);
    forward_dynamics(c.model, c.work);
    std::vector<SpatialForce> impulses(c.model.bodies.size());
    Eigen::VectorXd f = draw.vector(c.model.nv(), 1);
    if (c.root == Root::fixed) f.head<6>().setZero();
    Eigen::VectorXd dv(c.model.nv());
    impulse_response(c.model, c.work, impulses, f, dv);
    ASSERT_LT(relative_error(dv, c.judge.solve_mass(f)), 1e-8) << "trial " << trial;
  }
}

}  // namespace
}  // namespace gambol::testing
