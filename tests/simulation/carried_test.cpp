// Inverse dynamics of figures that are led: what their joints, feet and nobody give is what moves
// them.

#include <gtest/gtest.h>

#include "simulation/simulate.h"
#include "simulation/simulator.h"
#include "support/figures.h"
#include "support/led.h"
#include "support/scenes.h"

namespace gambol::testing {
namespace {

class Carried : public ::testing::TestWithParam<const char*> {
 protected:
  Carried()
      : shot_(beginning_of(load_shot(scene_file(GetParam())), 1.2)),
        name_(shot_.motion.figures[0].name),
        poses_(simulate(shot_)) {}
  // Rows of a channel.
  std::vector<Eigen::VectorXd> rows(const std::string& channel) const {
    const Channel* c = poses_.channel(name_ + "/" + channel);
    std::vector<Eigen::VectorXd> all;
    for (std::size_t k = 0; c && k < c->values.size(); k += c->width())
      all.push_back(Eigen::Map<const Eigen::VectorXd>(c->values.data() + k,
                                                      static_cast<Eigen::Index>(c->width())));
    return all;
  }
  double dt() const { return poses_.track_times[1] - poses_.track_times[0]; }

  ShotSpec shot_;
  std::string name_;
  Poses poses_;
};

TEST_P(Carried, FeetWeightAndTheRestChangeItsMomentum) {
  const auto feet = rows("foot_force"), rest = rows("root_force"), com = rows("com");
  const double mass = make_model(shot_.motion.figures[0].figure).mass;
  const auto velocity = [&](std::size_t k) { return Vec3((com[k + 1] - com[k - 1]) / (2 * dt())); };
  const std::size_t from = 100, to = com.size() - 100;
  Vec3 impulse = Vec3::Zero();
  double size = 0;
  for (std::size_t k = from; k < to; ++k) {
    Vec3 f(rest[k].head<3>());
    for (Eigen::Index leg = 0; leg < feet[k].size(); leg += 3) f += feet[k].segment<3>(leg);
    size += f.norm() * dt();
    impulse += (f - Vec3(0, 0, 9.81 * mass)) * dt();
  }
  EXPECT_GT(size, 5 * mass);
  EXPECT_LT((impulse - mass * (velocity(to) - velocity(from))).norm(), 0.01 * size);
}

TEST_P(Carried, JointsAndTheRestChangeItsEnergy) {
  const auto torque = rows("joint_force"), rest = rows("root_force"), q = rows("q"), v = rows("v"),
             com = rows("com"), energy = rows("energy");
  double work = 0, size = 0;
  for (std::size_t k = 100; k + 100 < q.size(); ++k) {
    const Mat3 R = Quat(q[k][3], q[k][4], q[k][5], q[k][6]).toRotationMatrix();
    const Vec3 w = R * v[k].head<3>(), at = R * v[k].segment<3>(3);
    const Vec3 of_com = at + w.cross(Vec3(com[k] - q[k].head<3>()));
    const double power = torque[k].dot(v[k].tail(v[k].size() - 6)) + rest[k].head<3>().dot(of_com) +
                         rest[k].tail<3>().dot(w);
    work += power * dt();
    size += std::abs(power) * dt();
  }
  const double gained = energy[q.size() - 100].sum() - energy[100].sum();
  EXPECT_GT(size, 1e-3);
  EXPECT_NEAR(work, gained, 0.04 * size);  // by rows: jumps at lifts and placings are cut off
}

TEST_P(Carried, OnlyStandingFeetAreCarriedAndNoneBeyondFriction) {
  const auto feet = rows("foot_force"), said = rows("gait");
  const auto& legs = shot_.motion.figures[0].figure.legs;
  const Channel* gait = poses_.channel(name_ + "/gait");
  const double friction = shot_.motion.world.ground->contact.friction.at(0);
  int pressed = 0;
  for (std::size_t leg = 0; leg < legs.size(); ++leg) {
    const auto column =
        std::find(gait->columns.begin(), gait->columns.end(), "step/" + legs[leg].name) -
        gait->columns.begin();
    const auto apart = static_cast<std::size_t>(
        std::lround(2 * shot_.motion.figures[0].controllers[0].tick / dt()));
    for (std::size_t k = apart; k + apart < feet.size(); ++k) {
      const Vec3 f = feet[k].segment<3>(3 * static_cast<Eigen::Index>(leg));
      EXPECT_LE(f.head<2>().norm(), friction * f.z() + 1e-6);
      pressed += f.z() > 0;
      if (said[k - apart][column] == 1 && said[k + apart][column] == 1) {
        EXPECT_EQ(f.norm(), 0) << legs[leg].name << " swings at row " << k;
      }
    }
  }
  EXPECT_GT(pressed, 500);
}

// Size of the force (of columns from 0) or moment (from 3) from nowhere, in weights (times 1 m):
// root mean square, and peak.
struct Unexplained {
  double mean = 0, peak = 0;
};
Unexplained unexplained(const ShotSpec& shot, const Poses& poses, std::size_t first) {
  const Channel* rest = poses.channel(shot.motion.figures[0].name + "/root_force");
  const double weight = 9.81 * make_model(shot.motion.figures[0].figure).mass;
  Unexplained all;
  const std::size_t rows = poses.track_times.size();
  for (std::size_t k = 0; k < rows; ++k) {
    const Vec3 f = Eigen::Map<const Vec3>(rest->values.data() + 6 * k + first) / weight;
    all.mean += f.squaredNorm() / static_cast<double>(rows);
    all.peak = std::max(all.peak, f.norm());
  }
  all.mean = std::sqrt(all.mean);
  return all;
}

// From its first instant on, in stance and in flight, at every seam of the plan, on any ground.
TEST(CarriedBody, MovesAsItsFeetCanMoveIt) {
  for (const char* name : {"poda_quadruped", "poda_gaits", "poda_path", "poda_terrain"}) {
    const ShotSpec s = load_shot(scene_file(name));
    const Poses poses = simulate(s);
    const Unexplained force = unexplained(s, poses, 0), moment = unexplained(s, poses, 3);
    EXPECT_LT(force.mean, 0.01) << name;
    EXPECT_LT(force.peak, 0.1) << name;
    EXPECT_LT(moment.mean, 0.002) << name;
  }
}

// With one foot fewer to stand on, it still does: the others carry it.
TEST(CarriedBody, IsCarriedByTheOtherLegsWhereOneFindsNoHold) {
  ShotSpec s = beginning_of(load_shot(GAMBOL_SOURCE_DIR "/scenes/poda/poda_terrain.yaml"), 3);
  LegGaitSpec loses;
  loses.legs = {"front_left"};
  loses.footing.keys = {{0, 1, Interpolation::step}, {1.5, 0, Interpolation::step}};
  gait_of(s).legs = {loses};
  const Poses poses = simulate(s);
  const Channel* feet = poses.channel("animal/foot_force");
  const Channel* rest = poses.channel("animal/root_force");
  const double weight = 9.81 * make_model(s.motion.figures[0].figure).mass;
  const auto leg = static_cast<std::size_t>(
      std::find(feet->columns.begin(), feet->columns.end(), "front_left.z") -
      feet->columns.begin());
  double before = 0, after = 0, most = 0;
  for (std::size_t k = 0; k < poses.track_times.size(); ++k) {
    const double t = poses.track_times[k];
    if (t > 1.49 && t < 1.51) continue;  // known to two ticks
    double& sum = t < 1.5 ? before : after;
    sum += feet->values[k * feet->width() + leg];
    most = std::max(most, Eigen::Map<const Vec3>(rest->values.data() + 6 * k).norm());
  }
  EXPECT_GT(before, 0);
  EXPECT_EQ(after, 0);
  EXPECT_LT(most, 0.1 * weight);
}

TEST(CarriedBody, IsCarriedMoreByLegsThatAreToPushMore) {
  ShotSpec s = beginning_of(load_shot(GAMBOL_SOURCE_DIR "/scenes/poda/poda_insect.yaml"), 1.5);
  const auto of_first = [&] {
    const Poses poses = simulate(s);
    const Channel* feet = poses.channel("insect/foot_force");
    double sum = 0;
    for (std::size_t k = 0; k < feet->values.size(); k += feet->width())
      sum += feet->values[k + 8];  // of the third leg, upwards
    return sum;
  };
  const double evenly = of_first();
  LegGaitSpec pushes;
  pushes.legs = {s.motion.figures[0].figure.legs[2].name};
  pushes.push = 2;
  gait_of(s).legs = {pushes};
  EXPECT_GT(of_first(), 1.3 * evenly);
}

TEST(KinematicGait, BeginsWhereItWasPlaced) {
  for (const char* name : {"poda_quadruped", "poda_terrain", "poda_biped"}) {
    ShotSpec s = load_shot(scene_file(name));
    Simulator sim(s.motion);
    const Vec3 at = sim.state().figures[0].q.head<3>();
    EXPECT_LT((at - s.motion.figures[0].at).head<2>().norm(), 1e-6) << name;
    sim.advance(1e-6);  // the first tick has spoken
    EXPECT_LT((sim.state().figures[0].command.motion.q0.head<3>() - at).norm(), 1e-6) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Shots, Carried,
                         ::testing::Values("poda_quadruped", "poda_biped", "poda_insect"));

}  // namespace
}  // namespace gambol::testing
