#include "mujoco_judge.h"

#include <fmt/format.h>
#include <unistd.h>
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace gambol::testing {
namespace {

std::string numbers(const Vec3& v) {
  return fmt::format("{:.17g} {:.17g} {:.17g}", v[0], v[1], v[2]);
}

std::string numbers(const Quat& r) {
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", r.w(), r.x(), r.y(), r.z());
}

std::string joint_name(const Body& b, int mode) { return fmt::format("{}#{}", b.name, mode); }

// A ball comes last, as one joint that has the name of its first mode. Ours that can slide too has
// the slides before it.
void write_joints(const Model& model, const Body& b, std::string& out) {
  const auto write = [&](int m, const char* type, const Vec3& axis) {
    out += fmt::format("<joint name='{}' type='{}' pos='0 0 0' axis='{}' armature='{:.17g}'/>\n",
                       joint_name(b, m), type, numbers(axis), model.dofs[b.v_start + m].armature);
  };
  for (int m = b.motion.ball ? 3 : 0; m < b.nv; ++m) {
    const JointMode& mode = b.motion.modes[m];
    const Vec3 axis = b.motion.ball ? Vec3(Vec3::Unit(m % 3)) : mode.axis;
    write(m, mode.turns ? "hinge" : "slide", axis);
  }
  if (b.motion.ball) write(0, "ball", Vec3::UnitZ());
}

void write_body(const Model& model, int index, Root root, const Eigen::VectorXd& q,
                std::string& out) {
  const Body& b = model.bodies[index];
  // Principal axes from Eigen: MuJoCo's own decomposition of `fullinertia` loses digits.
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(b.mass.I_cm);
  Mat3 axes = principal.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) *= -1;
  const Vec3 at = index == 0 ? Vec3(q.head<3>()) : b.X_PB.p;
  const Quat turned = index == 0 ? Quat(q[3], q[4], q[5], q[6]) : Quat(b.X_PB.R);
  out += fmt::format("<body name='{}' pos='{}' quat='{}'>\n", b.name, numbers(at), numbers(turned));
  out += fmt::format("<inertial pos='{}' quat='{}' mass='{:.17g}' diaginertia='{}'/>\n",
                     numbers(b.mass.com), numbers(Quat(axes)), b.mass.mass,
                     numbers(Vec3(principal.eigenvalues())));
  if (index == 0 && root == Root::free) out += "<freejoint name='" + joint_name(b, 0) + "'/>\n";
  if (index > 0) write_joints(model, b, out);
  for (std::size_t k = index + 1; k < model.bodies.size(); ++k) {
    if (model.bodies[k].parent == index) write_body(model, static_cast<int>(k), root, q, out);
  }
  out += "</body>\n";
}

}  // namespace

mjModel* load_mujoco(const std::string& text) {
  // MuJoCo 2.2 reads MJCF from files only (or from its virtual file system).
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("gambol_judge_{}.xml", getpid()))
          .string();
  std::ofstream(path) << text;
  char error[1000] = "";
  mjModel* m = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
  std::filesystem::remove(path);
  if (!m) throw std::runtime_error(error);
  return m;
}

std::string mjcf_text(const Model& model, const Vec3& gravity, Root root,
                      const Eigen::VectorXd& q) {
  std::string out = fmt::format(
      "<mujoco><compiler angle='radian' inertiafromgeom='false'/>\n"
      "<size nuser_body='0'/>\n"
      "<option gravity='{}'><flag contact='disable' constraint='disable'/></option>\n<worldbody>\n",
      numbers(gravity));
  write_body(model, 0, root, q, out);
  return out + "</worldbody></mujoco>\n";
}

MujocoJudge::MujocoJudge(const Model& model, const Vec3& gravity, Root root,
                         const Eigen::VectorXd& q)
    : ours_(model), root_(root), model_(load_mujoco(mjcf_text(model, gravity, root, q))) {
  data_.reset(mj_makeData(m()));
}

void smooth_dynamics(const MujocoJudge& judge) {
  mjModel* m = judge.m();
  mjData* d = judge.d();
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_crb(m, d);
  mj_factorM(m, d);
  mj_comVel(m, d);
  mj_passive(m, d);
  mj_rne(m, d, 0, d->qfrc_bias);
  mj_fwdAcceleration(m, d);
}

int MujocoJudge::joint(const Body& body, int mode) const {
  return mj_name2id(m(), mjOBJ_JOINT, joint_name(body, mode).c_str());
}

int MujocoJudge::dof_address(int dof) const {
  return m()->jnt_dofadr[joint(ours_.bodies[ours_.dofs[dof].body], ours_.dofs[dof].mode)];
}

