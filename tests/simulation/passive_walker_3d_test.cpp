// The passive walker of the shot scenes/studies/passive_walker_3d.yaml: a lateral mode takes it off
// its limit cycle, and a servo's feedback, which places its feet sideways, holds it there.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "shot/controllers/controller_kinds.h"
#include "shot/controllers/controller_spec.h"
#include "shot/shot_spec.h"
#include "simulation/simulator.h"

namespace gambol {
namespace {

MotionSpec shot(const std::string& take) {
  return load_shot(GAMBOL_SOURCE_DIR "/scenes/studies/passive_walker_3d.yaml" + take).motion;
}

// Of the axle to its right, rad.
double lean(const FigureState& f) {
  const Quat R(f.q[3], f.q[4], f.q[5], f.q[6]);
  return std::asin(std::clamp((R * Vec3::UnitY()).z(), -1.0, 1.0));
}

// How far two walkers lean apart, at times `every` s apart, until s.
std::vector<double> apart(MotionSpec a, MotionSpec b, double every, double until) {
  Simulator left(a), right(b);
  std::vector<double> differences;
  for (int k = 1; k * every <= until; ++k) {
    left.advance(k * every);
    right.advance(k * every);
    differences.push_back(std::abs(lean(left.state().figures[0]) - lean(right.state().figures[0])));
  }
  return differences;
}

// The model of tools/passive_walker_3d_model.py has the multiplier -6.00 and steps of 0.672 s.
TEST(PassiveWalker3d, FallsSidewaysBySixTimesAStep) {
  MotionSpec nudged = shot("@nudged");
  KickSpec& nudge = *nudged.cues.back().kick;
  nudge.velocity *= 1e-2;
  nudge.spin *= 1e-2;  // 1e-5 rad/s
  const std::vector<double> d = apart(shot(""), nudged, 2 * 0.6715, 4.1);
  ASSERT_EQ(d.size(), 3u);
  for (std::size_t k = 1; k < d.size(); ++k) EXPECT_NEAR(std::sqrt(d[k] / d[k - 1]), 6, 1) << k;
}

TEST(PassiveWalker3d, IsHeldByFootPlacement) {
  Simulator alone(shot("@nudged")), placed([] {
    MotionSpec m = shot("@placed");
    m.cues.push_back(shot("@nudged").cues.back());
    return m;
  }());
  alone.advance(6);
  placed.advance(12);
  EXPECT_LT(alone.state().figures[0].q[2], 0.5);  // m: it lies
  EXPECT_LT(std::abs(lean(placed.state().figures[0])), 0.2);
  EXPECT_GT(placed.state().figures[0].q[0], 8);
}

// The targets move once in a step, 20 ms after the footfall, by what is measured then.
TEST(PassiveWalker3d, PlacesItsFeetOnceInAStep) {
  MotionSpec m = shot("@placed");
  ServoSpec& servo = *m.figures[0].controllers.at(0).kind.as<ServoSpec>();
  servo.feedback.resize(1);
  ServoFeedbackSpec& feedback = servo.feedback[0];
  feedback.legs = "*";
  feedback.of = FeedbackOf::heading;
  feedback.after = 0.02;
  feedback.around = 0.01;
  feedback.gain = 1e-3;
  Simulator s(m);
  double beyond = 0;
  int moves = 0;
  for (int tick = 1; tick <= 2400; ++tick) {
    s.advance(tick * 1e-3);
    const FigureState& f = s.state().figures[0];
    const double now = f.command.outputs.at(0);
    if (now == beyond) continue;
    const int side = ++moves % 2 ? -1 : 1;  // the right leg comes down first
    const Vec3 x = Quat(f.q[3], f.q[4], f.q[5], f.q[6]) * Vec3::UnitX();
    EXPECT_NEAR(now, 1e-3 * (side * std::atan2(x.y(), x.x()) - 0.01), 2e-6) << moves;
    beyond = now;
  }
  EXPECT_EQ(moves, 4);
}

}  // namespace
}  // namespace gambol
