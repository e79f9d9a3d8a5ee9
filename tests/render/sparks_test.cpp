#include "render/sparks.h"

#include <gtest/gtest.h>

#include "render/blackbody.h"
#include "render/frame_renderer.h"
#include "roach_scene.h"

namespace gambol {
namespace {

ParticleLookSpec plain() {
  ParticleLookSpec look;
  look.radius = 0.01;
  look.color = Vec3(1, 1, 1);
  look.brightness = Curve(10.0);
  return look;
}

// One particle that flies 0.1 m along x per sample, alive from a quarter of the first interval to
// half of the third.
Poses flying() {
  Poses poses;
  poses.fps = 1;
  poses.frames = 1;
  poses.samples_per_frame = 4;
  poses.emitters = {"sparks"};
  for (int k = 0; k <= 4; ++k) poses.sample_times.push_back(k);
  poses.first_particle = {0, 0, 1, 2, 2, 2};
  for (float k : {1.0f, 2.0f})
    poses.particles.push_back({0, 0, k - 0.25f, 2.25f, {0.1f * k, 2, 0}, {0.1f, 0, 0}});
  return poses;
}

Shutter plain_shutter() {
  const CameraSpec camera;
  return Shutter(camera);
}

TEST(Streaks, RunFromBirthToDeathWithinTheShutter) {
  const std::vector<SparkLook> looks{SparkLook(plain())};
  const auto all = streaks(flying(), looks, plain_shutter(), 0, 1, Vec3(0, 0, 0), {});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_NEAR(all.front().a.x, 0.025, 1e-6);
  EXPECT_NEAR(all.back().b.x, 0.25, 1e-6);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_NEAR(all[i].a.x, all[i - 1].b.x, 1e-6);
  const auto some = streaks(flying(), looks, plain_shutter(), 0.3, 0.4, Vec3(1, 0, 0), {});
  ASSERT_EQ(some.size(), 1u);
  EXPECT_NEAR(some[0].a.x, 0.12 - 1, 1e-6);
  EXPECT_NEAR(some[0].b.x, 0.16 - 1, 1e-6);
  EXPECT_TRUE(streaks(flying(), looks, plain_shutter(), 0.7, 0.9, Vec3::Zero(), {}).empty());
  EXPECT_EQ(streaks(flying(), looks, plain_shutter(), 0.5, 0.5, Vec3::Zero(), {}).size(), 1u)
      << "a dot";
}

// Light summed over a plane that parallel rays cross: of a ball L pi r^2, times its time there.
TEST(Streaks, CarryTheLightOfABallForTheTimeItIsThere) {
  const std::vector<SparkLook> looks{SparkLook(plain())};
  const double ball = 10 * 3.14159265 * 1e-4;
  const auto total = [&](double open, double close, RayCone pixel) {
    const Figures figures;
    const Sparks sparks(figures.device(), streaks(flying(), looks, plain_shutter(), open, close,
                                                  Vec3::Zero(), pixel));
    const float step = 0.0005f;
    double sum = 0;
    for (float x = -0.1f; x < 0.4f; x += step)
      for (float z = -0.1f; z < 0.1f; z += step)
        sum += sparks.seen({x, 0, z}, {0, 1, 0}, 10).x * step * step;
    return sum;
  };
  EXPECT_NEAR(total(0, 1, {}) / ball, 2.25 / 4, 0.03);
  EXPECT_NEAR(total(0.5, 0.5, {}) / ball, 1, 0.02);
  EXPECT_NEAR(total(0.3, 0.4, {0.06f, 0}) / ball, 1, 0.03) << "widened to a pixel, and fainter";
}

TEST(Streaks, AreHiddenByWhatStandsBeforeThem) {
  const Figures figures;
  const Sparks sparks(figures.device(), streaks(flying(), {SparkLook(plain())}, plain_shutter(),
                                                0.5, 0.5, Vec3::Zero(), {}));
  EXPECT_GT(sparks.seen({0.2f, 0, 0}, {0, 1, 0}, 3).x, 0);
  EXPECT_EQ(sparks.seen({0.2f, 0, 0}, {0, 1, 0}, 1.9f).x, 0);
  EXPECT_EQ(sparks.seen({0.2f, 0, 0}, {0, -1, 0}, 3).x, 0);
}

TEST(Sparks, ThrowLightByTheSquareOfTheDistance) {
  const Figures figures;
  const Sparks sparks(figures.device(), streaks(flying(), {SparkLook(plain())}, plain_shutter(),
                                                0.5, 0.5, Vec3::Zero(), {}));
  const double intensity = 10 * 3.14159265 * 1e-4;
  for (float d : {0.1f, 1.0f}) {
    const Sparks::Pick pick = sparks.pick({0.2f, 2 - d, 0}, 0.3f, {0.5f, 0.5f});
    EXPECT_NEAR(pick.irradiance.x * d * d / intensity, 1, 0.02);
    EXPECT_NEAR(pick.direction.y, 1, 0.01);
  }
  // However near, no more than at its own size.
  EXPECT_LT(sparks.pick({0.2f, 2, 0}, 0.3f, {0.5f, 0.5f}).irradiance.x, 1.01 * intensity / 1e-4);
}

TEST(Sparks, AreThereForPicturesAndWithoutThemNothingChanges) {
  Scene scene = roach_scene(2, Vec3::Zero(), 0);
  scene.shot.look = chitin_look();
  scene.shot.look.lights.clear();
  scene.shot.look.sky.intensity = Curve(0.0);
  PresetSpec preset;
  preset.width = 64;
  preset.height = 36;
  preset.samples = 4;
  scene.shot.camera.position = VecCurve(Vec3(0.055, -0.085, 0.042));
  scene.shot.camera.target = VecCurve(Vec3(0.006, 0, 0.006));
  const Image without = FrameRenderer(scene.shot, scene.poses, preset).render(0);
  EmitterSpec e;
  e.name = "sparks";
  e.look = plain();
  e.look.radius = 2e-4;
  scene.shot.motion.world.particles = {e};
  Poses poses = scene.poses;
  poses.sample_times.clear();
  for (int k = 0; k <= poses.frames * poses.samples_per_frame; ++k)
    poses.sample_times.push_back(0.01 * k);
  poses.emitters = {"sparks"};
  poses.first_particle.assign(poses.sample_times.size() + 1, 0);
  EXPECT_EQ(FrameRenderer(scene.shot, poses, preset).render(0).pixels, without.pixels);
  for (std::size_t k = 0; k < poses.sample_times.size(); ++k) {
    poses.first_particle[k + 1] = k + 1;
    poses.particles.push_back({0, 0, 0.1f, 1e3f, {0.006f, -0.02f, 0.02f}, Eigen::Vector3f::Zero()});
  }
  const Image with = FrameRenderer(scene.shot, poses, preset).render(0);
  int seen = 0, lit = 0;
  for (std::size_t i = 0; i < with.pixels.size(); ++i) {
    if (i % 4 == 3) continue;
    EXPECT_EQ(without.pixels[i], 0);
    seen += with.pixels[i] > 0.1f;
    lit += with.pixels[i] > 0 && with.pixels[i] < 0.1f;
  }
  EXPECT_GT(seen, 2);
  EXPECT_GT(lit, 100);
  EXPECT_EQ(FrameRenderer(scene.shot, poses, preset).render(0).pixels, with.pixels);
}

TEST(Blackbody, GlowsFromRedToBlueAtTheSameLuminance) {
  const Float3 red = blackbody_color(1700), white = blackbody_color(6504),
               blue = blackbody_color(15000);
  EXPECT_GT(red.x, 5 * red.z);
  EXPECT_GT(blue.z, blue.x);
  for (float c : {white.x, white.y, white.z}) EXPECT_NEAR(c, 1, 0.06);  // D65 is nearly that
  for (const Float3& c : {red, white, blue}) EXPECT_NEAR(luminance(c), 1, 1e-5);
  const Float3 below = blackbody_color(3999.999), above = blackbody_color(4000.001);
  EXPECT_LT(length(below - above), 0.01);
}

}  // namespace
}  // namespace gambol
