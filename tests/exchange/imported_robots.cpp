// Robots that `gambol import` reads, against MuJoCo itself: places of bodies and accelerations.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "dynamics/articulated_body.h"
#include "dynamics/coordinates.h"
#include "exchange/formats/read_robot.h"
#include "exchange/formats/robot_tree.h"
#include "figure/joint_motion.h"
#include "figure/reading.h"
#include "support/figures.h"
#include "support/own_file.h"

namespace gambol::testing {
namespace {

const std::string folder = GAMBOL_SOURCE_DIR "/tests/exchange/imports/";

struct DeleteMujoco {
  void operator()(mjModel* p) const { mj_deleteModel(p); }
  void operator()(mjData* p) const { mj_deleteData(p); }
};

Vec3 vec3(const mjtNum* v) { return {v[0], v[1], v[2]}; }
Mat3 rotation(const mjtNum* m) {
  return Eigen::Map<const Eigen::Matrix<mjtNum, 3, 3, Eigen::RowMajor>>(m);
}

// The file as MuJoCo reads it by itself, and the figure that the import makes of its first tree.
struct Both {
  std::unique_ptr<mjModel, DeleteMujoco> m;
  std::unique_ptr<mjData, DeleteMujoco> d;
  RobotModel robot;
  RobotTree tree;
  Model model;
  bool free = false;

  // `judged`: what MuJoCo reads, if not the same.
  explicit Both(const std::string& file, const std::string& judged = "") {
    char error[1000] = "";
    m.reset(mj_loadXML((judged.empty() ? folder + file : judged).c_str(), nullptr, error,
                       sizeof error));
    if (!m) throw std::runtime_error(error);
    // Gravity, inertia and rotors alone: what figures have besides acts by actuators.
    m->opt.disableflags |= mjDSBL_CONTACT | mjDSBL_CONSTRAINT | mjDSBL_PASSIVE | mjDSBL_ACTUATION;
    d.reset(mj_makeData(m.get()));
    robot = read_robot(folder + file);
    const Imported made = robot_figures(robot, "robot", folder + file);
    const std::string path = own_file(".yaml");
    std::ofstream(path) << made.figures.at(0).text;
    const std::string beside = std::filesystem::path(path).parent_path();
    for (const ImportedFile& f : made.figures[0].files) {
      std::filesystem::create_directories((std::filesystem::path(beside) / f.name).parent_path());
      std::ofstream(std::filesystem::path(beside) / f.name) << f.bytes;
    }
    model = make_model(load_figure(path));
    std::vector<LeftOut> ignored;
    tree = robot_tree(robot, 0, true, ignored);
    free = !tree.held;
  }

