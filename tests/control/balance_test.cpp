// Balance of a controller of leg frames on soles.

#include "control/skills/pendulum.h"

#include <gtest/gtest.h>

#include <cmath>

#include "control/skills/leg_chain.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

// x'' = omega^2 (x - pivot), solved by x - pivot = a cosh(omega t) + b sinh(omega t).
TEST(Pendulum, KnowsWhereItsCapturePointWillBe) {
  const double omega = 3.1, time = 0.4;
  const Pendulum now{{0.1, -0.05, 0.9}, {1.2, 0.3, 0}, omega};
  const Vec3 pivot(0.05, 0.02, 0);
  const Vec3 off = now.com - pivot;
  const double c = std::cosh(omega * time), s = std::sinh(omega * time);
  const Pendulum later{pivot + c * off + s / omega * now.velocity,
                       omega * s * off + c * now.velocity, omega};
  EXPECT_LT((now.captured_later(pivot, time) - later.captured()).norm(), 1e-12);
}

// Over its capture point it comes to rest.
TEST(Pendulum, ComesToRestOverItsCapturePoint) {
  const Pendulum now{{0.1, -0.05, 0.9}, {1.2, 0.3, 0}, 3.1};
  EXPECT_LT((now.captured_later(now.captured(), 2) - now.captured()).norm(), 1e-12);
}

// The same with the pressure's way from the one foot to the other.
TEST(Pendulum, KnowsWhereItsCapturePointWillBeOnTheNextFoot) {
  const Pendulum now{{0.1, -0.05, 0.9}, {1.2, 0.3, 0}, 3.1};
  const Vec3 pivot(0.05, 0.02, 0), ahead(0.12, -0.02, 0);
  const double time = 0.3, half = 0.06;
  const Vec3 found = now.captured_at_transfer(pivot, time, half, ahead);
  const Vec3 foot = found - ahead;
  Vec3 at = now.captured_later(pivot, time);
  const int steps = 1000;
  for (int i = 0; i < steps; ++i) {
    const Vec3 pressure = pivot + 0.25 * (foot - pivot);
    at = pressure + std::exp(now.omega * half / steps) * (at - pressure);
  }
  EXPECT_LT((at - found).norm(), 1e-12);
  // No time on both feet: it is where it lands.
  EXPECT_LT(
      (now.captured_at_transfer(pivot, time, 0, ahead) - now.captured_later(pivot, time)).norm(),
      1e-12);
}

// A pressure that rolls ahead at a constant velocity, and then goes over to the next foot, in small
// steps each of which has a pressure at rest.
TEST(Pendulum, KnowsItsCapturePointUnderAPressureThatRolls) {
  const Pendulum now{{0.1, -0.05, 0.9}, {1.2, 0.3, 0}, 3.1};
  const Vec3 pivot(0.05, 0.02, 0), ahead(0.12, -0.02, 0), rolls(0.15, 0.01, 0);
  const double time = 0.3, half = 0.06;
  const Vec3 found = now.captured_at_transfer(pivot, time, half, ahead, rolls);
  const int steps = 20000;
  Vec3 at = now.captured();
  for (int i = 0; i < steps; ++i) {
    const Vec3 pressure = pivot + (i + 0.5) / steps * time * rolls;
    at = pressure + std::exp(now.omega * time / steps) * (at - pressure);
  }
  const Vec3 last = pivot + time * rolls;
  const Vec3 pressure = last + 0.25 * (found - ahead - last);
  at = pressure + std::exp(now.omega * half) * (at - pressure);
  EXPECT_LT((at - found).norm(), 1e-8);
}

// Two steps of a walk that repeats itself: the capture point is as far from each foot as from the
// one before, which stands on the other side.
TEST(CaptureOffsets, RepeatThemselves) {
  const double length = 0.7, width = 0.12, omega = 3.1, time = 0.55;
  const Vec2 offset = capture_offset(length, width, omega, time);
  const Vec3 left(0, width / 2, 0), right(length, -width / 2, 0);
  Pendulum walk{Vec3(offset.x(), left.y() - offset.y(), 0.9), Vec3::Zero(), omega};
  const Vec3 at = walk.captured_later(left, time);
  EXPECT_NEAR(at.x() - right.x(), offset.x(), 1e-12);
  EXPECT_NEAR(at.y() - right.y(), offset.y(), 1e-12);
}

// The human's knees are straight with all joints at 0: they bend backwards, as at the start.
TEST(LegChains, BendAsAtTheStart) {
  const FigureSpec figure = load_figure(GAMBOL_SOURCE_DIR "/figures/human_walker.yaml");
  const Model model = make_model(figure);
  const AtRest rest(model);
  for (const LegSpec& leg : figure.legs) {
    const LegChain chain = make_leg_chain(model, rest, leg, model.body_index("pelvis"));
    EXPECT_GT(chain.bend, 0) << leg.name;
    ASSERT_TRUE(chain.toe) << leg.name;
    // A knee that points ahead in a direction of the author's.
    const Vec3 aside = Vec3(-0.2, 1, 0).normalized();
    const LegChain::Pose pose = chain.reach(Vec3(0.1, 0, -0.8), aside);
    const Vec3 knee = chain.hip.turn(pose.hip) * chain.knee.axes[0];
    EXPECT_TRUE(pose.reached);
    EXPECT_LT(std::abs(knee.dot(Vec3(0.1, 0, -0.8).cross(aside).normalized())), 0.05);
    EXPECT_GT(knee.dot(aside), 0.99);
  }
}

}  // namespace
}  // namespace gambol::testing
