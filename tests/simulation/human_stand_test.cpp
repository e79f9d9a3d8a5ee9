// The human of scenes/human/human_stand.yaml bears no more than statics allows. A rigid figure of
// weight m g whose centre of mass stands the distance s before the edge of its support bears a
// horizontal force of at most m g s / h at the height h: beyond it tips, whatever its springs do.
// tools/fall_forces.py finds the forces at which it falls.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "figure/support.h"
#include "shot/shot_spec.h"
#include "simulation/beginning.h"
#include "simulation/simulator.h"
#include "support/gravity.h"

namespace gambol::testing {
namespace {

constexpr const char* pushed = "abdomen";

struct Stance {
  double weight = 0, height = 0;  // N; m, of the pushed body's centre of mass
  Vec3 com = Vec3::Zero();
  std::vector<Vec3> border;  // of the points on which the ground pressed
};

Vec3 in_world(const Frame& X_WB, const Vec3& p_B) { return X_WB.R * p_B + X_WB.p; }

Stance stance_of(const FigureSim& figure) {
  Stance s;
  const Model& model = figure.model();
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const Vec3 com = in_world(figure.work().bodies[b].X_WB, model.bodies[b].mass.com);
    s.com += com * (model.bodies[b].mass.mass / model.mass);
    if (model.bodies[b].name == pushed) s.height = com.z();
  }
  s.weight = model.mass * g;
  std::vector<Vec3> points;
  for (const GroundContact& c : figure.contacts())
    if (c.force.z() > 0) points.push_back(in_world(figure.work().bodies[c.body].X_WB, c.p_B));
  s.border = flat_hull(points);
  return s;
}

// How far the centre of mass may go along a unit vector until it is over the border, m.
double room(const Stance& s, const Vec3& along) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < s.border.size(); ++i) {
    const Vec3 a = s.border[i], edge = s.border[(i + 1) % s.border.size()] - a;
    const Vec3 out(edge.y(), -edge.x(), 0);  // the border goes counterclockwise
    const double nears = out.dot(along);
    if (nears > 1e-12) least = std::min(least, out.dot(a - s.com) / nears);
  }
  return least;
}

// Greatest lean of the root, rad, within 4 s of a constant push.
double lean_under(Simulator& s, const State& from, const Vec3& force) {
  s.start(from);
  const double until = from.time + 4;
  const int body = s.figures()[0]->model().body_index(pushed);
  s.state().figures[0].pushes.push_back(
      {body, force, s.figures()[0]->model().bodies[body].mass.com, until});
  double most = 0;
  for (int k = 1; k <= 40 && most < 1; ++k) {
    s.advance(from.time + k * 0.1);
    const Eigen::VectorXd& q = s.state().figures[0].q;
    most = std::max(most, std::acos(std::clamp(1 - 2 * (q[4] * q[4] + q[5] * q[5]), -1.0, 1.0)));
  }
  return most;
}

TEST(HumanStand, FallsUnderMoreThanStaticsAllows) {
  const ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/human/human_stand.yaml");
  Simulator s(world_of(shot));
  s.advance(s.state().time + 0.05);
  const State stands = s.state();
  const Stance stance = stance_of(*s.figures()[0]);
  EXPECT_NEAR(stance.weight, 667, 2);
  EXPECT_NEAR(stance.height, 1.29, 0.01);
  EXPECT_LT(lean_under(s, stands, Vec3::Zero()), 0.06);  // that of the posture
  for (const double angle : {0.0, 0.25, 0.5, 1.0, 1.5}) {
    const Vec3 along(std::cos(angle * std::numbers::pi), std::sin(angle * std::numbers::pi), 0);
    const double bound = stance.weight * room(stance, along) / stance.height;
    EXPECT_GT(bound, 45) << angle;
    EXPECT_LT(bound, 80) << angle;
    EXPECT_GT(lean_under(s, stands, 1.05 * bound * along), 1) << angle;
    EXPECT_LT(lean_under(s, stands, 0.02 * bound * along), 0.2) << angle;
  }
}

}  // namespace
}  // namespace gambol::testing
