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
  if (index == 0 && root == Root::free) out += "<freejoint name='root'/>\n";
  if (index > 0 && b.nv > 0) {
    out += fmt::format("<joint name='{}' type='{}' pos='0 0 0' axis='{}'/>\n", b.name,
                       b.type == JointType::rotary ? "hinge" : "slide", numbers(b.axis));
  }
  for (std::size_t k = index + 1; k < model.bodies.size(); ++k) {
    if (model.bodies[k].parent == index) write_body(model, static_cast<int>(k), root, q, out);
  }
  out += "</body>\n";
}

mjModel* load(const std::string& text) {
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

}  // namespace

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
    : ours_(model), root_(root), model_(load(mjcf_text(model, gravity, root, q))) {
  data_.reset(mj_makeData(m()));
}

int MujocoJudge::dof_address(int dof) const {
  const std::string& name = ours_.joint_name(dof);
  return m()->jnt_dofadr[mj_name2id(m(), mjOBJ_JOINT, name.c_str())];
}

void MujocoJudge::set_state(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  R_WR_ = Quat(q[3], q[4], q[5], q[6]).normalized().toRotationMatrix();
  velocity_ = {v.head<3>(), v.segment<3>(3)};
  if (root_ == Root::free) {
    Eigen::Map<Eigen::VectorXd>(d()->qpos, 7) = q.head<7>();
    Eigen::Map<Vec3>(d()->qvel) = R_WR_ * velocity_.v;
    Eigen::Map<Vec3>(d()->qvel + 3) = velocity_.w;
  }
  for (int i = root_dofs; i < ours_.nv(); ++i) {
    const int at = dof_address(i);
    d()->qpos[at + (root_ == Root::free ? 1 : 0)] = q[ours_.dofs[i].q];
    d()->qvel[at] = v[i];
  }
}

void MujocoJudge::set_joint_forces(const Eigen::VectorXd& force) {
  for (int i = root_dofs; i < ours_.nv(); ++i) d()->qfrc_applied[dof_address(i)] = force[i];
}

void MujocoJudge::push(int body, const Vec3& force_W, const Vec3& torque_W) {
  const int id = mj_name2id(m(), mjOBJ_BODY, ours_.bodies[body].name.c_str());
  Eigen::Map<Vec3>(d()->xfrc_applied + 6 * id) = force_W;
  Eigen::Map<Vec3>(d()->xfrc_applied + 6 * id + 3) = torque_W;
}

Eigen::VectorXd MujocoJudge::to_ours(const Eigen::VectorXd& qacc, bool classical) const {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(ours_.nv());
  if (root_ == Root::free) {
    x.head<3>() = qacc.segment<3>(3);
    x.segment<3>(3) = R_WR_.transpose() * qacc.head<3>();
    if (classical) x.segment<3>(3) -= velocity_.w.cross(velocity_.v);
  }
  for (int i = root_dofs; i < ours_.nv(); ++i) x[i] = qacc[dof_address(i)];
  return x;
}

Eigen::VectorXd MujocoJudge::to_theirs(const Eigen::VectorXd& x, bool classical) const {
  Eigen::VectorXd qacc = Eigen::VectorXd::Zero(m()->nv);
  if (root_ == Root::free) {
    Vec3 a = x.segment<3>(3);
    if (classical) a += velocity_.w.cross(velocity_.v);
    qacc.head<3>() = R_WR_ * a;
    qacc.segment<3>(3) = x.head<3>();
  }
  for (int i = root_dofs; i < ours_.nv(); ++i) qacc[dof_address(i)] = x[i];
  return qacc;
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
