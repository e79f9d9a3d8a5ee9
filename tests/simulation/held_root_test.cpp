// The force that holds a root: as it is recorded, and averaged over a time (McKenna's PhD thesis,
// MIT 1994, "seed 003", 5.5 and Eq. 59).

#include <gtest/gtest.h>

#include "analysis/measures.h"
#include "poses/channels.h"
#include "shot/shot_spec.h"
#include "simulation/simulate.h"
#include "support/gravity.h"
#include "support/servo.h"

namespace gambol::testing {
namespace {

ShotSpec of(MotionSpec motion, double seconds) {
  ShotSpec shot;
  shot.name = "held";
  shot.motion = std::move(motion);
  shot.motion.world.gravity = Vec3(0, 0, -g);
  shot.motion.integrator.method = IntegrationMethod::implicit;
  shot.motion.integrator.step = 1e-3;
  shot.motion.track_rate = 1000;
  shot.motion.simulate_until = shot.film.duration = seconds;
  return shot;
}

double measured(ShotSpec shot, const Poses& poses, const std::string& name, double from,
                double to) {
  ExpectSpec e;
  e.measure = name;
  e.figure = shot.motion.figures[0].name;
  e.from = from;
  e.to = to;
  shot.expect = {e};
  EXPECT_TRUE(problems_of_measures(shot).empty());
  return measure(shot, poses).at(0).value;
}

CueSpec drive_root(const MotionSpec& m, double at, const std::vector<std::string>& ends, Drive to) {
  CueSpec cue;
  cue.name = "cue" + std::to_string(at);
  cue.at = at;
  cue.drive.emplace();
  for (const std::string& end : ends)
    cue.drive->joints.push_back(m.figures[0].figure.bodies[0].name + end);
  cue.drive->to = to;
  return cue;
}

// A pendulum falls, and swings once a cue holds its root: what holds it gives the impulse that the
// change of momentum shows.
TEST(HeldRoot, GetsTheImpulseThatTheMomentumOfTheFigureShows) {
  MotionSpec m = free_motion(pendulum());
  m.figures[0].figure.bodies[1].joint.axis = Vec3::UnitY();
  m.cues = {drive_root(m, 0.1, {""}, Drive::hold)};
  const ShotSpec shot = of(m, 1);
  const Poses poses = simulate(shot);
  EXPECT_NEAR(measured(shot, poses, "held_force", 0, 0.099), 0, 1e-9);
  Simulator s(shot.motion);
  s.advance(0.2);
  const Momentum a = momentum_of(s);
  s.advance(0.9);
  const Momentum b = momentum_of(s);
  const double mass = s.figures()[0]->model().mass;
  const Vec3 impulse = b.linear - a.linear + 0.7 * mass * Vec3(0, 0, g);
  const double force = measured(shot, poses, "held_force", 0.2, 0.9);
  EXPECT_NEAR(force, impulse.norm() / 0.7, 1e-3 * mass * g);
  EXPECT_GT(std::abs(force - mass * g), 3e-3 * mass * g);  // the weight alone is not it
}

// At rest, with its joint held: its weight, at no moment about the centre of mass if nothing turns.
TEST(HeldRoot, BearsTheWeightOfWhatStandsStill) {
  MotionSpec m = free_motion(pendulum());
  m.figures[0].fixed_root = true;
  m.figures[0].lock = {"*"};
  const ShotSpec shot = of(m, 0.2);
  const Poses poses = simulate(shot);
  Simulator s(shot.motion);
  const double weight = s.figures()[0]->model().mass * g;
  const Vec3 arm = momentum_of(s).com;  // from the root, which stands at the origin
  EXPECT_NEAR(measured(shot, poses, "held_force", 0, 0.2), weight, 1e-9 * weight);
  EXPECT_NEAR(measured(shot, poses, "held_moment", 0, 0.2), 0, 1e-9 * weight);
  EXPECT_GT(std::hypot(arm.x(), arm.y()), 0.01);
}

// On rails along x, which hold all its other freedoms, only those are pushed.
TEST(HeldRoot, IsPushedByItsRailsAcrossThemAlone) {
  MotionSpec m = free_motion(pendulum());
  m.figures[0].figure.bodies[1].joint.axis = Vec3::UnitY();
  m.cues = {drive_root(m, 0, {".rx", ".ry", ".rz", ".ty", ".tz"}, Drive::hold)};
  const Poses poses = simulate(of(m, 0.5));
  const Channel* force = poses.channel("links/root_force");
  ASSERT_NE(force, nullptr);
  double most = 0;
  for (std::size_t k = 0; k < poses.track_times.size(); ++k) {
    EXPECT_NEAR(force->values[6 * k], 0, 1e-9);
    most = std::max(most, std::abs(force->values[6 * k + 2]));
  }
  EXPECT_GT(most, 1);
}

TEST(HeldRoot, IsNoneOfADynamicFigure) {
  ShotSpec shot = of(free_motion(pendulum()), 0.1);
  shot.expect.emplace_back();
  shot.expect[0].measure = "held_force";
  shot.expect[0].figure = "links";
  const auto problems = problems_of_measures(shot);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].expected, "a figure whose root is fixed, led, or held by a cue");
}

}  // namespace
}  // namespace gambol::testing
