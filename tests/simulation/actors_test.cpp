// Actors of other sizes, and their soles.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "dynamics/coordinates.h"
#include "figure/body_measures.h"
#include "shot/shot_spec.h"
#include "simulation/contact_laws.h"
#include "simulation/simulator.h"
#include "support/own_file.h"

namespace gambol {
namespace {

MotionSpec motion_of(const std::string& figure) {
  const std::string folder = own_file("actors");
  std::filesystem::create_directories(folder);
  const std::string path = folder + "/shot.yaml";
  std::ofstream(path) << "gambol: 3\nshot: shot\nfilm: {duration: 1 s}\nlook: plaza\n"
                         "camera: {position: [3 m, 0, 1 m], target: [0, 0, 0]}\nfigures: [" +
                             figure + "]\n";
  return load_shot(path).motion;
}

// The positions of all degrees of freedom, the root's in units of `length`, after `time`.
Eigen::VectorXd pose_after(const MotionSpec& motion, double time, double length) {
  Simulator simulator(motion);
  simulator.advance(time);
  Eigen::VectorXd q = simulator.state().figures[0].q;
  q.head(3) /= length;
  return q;
}

class SizedActors : public ::testing::TestWithParam<const char*> {};

// Steps, ticks and all that it brings are scaled, too: the same motion, slower.
TEST_P(SizedActors, RepeatTheMotionInRatio) {
  const std::string name = GetParam();
  const double size = longest_side(motion_of("{name: a, file: " + name + "}").figures[0].figure);
  const bool cycles = name == "roach" || name == "spider";
  const auto motion = [&](double ratio) {
    // Rates that a shot gives are those of the figure as it is.
    std::string goal = cycles ? "" : fmt::format(", speed: {} m/s", 0.813 * std::sqrt(ratio));
    if (name == "human") goal += ", skills: [{skill: gait, acceleration: 0.97 m/s2}]";
    return motion_of(fmt::format("{{name: a, file: {}, size: {} m{}}}", name, size * ratio, goal));
  };
  const double time = cycles ? 0.2 : name == "human" ? 2 : 1;
  // Times of the figure as it was written are round, so that some end just at a tick, and rounding
  // decides at which. Those of a copy are not. It decides, too, when a paw touches: that moves a
  // dog by 3e-5 of its size in a second.
  constexpr double rounding = 1e-4;
  const auto pose = [&](double ratio) {
    return pose_after(motion(ratio), time * std::sqrt(ratio), ratio);
  };
  const Eigen::VectorXd first = pose(1.1);
  for (const double ratio : {0.5, 0.8, 1.25, 2.0})
    EXPECT_LT((pose(ratio) - first).cwiseAbs().maxCoeff(), rounding) << ratio;
}

INSTANTIATE_TEST_SUITE_P(All, SizedActors,
                         ::testing::Values("dog", "human", "cat", "fox", "roach", "spider"));

TEST(SizedHumans, WalkAsTallOrShortAsTheyAre) {
  for (const char* person : {"{height: 1.3 m, mass: 28 kg}", "{height: 1.95 m, mass: 90 kg}"}) {
    const MotionSpec motion = motion_of(fmt::format(
        "{{name: a, file: human, person: {}, speed: [[0.2 s, 0 m/s], [1.5 s, 1 m/s]]}}", person));
    const Vec3 start = motion.figures[0].at;
    const Eigen::VectorXd q = pose_after(motion, 4, 1);
    EXPECT_GT(q[0], 2) << person;
    EXPECT_NEAR(q[2], start.z(), 0.1 * start.z()) << person;
  }
}

// rad: yaws of bodies beside those at the start.
class Yaws {
 public:
  explicit Yaws(const Simulator& simulator) : simulator_(simulator) { start_ = turns(); }
  double of(const std::string& body) const {
    const auto i = static_cast<std::size_t>(model().body_index(body));
    const Mat3 turn = turns()[i] * start_[i].transpose();
    return std::atan2(turn(1, 0), turn(0, 0));
  }

 private:
  const Model& model() const { return simulator_.world().figures[0]->model; }
  std::vector<Mat3> turns() const {
    Workspace work(model());
    update_kinematics(model(), simulator_.state().figures[0].q, Eigen::VectorXd::Zero(model().nv()),
                      work);
    std::vector<Mat3> all;
    for (const BodyWork& body : work.bodies) all.push_back(body.X_WB.R);
    return all;
  }

