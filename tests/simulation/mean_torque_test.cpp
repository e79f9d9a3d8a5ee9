// The torque of a joint, averaged over a time (McKenna's PhD thesis, MIT 1994, "seed 003", Eq. 59).

#include <gtest/gtest.h>

#include "analysis/measures.h"
#include "poses/channels.h"
#include "shot/shot_spec.h"
#include "simulation/simulate.h"
#include "support/servo.h"

namespace gambol::testing {
namespace {

// Its holder goes up and down, in whole periods: the joint that holds the rod level bears m (g + a)
// at its lever, and a comes to nothing.
ShotSpec shaken_pendulum() {
  ShotSpec shot;
  shot.name = "shaken";
  shot.motion = free_motion(pendulum());
  shot.motion.world.gravity = Vec3(0, 0, -9.81);
  shot.motion.integrator.method = IntegrationMethod::implicit;
  shot.motion.integrator.step = 1e-3;
  shot.motion.track_rate = 1000;
  shot.motion.simulate_until = shot.film.duration = 2;
  CastSpec& cast = shot.motion.figures[0];
  cast.fixed_root = true;  // but for its height
  cast.figure.bodies[1].joint.drive = Drive::hold;
  cast.figure.bodies[1].joint.axis = Vec3::UnitY();
  Curve up_and_down;
  for (int k = 0; k <= 10; ++k)
    up_and_down.keys.push_back({0.2 * k, 0.05 * (k % 2), Interpolation::ease});
  cast.motions.emplace_back();
  cast.motions[0].name = "a.tz";
  cast.motions[0].along = up_and_down;
  return shot;
}

TEST(MeanTorque, OfALevelPendulumIsItsWeightAtItsLever) {
  const ShotSpec shot = shaken_pendulum();
  const Poses poses = simulate(shot);
  const Model model = make_model(shot.motion.figures[0].figure);
  const MassProperties& rod = model.bodies[1].mass;
  const double expected = rod.mass * 9.81 * rod.com.x();
  double most = 0, least = 1e9;
  for (const Channel& c : poses.channels)
    if (c.name == channel_name("links", "joint_force"))
      for (double force : c.values) {
        most = std::max(most, std::abs(force));
        least = std::min(least, std::abs(force));
      }
  EXPECT_GT(most, 1.5 * expected);
  EXPECT_LT(least, 0.5 * expected);
  ExpectSpec e;
  e.measure = "mean_torque";
  e.figure = "links";
  e.body = "b";
  e.from = 0.4;
  e.to = 1.6;
  ShotSpec measured = shot;
  measured.expect = {e};
  const auto found = measure(measured, poses);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(std::abs(found[0].value) / 1e6, expected, 1e-6 * expected);
}

}  // namespace
}  // namespace gambol::testing
