// Skins among the figures of a picture: where rays meet them while the shutter is open.

#include "render/skin.h"

#include <gtest/gtest.h>

#include <numbers>

#include "render/figures.h"

namespace gambol {
namespace {

// An arm along x of two links, a metre each, with a skin grown around it.
FigureSpec arm() {
  FigureSpec f;
  f.bodies.resize(2);
  f.bodies[0].name = "upper";
  f.bodies[1].name = "lower";
  f.bodies[1].parent = "upper";
  f.bodies[1].at = Vec3(1, 0, 0);
  for (BodySpec& body : f.bodies) {
    ShapeSpec& s = body.visible.emplace_back();
    s.shape.kind = ShapeKind::capsule;
    s.shape.radius = 0.1;
    s.shape.length = 1;
    s.shape.X_BS = {Quat(Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitZ())), Vec3(0.5, 0, 0)};
  }
  SkinSpec& skin = f.skins.emplace_back();
  skin.from = SkinSource::shapes;
  skin.cell = 0.03;
  skin.blend = 0.15;
  return f;
}

// Two frames: the whole arm goes up by `rise`, and its lower link turns by `angle`.
Poses moving(double rise, double angle) {
  Poses poses;
  poses.bodies = {"arm/upper", "arm/lower"};
  poses.fps = 24;
  poses.frames = 2;
  poses.samples_per_frame = 1;
  for (int k = 0; k <= 2; ++k) {
    poses.sample_times.push_back(k / 24.0);
    const Quat R(Eigen::AngleAxisd(angle * k, Vec3::UnitZ()));
    poses.X_WB.push_back({Quat::Identity(), Vec3(0, 0, rise * k)});
    poses.X_WB.push_back({R, Vec3(1, 0, rise * k)});
  }
  return poses;
}

MovingFigures figures_at(const Figures& figures, const Poses& poses,
                         const std::vector<double>& instants) {
  return figures.at(poses, instants, Vec3::Zero());
}

Figures with_skin() {
  const FigureSpec f = arm();
  Figures figures;
  figures.add_skin(PosedSkin(make_skin(f, f.skins[0]), {0, 1}, {0}));
  return figures;
}

// From above.
bool hit_below(const MovingFigures& figures, float x, float y, float time, SurfaceHit& hit) {
  const Reach down{{Float3(x, y, 10), Float3(0, 0, -1), time}, 100};
  return figures.intersect(down, hit);
}

TEST(SkinInPictures, IsWhereItsBodiesAreAtEveryMoment) {
  const Figures figures = with_skin();
  const Poses poses = moving(0.2, 0);
  const MovingFigures now = figures_at(figures, poses, {0, 0.25, 0.5, 0.75, 1});
  for (float time : {0.0f, 0.3f, 1.0f})
    for (float x : {0.2f, 1.0f, 1.7f}) {
      SurfaceHit hit;
      ASSERT_TRUE(hit_below(now, x, 0, time, hit));
      EXPECT_NEAR(10 - hit.distance, 0.1f + 0.2f * time, 3e-3);  // facets of 3 cm
      EXPECT_GT(hit.normal.z, 0.99f);
    }
}

TEST(SkinInPictures, BendsOverTheShutterAsFrozenInstantsDo) {
  const Figures figures = with_skin();
  const Poses poses = moving(0, 1.2);
  const MovingFigures open = figures_at(figures, poses, {0, 0.25, 0.5, 0.75, 1});
  int met = 0;
  for (double frame : {0.0, 0.25, 0.5, 1.0}) {
    const MovingFigures frozen = figures_at(figures, poses, {frame});
    for (int k = 0; k < 200; ++k) {
      const double angle = 1.2 * frame, along = 0.1 + 0.004 * k;  // along the lower link
      const float x = float(1 + along * std::cos(angle)), y = float(along * std::sin(angle));
      SurfaceHit a, b;
      ASSERT_TRUE(hit_below(frozen, x, y, 0, a));
      ASSERT_TRUE(hit_below(open, x, y, float(frame), b));
      EXPECT_NEAR(a.distance, b.distance, 1e-4);
      EXPECT_GT(dot(a.normal, b.normal), 0.999f);
      ++met;
    }
  }
  EXPECT_EQ(met, 800);
}

TEST(SkinInPictures, ManyInstantsStandSideBySide) {
  const Figures figures = with_skin();
  const Poses poses = moving(1, 0);
  const MovingFigures both = figures.at_each(poses, {0, 1}, Vec3::Zero());
  SurfaceHit hit;
  ASSERT_TRUE(hit_below(both, 0.5f, 0, 0, hit));
  EXPECT_NEAR(10 - hit.distance, 1.1, 3e-3);
  const Reach down{{Float3(0.5f, 0, 0.5f), Float3(0, 0, -1), 0}, 100};
  ASSERT_TRUE(both.intersect(down, hit));
  EXPECT_NEAR(0.5 - hit.distance, 0.1, 3e-3);
}

}  // namespace
}  // namespace gambol