  const Simulator& simulator_;
  std::vector<Mat3> start_;
};

// Still while the chest swings, and ahead of a turn.
TEST(WholeHumans, LookWhereTheyGo) {
  constexpr double degree = M_PI / 180;
  const MotionSpec motion =
      motion_of("{name: a, file: human, speed: [[0.2 s, 0 m/s], [1.5 s, 1 m/s]]}");
  Simulator walks(motion);
  const Yaws seen(walks);
  double head = 0, chest = 0;
  for (double time = 2; time < 4; time += 0.05) {
    walks.advance(time);
    head = std::max(head, std::abs(seen.of("head")));
    chest = std::max(chest, std::abs(seen.of("thorax")));
  }
  EXPECT_LT(head, 2 * degree);
  EXPECT_GT(chest, 4 * degree);

  Simulator turns(motion_of("{name: a, file: human, heading: [[1 s, 0 deg], [2 s, 90 deg]]}"));
  const Yaws turned(turns);
  turns.advance(1.5);
  const double leads = turned.of("head") - turned.of("thorax");
  EXPECT_GT(leads, 15 * degree);
  EXPECT_LT(leads, 45 * degree);
}

// The trunk, the wrists and all other joints of one who walks off stay where an adult's do.
TEST(WholeHumans, KeepToTheLimitsOfTheirJoints) {
  const MotionSpec motion =
      motion_of("{name: a, file: human, speed: [[0.2 s, 0 m/s], [1.5 s, 1.3 m/s]]}");
  Simulator simulator(motion);
  const Model& model = simulator.world().figures[0]->model;
  constexpr double give = 2 * M_PI / 180;
  int seen = 0;
  for (double time = 0; time < 5; time += 0.05) {
    simulator.advance(time + 0.05);
    for (const ActuatorSpec& a : motion.figures[0].figure.actuators)
      for (int i = root_dofs; i < model.nv(); ++i) {
        const auto is_meant = [&](const std::string& joint) { return model.means(joint, i); };
        if (a.type != ActuatorType::limit ||
            std::none_of(a.joints.begin(), a.joints.end(), is_meant))
          continue;
        const double x = coordinate(model, simulator.state().figures[0].q, i);
        EXPECT_GT(x, a.lower - give) << a.joints.front() << " at " << time << " s";
        EXPECT_LT(x, a.upper + give) << a.joints.front() << " at " << time << " s";
        ++seen;
      }
  }
  EXPECT_GT(seen, 0);
}

TEST(Soles, AndGroundAreSpringsInSeries) {
  CastSpec cast;
  ContactSpec ground;
  const auto soft = [](double stiffness, double friction) {
    ContactSpec c;
    c.scale = MassScale::none;
    c.strength = 0;
    c.stiffness = stiffness;
    c.damping = stiffness / 100;
    c.friction = Curve(friction);
    c.friction_stiffness = stiffness;
    c.friction_damping = stiffness / 100;
    return c;
  };
  ground = soft(3e4, 0.4);
  const ContactScale size;
  EXPECT_EQ(law_on(ground, cast, size, 0).stiffness, 3e4);
  cast.contact = soft(1e4, 0.9);
  EXPECT_EQ(law_on(ground, cast, size, 0).stiffness, 1e4) << "nobody wrote the ground's";
  ground.place.line = 1;
  const ContactLaw both = law_on(ground, cast, size, 0);
  EXPECT_NEAR(both.stiffness, 7500, 1e-9);
  EXPECT_NEAR(both.friction_stiffness, 7500, 1e-9);
  EXPECT_NEAR(both.damping, 75, 1e-9) << "of one time constant, as each of them";
  EXPECT_EQ(both.friction, 0.4);
  ground = soft(3e4, 1.2);
  ground.place.line = 1;
  EXPECT_EQ(law_on(ground, cast, size, 0).friction, 0.9);
  // An exponential ground far harder than the soles: the soles'.
  ground.strength = 100;
  ground.rise = 1e5;
  EXPECT_EQ(law_on(ground, cast, size, 0).stiffness, 1e4);
}

}  // namespace
}  // namespace gambol