void MujocoJudge::set_state(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  q_ = q;
  v_ = v;
  for (const Ball& ball : ours_.balls) {
    const Body& body = ours_.bodies[ball.body];
    const bool root = ball.body == 0;
    if (root && root_ == Root::fixed) continue;
    const int turns = joint(body, 0), at = m()->jnt_qposadr[turns] + (root ? 3 : 0);
    Eigen::Map<Eigen::Vector4d>(d()->qpos + at) = q.segment<4>(ball.q);
    if (ball.p < 0) continue;
    for (int k = 0; k < 3; ++k)
      d()->qpos[root ? k : m()->jnt_qposadr[joint(body, 3 + k)]] = q[ball.p + k];
  }
  for (const Span& s : ours_.spans)
    for (int k = 0; k < s.n; ++k) {
      const Dof& dof = ours_.dofs[s.v + k];
      d()->qpos[m()->jnt_qposadr[joint(ours_.bodies[dof.body], dof.mode)]] = q[s.q + k];
    }
  Eigen::Map<Eigen::VectorXd>(d()->qvel, m()->nv) = to_theirs(v, false);
}

void MujocoJudge::set_joint_forces(const Eigen::VectorXd& force) {
  Eigen::Map<Eigen::VectorXd>(d()->qfrc_applied, m()->nv) = to_theirs(force, false);
}

void MujocoJudge::push(int body, const Vec3& force_W, const Vec3& torque_W) {
  const int id = mj_name2id(m(), mjOBJ_BODY, ours_.bodies[body].name.c_str());
  Eigen::Map<Vec3>(d()->xfrc_applied + 6 * id) = force_W;
  Eigen::Map<Vec3>(d()->xfrc_applied + 6 * id + 3) = torque_W;
}

// Calls visit(ball, its addresses there of the three turns and of the first of three slides or -1,
// its orientation).
template <class Visit>
void MujocoJudge::each_ball(const Visit& visit) const {
  for (const Ball& ball : ours_.balls) {
    const bool root = ball.body == 0;
    if (root && root_ == Root::fixed) continue;
    const Body& body = ours_.bodies[ball.body];
    const int turns = m()->jnt_dofadr[joint(body, 0)] + (root ? 3 : 0);
    const int slides = ball.p < 0 ? -1 : root ? turns - 3 : m()->jnt_dofadr[joint(body, 3)];
    const Quat R(q_[ball.q], q_[ball.q + 1], q_[ball.q + 2], q_[ball.q + 3]);
    visit(ball, turns, slides, R.normalized().toRotationMatrix());
  }
}

Eigen::VectorXd MujocoJudge::to_ours(const Eigen::VectorXd& qacc, bool classical) const {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(ours_.nv());
  each_ball([&](const Ball& ball, int turns, int slides, const Mat3& R) {
    x.segment<3>(ball.v) = ball.turn.cwiseProduct(qacc.segment<3>(turns));
    if (slides < 0) return;
    Vec3 a = R.transpose() * qacc.segment<3>(slides);
    if (classical) a -= carried(ball);
    x.segment<3>(ball.v + 3) = ball.slide.cwiseProduct(a);
  });
  for (const Span& s : ours_.spans)
    for (int k = 0; k < s.n; ++k) x[s.v + k] = qacc[dof_address(s.v + k)];
  return x;
}

Eigen::VectorXd MujocoJudge::to_theirs(const Eigen::VectorXd& x, bool classical) const {
  Eigen::VectorXd qacc = Eigen::VectorXd::Zero(m()->nv);
  each_ball([&](const Ball& ball, int turns, int slides, const Mat3& R) {
    qacc.segment<3>(turns) = ball.turn.cwiseProduct(x.segment<3>(ball.v));
    if (slides < 0) return;
    Vec3 a = ball.slide.cwiseProduct(x.segment<3>(ball.v + 3));
    if (classical) a += carried(ball);
    qacc.segment<3>(slides) = R * a;
  });
  for (const Span& s : ours_.spans)
    for (int k = 0; k < s.n; ++k) qacc[dof_address(s.v + k)] = x[s.v + k];
  return qacc;
}

Vec3 MujocoJudge::carried(const Ball& ball) const {
  const Vec3 w = ball.turn.cwiseProduct(v_.segment<3>(ball.v));
  return w.cross(ball.slide.cwiseProduct(v_.segment<3>(ball.v + 3)));
}

Eigen::VectorXd MujocoJudge::accelerations() {
  mj_forward(m(), d());
  return to_ours(Eigen::Map<Eigen::VectorXd>(d()->qacc, m()->nv), true);
}

Eigen::VectorXd MujocoJudge::inverse(const Eigen::VectorXd& vdot) {
  Eigen::Map<Eigen::VectorXd>(d()->qacc, m()->nv) = to_theirs(vdot, true);
  mj_inverse(m(), d());
  return to_ours(Eigen::Map<Eigen::VectorXd>(d()->qfrc_inverse, m()->nv), false);
}

Eigen::VectorXd MujocoJudge::solve_mass(const Eigen::VectorXd& f) {
  mj_forward(m(), d());
  const int n = m()->nv;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> M(n, n);
  mj_fullM(m(), M.data(), d()->qM);
  return to_ours(M.ldlt().solve(to_theirs(f, false)), false);
}

}  // namespace gambol::testing