  int joint(const std::string& name) const {
    return mj_name2id(m.get(), mjOBJ_JOINT, name.c_str());
  }
};

// The same random state in both programs.
void set_state(Both& both, Draw& draw, Eigen::VectorXd& q, Eigen::VectorXd& v) {
  mj_resetData(both.m.get(), both.d.get());
  q = initial_q(both.model, {both.tree.X_WR.R, both.tree.X_WR.p});
  v = Eigen::VectorXd::Zero(both.model.nv());
  mjData& d = *both.d;
  if (both.free) {
    const Quat R = draw.rotation();
    const Vec3 p = draw.vec(1), w = draw.vec(3), u = draw.vec(2);
    q.segment<3>(0) = p;
    q.segment<4>(3) << R.w(), R.x(), R.y(), R.z();
    v.segment<3>(0) = w;
    v.segment<3>(3) = u;
    const Vec3 u_W = R * u;
    for (int k = 0; k < 3; ++k) {
      d.qpos[k] = p[k];
      d.qvel[k] = u_W[k];
      d.qvel[3 + k] = w[k];
    }
    for (int k = 0; k < 4; ++k) d.qpos[3 + k] = q[3 + k];
  }
  for (const TreeBody& body : both.tree.bodies) {
    for (std::size_t i = 0; i < body.dofs.size(); ++i) {
      const int j = both.joint(body.dofs[i].joint->name);
      const int dof = both.model.dof_of(body.dofs[i].name);
      ASSERT_GE(dof, 0) << body.dofs[i].name;
      const int at = both.m->jnt_qposadr[j], rate = both.m->jnt_dofadr[j];
      if (body.type == "spherical") {
        if (i == 0) {
          const Quat R = draw.rotation();
          const Body& ours = both.model.bodies[both.model.dofs[dof].body];
          const double x[] = {R.w(), R.x(), R.y(), R.z()};
          for (int k = 0; k < 4; ++k) d.qpos[at + k] = q[ours.q_start + k] = x[k];
        }
        d.qvel[rate + i] = v[dof] = draw(-3, 3);
      } else {
        const double x = draw(-1, 1) * (body.type == "prismatic" ? 0.2 : 1.5);
        q[both.model.dofs[dof].q] = x;
        d.qpos[at] = both.m->qpos0[at] + x;
        d.qvel[rate] = v[dof] = draw(-3, 3);
      }
    }
  }
}

double acceleration_error(Both& both, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  Workspace work(both.model);
  work.gravity = vec3(both.m->opt.gravity);
  if (!both.free) std::fill_n(work.kinematic.begin(), root_dofs, 1);
  update_kinematics(both.model, q, v, work);
  forward_dynamics(both.model, work);
  mj_forward(both.m.get(), both.d.get());
  const mjData& d = *both.d;
  Eigen::VectorXd theirs = Eigen::VectorXd::Zero(both.model.nv());
  if (both.free) {
    // Theirs is of the origin, in world axes; ours the derivative of its velocity in the root's.
    const Mat3 R = Quat(q[3], q[4], q[5], q[6]).toRotationMatrix();
    theirs.head<3>() = vec3(d.qacc + 3);
    theirs.segment<3>(3) = R.transpose() * vec3(d.qacc) - v.head<3>().cross(v.segment<3>(3));
  }
  for (const TreeBody& body : both.tree.bodies)
    for (std::size_t i = 0; i < body.dofs.size(); ++i)
      theirs[both.model.dof_of(body.dofs[i].name)] =
          d.qacc[both.m->jnt_dofadr[both.joint(body.dofs[i].joint->name)] +
                 (body.type == "spherical" ? i : 0)];
  return (work.vdot - theirs).norm() / (1 + theirs.norm());
}

double place_error(const Both& both, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  Workspace work(both.model);
  update_kinematics(both.model, q, v, work);
  double worst = 0;
  int compared = 0;
  for (const TreeBody& body : both.tree.bodies) {
    if (!body.body) continue;
    const int id = mj_name2id(both.m.get(), mjOBJ_BODY, body.body->name.c_str());
    if (id < 0) continue;  // of URDF's links, MuJoCo by itself keeps those that move
    const Vec3 theirs = vec3(both.d->xpos + 3 * id) + rotation(both.d->xmat + 9 * id) * body.shift;
    const Body& ours = both.model.bodies[both.model.body_index(body.name)];
    worst = std::max(worst, (work.bodies[&ours - both.model.bodies.data()].X_WB.p - theirs).norm());
    ++compared;
  }
  EXPECT_GT(compared, 2);
  return worst;
}

class ImportedRobot : public ::testing::TestWithParam<const char*> {};

// The largest errors of accelerations and of places, m, in random states.
std::pair<double, double> worst_errors(Both& both) {
  Draw draw(26);
  std::pair<double, double> worst;
  for (int trial = 0; trial < 50; ++trial) {
    Eigen::VectorXd q, v;
    set_state(both, draw, q, v);
    worst.first = std::max(worst.first, acceleration_error(both, q, v));
    worst.second = std::max(worst.second, place_error(both, q, v));
  }
  return worst;
}

TEST_P(ImportedRobot, AcceleratesAsInMujoco) {
  Both both(GetParam());
  const auto [acceleration, place] = worst_errors(both);
  std::printf("%s: accelerations %.2g (relative), places %.2g m\n", GetParam(), acceleration,
              place);
  EXPECT_LT(acceleration, 1e-8);
  EXPECT_LT(place, 1e-9);
}

// What the comparison is worth: a rotor that differs by a millionth is seen.
TEST(ImportedRobots, AreComparedWithDigitsToSpare) {
  std::ifstream file(folder + "acrobat.xml");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string own = "armature=\"0.05\"", other = "armature=\"0.05000005\"";
  text.replace(text.find(own), own.size(), other);
  // MuJoCo takes included files for ones beside the text.
  const std::string include = "<include file=\"acrobat_defaults.xml\"/>";
  text.replace(text.find(include), include.size(),
               "<default><joint damping=\"0.1\"/><geom density=\"1050\"/></default>");
  const std::string path = own_file(".xml");
  std::ofstream(path) << text;
  Both both("acrobat.xml", path);
  EXPECT_GT(worst_errors(both).first, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Models, ImportedRobot, ::testing::Values("acrobat.xml", "hopper.xml"));

TEST(ImportedRobots, ListWhatAFigureCannotCarry) {
  const RobotModel robot = read_robot(folder + "acrobat.xml");
  const auto left = [&](const std::string& kind, const std::string& name) {
    return std::any_of(robot.left_out.begin(), robot.left_out.end(), [&](const LeftOut& l) {
      return l.kind == kind && l.name == name && !l.why.empty();
    });
  };
  EXPECT_TRUE(left("connect", "hands"));
  EXPECT_TRUE(left("fixed", "both_hips"));
  EXPECT_TRUE(left("motor", "knee_motor"));
  EXPECT_TRUE(left("exclude", "inside"));
  EXPECT_TRUE(left("accelerometer", "feels"));
  EXPECT_TRUE(left("site", "imu"));
  EXPECT_TRUE(left("geom of the world", "floor"));
}

TEST(ImportedRobots, KeepTorquesLimitsSpringsAndPostures) {
  const std::string file = folder + "acrobat.xml";
  const Imported made = robot_figures(read_robot(file), "acrobat", file);
  const std::string path = own_file(".yaml");
  std::ofstream(path) << made.figures.at(0).text;
  const std::string folder_of_meshes = std::filesystem::path(path).parent_path();
  for (const ImportedFile& f : made.figures[0].files) {
    const auto at = std::filesystem::path(folder_of_meshes) / f.name;
    std::filesystem::create_directories(at.parent_path());
    std::ofstream(at) << f.bytes;
  }
  const FigureSpec figure = load_figure(path);
  const auto body = [&](const std::string& name) -> const BodySpec& {
    for (const BodySpec& b : figure.bodies)
      if (b.name == name) return b;
    throw std::runtime_error(name);
  };
  EXPECT_EQ(body("shank").joint.most_torque, 150);
  EXPECT_EQ(body("arm").joint.type, JointType::gimbal);
  EXPECT_EQ(body("head").joint.type, JointType::spherical);
  EXPECT_EQ(body("elbow").joint.type, JointType::rotary);  // massless, as its slide follows
  EXPECT_EQ(body("forearm").joint.type, JointType::prismatic);
  EXPECT_EQ(body("hip_x").joint.type, JointType::rotary);  // rotors differ from hip_y's
  EXPECT_NEAR(body("shank").joint.limits->y(), -2 * M_PI / 180, 1e-12);
  EXPECT_NEAR(body("shank").joint.initial_of(0), -2 * M_PI / 180, 1e-12);  // 0 is out of its range
  const auto spring =
      std::find_if(figure.actuators.begin(), figure.actuators.end(), [](const ActuatorSpec& a) {
        return a.type == ActuatorType::linear_spring && a.joints[0] == "forearm";
      });
  ASSERT_NE(spring, figure.actuators.end());
  EXPECT_EQ(spring->stiffness, 300);
  EXPECT_NEAR(spring->rest->at(0), 0.05, 1e-12);
  // A limit counts from where the joint stands in the reference posture (ref="10").
  const auto limit =
      std::find_if(figure.actuators.begin(), figure.actuators.end(), [](const ActuatorSpec& a) {
        return a.type == ActuatorType::limit && a.joints[0] == "arm.r2";
      });
  ASSERT_NE(limit, figure.actuators.end());
  EXPECT_NEAR(limit->upper, 90 * M_PI / 180, 1e-12);
  ASSERT_EQ(figure.poses.size(), 1u);
  for (const JointTarget& target : figure.poses[0].joints) {
    if (target.name == "head.rx") {
      EXPECT_NEAR(target.to, 0.5, 1e-6);
    } else if (target.name == "arm.r2") {
      EXPECT_NEAR(target.to, 20 * M_PI / 180, 1e-8);
    } else if (target.name == "shank") {
      EXPECT_NEAR(target.to, -60 * M_PI / 180, 1e-8);
    }
  }
}

TEST(ImportedRobots, OpenLoopsAndFixJointsThatMoveNothing) {
  const std::string file = folder + "walker/urdf/walker.urdf";
  const RobotModel robot = read_robot(file);
  const Imported made = robot_figures(robot, "walker", file);
  const auto why = [&](const std::string& kind, const std::string& name) -> std::string {
    for (const LeftOut& l : made.left_out)
      if (l.kind == kind && l.name == name) return l.why;
    return "";
  };
  EXPECT_NE(why("joint", "brace").find("loop"), std::string::npos);
  EXPECT_NE(why("joint", "flag_turn").find("mass"), std::string::npos);
  EXPECT_NE(why("mimic", "right_front_hip").find("left_front_hip"), std::string::npos);
  EXPECT_NE(why("visual", "trunk, package://walker/meshes/head.dae"), "");
  EXPECT_NE(why("transmission", "left_front_hip_drive"), "");
  EXPECT_NE(why("dry friction of joint", "left_front_hip"), "");
  // Links that are fixed stay bodies, visuals stay, and the trunk's mesh is in metres.
  const std::string& text = made.figures.at(0).text;
  for (const char* link : {"base_link", "trunk", "flag", "right_front_fork"})
    EXPECT_NE(text.find(fmt::format("name: {}", link)), std::string::npos) << link;
  EXPECT_NE(text.find("most_torque: 12 N*m"), std::string::npos);
  ASSERT_EQ(made.figures[0].files.size(), 1u);
  double reach = 0;
  for (const RobotMesh& mesh : robot.meshes)
    for (const Vec3& p : mesh.positions) reach = std::max(reach, p.norm());
  EXPECT_LT(reach, 0.3);
  EXPECT_GT(reach, 0.15);
  EXPECT_FALSE(made.figures[0].held);
}

}  // namespace
}  // namespace gambol::testing
