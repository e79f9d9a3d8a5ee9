// Bodies on uneven ground, moved by the simulator.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/height_field.h"
#include "shot/shot_spec.h"
#include "simulation/record/poses_recorder.h"
#include "simulation/simulator.h"
#include "support/figures.h"
#include "support/gravity.h"

namespace gambol::testing {
namespace {

std::shared_ptr<const HeightField> sampled(int n, double spacing, auto&& height) {
  std::vector<double> z;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      z.push_back(height((i - (n - 1) / 2.0) * spacing, (j - (n - 1) / 2.0) * spacing));
  return std::make_shared<const HeightField>(n, n, spacing, Vec3::Zero(), z);
}

MotionSpec on_terrain(const Vec3& size, const Vec3& at, std::shared_ptr<const HeightField> field) {
  FigureSpec f;
  f.name = "block";
  f.bodies = {box_body("b", "", Vec3::Zero(), size)};
  f.bodies[0].collision = f.bodies[0].inertia;
  MotionSpec m = free_motion(f);
  m.world.gravity = Vec3(0, 0, -g);
  m.figures[0].at = at;
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = 2e-4;
  m.world.ground.emplace();
  m.world.ground->terrain.emplace();
  m.world.ground->terrain->field = std::move(field);
  ContactSpec& c = m.world.ground->contact;
  c.scale = MassScale::none;
  c.strength = 0;
  c.stiffness = 5000;
  c.damping = 60;
  c.friction_damping = 2000;
  return m;
}

TEST(Terrain, HoldsABeamLaidAcrossRidges) {
  // Two ridges along y, at x = -0.5 and 0.5, between the beam's ends.
  const auto roofs = sampled(
      9, 0.5, [](double x, double) { return std::max(0.5 - std::abs(std::abs(x) - 0.5), 0.0); });
  Simulator s(on_terrain(Vec3(1.6, 0.1, 0.1), Vec3(0.02, 0.07, 0.549), roofs));
  s.advance(3);
  const FigureState& f = s.state().figures[0];
  // 16 kg: where its two lower edges cross the two ridges.
  EXPECT_NEAR(f.q[2], 0.55 - 16 * g / 4 / 5000, 5e-5);
  EXPECT_LT(f.v.norm(), 1e-4);
}

TEST(Terrain, SlidesABlockDownASlopeByTheLaw) {
  const double slope = 30 * std::numbers::pi / 180;
  const auto ramp = sampled(5, 5, [&](double x, double) { return -x * std::tan(slope); });
  MotionSpec m = on_terrain(Vec3(0.4, 0.4, 0.05), Vec3(-5, 0, 5 * std::tan(slope)), ramp);
  m.figures[0].at += 0.0249 * Vec3(std::sin(slope), 0, std::cos(slope));
  m.world.ground->contact.friction = Curve(0.4);
  m.world.ground->contact.friction_damping = 1e4;
  Simulator s(m);
  State& state = s.state();
  const Quat lean(Eigen::AngleAxisd(slope, Vec3::UnitY()));
  state.figures[0].q.segment<4>(3) << lean.w(), lean.x(), lean.y(), lean.z();
  s.advance(0.3);
  const double before = state.figures[0].v[3];
  s.advance(0.8);
  EXPECT_NEAR((state.figures[0].v[3] - before) / 0.5, g * (std::sin(slope) - 0.4 * std::cos(slope)),
              0.02);
  EXPECT_NEAR(state.figures[0].v[5], 0, 5e-3);  // along the slope: the block's own z stays
}

TEST(Terrain, IsTheSameToBothMethods) {
  const auto bumps =
      sampled(21, 0.2, [](double x, double y) { return 0.06 * std::sin(5 * x) * std::cos(4 * y); });
  MotionSpec m = on_terrain(Vec3(0.3, 0.2, 0.1), Vec3(0.1, 0, 0.2), bumps);
  m.world.ground->contact.friction_damping = 50;
  const auto end = [](const MotionSpec& spec) {
    Simulator s(spec);
    s.state().figures[0].v << 0.5, 1, 0.2, 0.4, 0, 0;
    s.advance(0.3);
    return Eigen::VectorXd(s.state().figures[0].q);
  };
  MotionSpec exact = m;
  exact.integrator.method = IntegrationMethod::rkf45;
  exact.integrator.tolerance = 1e-8;
  m.integrator.step = 1e-5;
  EXPECT_LT((end(m) - end(exact)).norm(), 0.01);
}

void by_impulse(MotionSpec& m, double restitution, double friction) {
  WorldContactSpec& contact = m.world.contact.emplace();
  contact.type = ContactType::impulse;
  contact.restitution = restitution;
  contact.friction = Curve(friction);
}

// A slope is level ground under gravity that leans, which knows nothing of terrain.
TEST(Terrain, ThrowsABallOffASlopeByImpulse) {
  const double slope = 25 * std::numbers::pi / 180;
  const Quat lean(Eigen::AngleAxisd(slope, Vec3::UnitY()));
  const auto ramp = sampled(5, 5, [&](double x, double) { return -x * std::tan(slope); });
  const auto ball_on = [](MotionSpec m, const Vec3& at) {
    by_impulse(m, 0.7, 0.3);
    m.figures = {cast(solid_figure("ball", ball_shape(0.05)), at)};
    m.integrator.step = 1e-4;
    Simulator s(m);
    s.advance(1.2);
    const FigureState& f = s.state().figures[0];
    const Quat turned(f.q[3], f.q[4], f.q[5], f.q[6]);
    return std::pair(Vec3(f.q.head<3>()), Vec3(turned * f.v.head<3>()));
  };
  const MotionSpec on_ramp = on_terrain(Vec3::Ones(), Vec3::Zero(), ramp);
  MotionSpec level = on_ramp;
  level.world.ground->terrain.reset();
  level.world.gravity = lean.conjugate() * level.world.gravity;
  const Vec3 start(0.3, 0.1, 0.4);  // in the slope's axes
  const auto [p, w] = ball_on(on_ramp, lean * start);
  const auto [q, u] = ball_on(level, start);
  EXPECT_GT(q.x() - start.x(), 1) << "it has gone down the slope";
  EXPECT_GT(u.norm(), 5) << "and friction has made it roll";
  EXPECT_LT((lean.conjugate() * p - q).norm(), 2e-3);
  EXPECT_LT((lean.conjugate() * w - u).norm(), 0.01 * u.norm());
}

TEST(Terrain, LetsABlockComeToRestByImpulse) {
  const auto bowl = sampled(21, 0.2, [](double x, double y) {
    return 0.15 * (x * x + y * y) + 0.01 * std::sin(9 * x) * std::cos(8 * y);
  });
  MotionSpec m = on_terrain(Vec3(0.3, 0.2, 0.1), Vec3(0.4, 0.2, 0.6), bowl);
  by_impulse(m, 0.4, 0.6);
  m.integrator.step = 1e-3;
  Simulator s(m);
  s.state().figures[0].v << 3, -2, 1, 0.2, 0.3, 0;
  double deepest = 0;
  const Observer watch = [&](const StepView&) {
    for (const BodyTouch& t : s.figures()[0]->touches()) deepest = std::max(deepest, t.at.depth);
  };
  s.advance(3, watch);
  const Eigen::VectorXd at = s.state().figures[0].q;
  EXPECT_LT(s.state().figures[0].v.norm(), 0.02);
  s.advance(4, watch);
  EXPECT_LT((s.state().figures[0].q - at).norm(), 2e-4);
  EXPECT_LT(deepest, 5e-4);  // a ridge of the terrain is found when an edge overlaps it
}

TEST(Terrain, RefusesAStartWithinIt) {
  const auto hill =
      sampled(21, 0.1, [](double x, double y) { return 0.5 * std::exp(-10 * (x * x + y * y)); });
  MotionSpec m = on_terrain(Vec3(0.2, 0.2, 0.2), Vec3(0.1, 0, 0.3), hill);
  try {
    Simulator s(m);
    FAIL() << "a start within a hill";
  } catch (const InputError& e) {
    EXPECT_EQ(e.problems()[0].key, "figures[0].at");
    EXPECT_NE(e.problems()[0].found.find("below the ground"), std::string::npos) << e.what();
  }
  m.figures[0].at.z() = 0.7;
  EXPECT_NO_THROW(Simulator s(m));
}

TEST(Terrain, IsWhatHeightsAreRecordedAbove) {
  const auto table = sampled(5, 1, [](double, double) { return 2.0; });
  ShotSpec shot;
  shot.motion = on_terrain(Vec3(0.2, 0.2, 0.2), Vec3(0, 0, 2.6), table);
  shot.film.duration = 0.1;
  shot.motion.track_rate = 100;
  Simulator simulator(shot.motion);
  PosesRecorder recorder(shot, simulator.world(), 0.1);
  recorder.begin(simulator);
  const Poses poses = recorder.take();
  EXPECT_NEAR(poses.channel("block/lowest")->values.at(0), 0.5, 1e-12);
}

}  // namespace
}  // namespace gambol::testing
