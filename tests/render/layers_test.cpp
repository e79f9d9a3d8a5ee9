#include "render/layers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <bit>
#include <map>

#include "render/frame_renderer.h"
#include "roach_scene.h"

namespace gambol {
namespace {

constexpr int width = 96, height = 54;

PresetSpec small_preset(int samples) {
  PresetSpec p;
  p.width = width;
  p.height = height;
  p.samples = samples;
  return p;
}

const Channel32& channel(const RenderedFrame& frame, const std::string& name) {
  for (const Channel32& c : frame.layers)
    if (c.name == name) return c;
  throw std::runtime_error("no channel " + name);
}

float at(const RenderedFrame& frame, const std::string& name, int x, int y) {
  return channel(frame, name).values[std::size_t(y) * width + x];
}

// A ball of 2 cm at (0, 0, 5 cm) and a camera 20 cm before it that looks along y.
Scene ball_scene(const Vec3& drift, int frames = 1) {
  Scene scene = empty_scene(frames);
  Shape ball;
  ball.kind = ShapeKind::sphere;
  ball.radius = 0.02;
  const Vec3 at(0, 0, 0.05);
  add_body(scene, "ball", ball, "red", {Quat::Identity(), at}, {Quat::Identity(), at + drift});
  scene.shot.look.materials = {material("red", {0.8, 0.1, 0.1}, 0.5, 0)};
  scene.shot.camera.position = VecCurve(Vec3(0, -0.2, 0.05));
  scene.shot.camera.target = VecCurve(Vec3(0, 0, 0.05));
  return scene;
}

// The ray through the middle of a pixel, whose y component is 1.
Vec3 ray_through(int x, int y) {
  const double pixel = 0.036 / width / 0.05;
  return {(x + 0.5 - width / 2.0) * pixel, 1, (height / 2.0 - y - 0.5) * pixel};
}

// Metres along y at which the ray meets a cube of 4 cm, turned about z, in the ball's place.
std::optional<double> depth_of_cube(const Quat& R, int x, int y) {
  const Vec3 d = R.conjugate() * ray_through(x, y), o = R.conjugate() * Vec3(0, -0.2, 0);
  double enter = 0, leave = 1e9;
  for (int k = 0; k < 3; ++k) {
    const double a = (-0.02 - o[k]) / d[k], b = (0.02 - o[k]) / d[k];
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return enter < leave ? std::optional(enter) : std::nullopt;
}

TEST(Layers, DepthIsThatOfTheGeometry) {
  Scene scene = empty_scene(1);
  const Transform X{Quat(Eigen::AngleAxisd(0.5, Vec3(0.3, 0.1, 1).normalized())), Vec3(0, 0, 0.05)};
  add_body(scene, "cube", rounded_box(Vec3(0.04, 0.04, 0.04), 0), "red", X, X);
  scene.shot.look.materials = {material("red", {0.8, 0.1, 0.1}, 0.5, 0)};
  scene.shot.camera.position = VecCurve(Vec3(0, -0.2, 0.05));
  scene.shot.camera.target = VecCurve(Vec3(0, 0, 0.05));
  const RenderedFrame frame =
      FrameRenderer(scene.shot, scene.poses, small_preset(1)).frame(0, true);
  int on = 0, off = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto wanted = depth_of_cube(X.R, x, y);
      const float found = at(frame, "Z", x, y);
      EXPECT_EQ(wanted.has_value(), !std::isinf(found)) << x << " " << y;
      if (wanted) {
        EXPECT_NEAR(found, *wanted, 1e-6) << x << " " << y;
      }
      (wanted ? on : off) += 1;
    }
  EXPECT_GT(on, 700);
  EXPECT_GT(off, 2000);
}

// Where the camera does not see the sky, alpha is the part of the pixel that is covered, filtered
// as light is: a white thing in a white room, over black, shows its alpha.
TEST(Layers, AlphaIsCoverage) {
  Scene scene = ball_scene(Vec3(0.03, 0, 0));
  scene.shot.look.sky.seen = false;
  scene.shot.look.materials = {material("red", {0, 0, 0}, 0.5, 0)};
  scene.shot.look.materials[0].emission = Vec3(1, 1, 1);
  scene.shot.look.sky.zenith = scene.shot.look.sky.horizon = scene.shot.look.sky.nadir =
      Vec3::Zero();
  const Image image = FrameRenderer(scene.shot, scene.poses, small_preset(64)).render(0);
  double covered = 0;
  for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
    EXPECT_NEAR(image.pixels[i], image.pixels[i + 3], 1e-4);
    covered += image.pixels[i + 3];
  }
  const double radius = 0.02 / std::sqrt(0.2 * 0.2 - 0.02 * 0.02) * 0.05 / 0.036 * width;
  EXPECT_NEAR(covered, 3.14159265 * radius * radius, 0.02 * covered);
}

TEST(Layers, AlphaIsOneWhereTheSkyIsSeen) {
  const Scene scene = ball_scene(Vec3::Zero());
  const Image image = FrameRenderer(scene.shot, scene.poses, small_preset(4)).render(0);
  for (std::size_t i = 3; i < image.pixels.size(); i += 4) EXPECT_EQ(image.pixels[i], 1);
}

// The ball moves to the right by a tenth of what the camera sees there, in four frames.
TEST(Layers, MotionIsHowFarTheSurfaceMovesInPixels) {
  Scene scene = ball_scene(Vec3(0.02, 0, 0), 4);
  scene.shot.film.duration = 4 / 24.0;
  const RenderedFrame frame =
      FrameRenderer(scene.shot, scene.poses, small_preset(1)).frame(2, true);
  // At its foremost point, 18 cm away and now 1 cm to the right.
  const double per_metre = 0.05 / 0.18 * width / 0.036;
  const int x = int(width / 2 + 0.01 * per_metre), y = height / 2;
  EXPECT_NEAR(at(frame, "motion.X", x, y), 0.005 * per_metre, 0.05);
  EXPECT_NEAR(at(frame, "motion.Z", x, y), 0.005 * per_metre, 0.05);
  EXPECT_NEAR(at(frame, "motion.Y", x, y), 0, 1e-3);
  EXPECT_NEAR(at(frame, "motion.X", 2, 2), 0, 1e-3);  // the sky stays
}

TEST(Layers, LightIsDirectPlusIndirect) {
  Scene scene = roach_scene(1, Vec3(0.002, 0, 0), 0.2);
  scene.shot.look = chitin_look();
  scene.shot.camera.position = VecCurve(Vec3(0.055, -0.085, 0.042));
  const RenderedFrame frame =
      FrameRenderer(scene.shot, scene.poses, small_preset(8)).frame(0, true);
  double indirect = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < 3; ++c) {
        const std::string k(1, "RGB"[c]);
        const float sum = at(frame, "direct." + k, x, y) + at(frame, "indirect." + k, x, y);
        EXPECT_NEAR(sum, frame.light.pixels[4 * (std::size_t(y) * width + x) + c],
                    1e-5f * (1 + sum));
        indirect += at(frame, "indirect." + k, x, y);
      }
  EXPECT_GT(indirect, 1);
}

// Those of the specification's own test pictures.
TEST(Mattes, NamesAreHashedAsCryptomatteDoes) {
  EXPECT_EQ(matte_id("hello"), 0x248bfa47u);
  EXPECT_EQ(matte_id("hello, world"), 0x149bbb7fu);
  EXPECT_EQ(matte_id("The quick brown fox jumps over the lazy dog"), 0x2e4ff723u);
  // No name is infinite, denormal or no number.
  for (int i = 0; i < 100000; ++i) {
    const float f = matte_float(matte_id(std::to_string(i)));
    ASSERT_TRUE(std::isnormal(f)) << i;
  }
}

TEST(Mattes, WeightsAreCoverageAndAddUp) {
  Scene scene = roach_scene(1, Vec3(0.002, 0, 0), 0.2);
  scene.shot.look = chitin_look();
  scene.shot.look.sky.seen = false;
  scene.shot.camera.position = VecCurve(Vec3(0.055, -0.085, 0.042));
  const RenderedFrame frame =
      FrameRenderer(scene.shot, scene.poses, small_preset(16)).frame(0, true);
  const float abdomen = matte_float(matte_id("roach/abdomen"));
  double covered = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double sum = 0;
      float last = 2;
      for (int r = 0; r < 6; ++r) {
        const std::string layer = "CryptoObject0" + std::to_string(r / 2);
        const float id = at(frame, layer + (r % 2 ? ".B" : ".R"), x, y);
        const float weight = at(frame, layer + (r % 2 ? ".A" : ".G"), x, y);
        EXPECT_LE(weight, last);
        last = weight;
        sum += weight;
        if (std::bit_cast<std::uint32_t>(id) == std::bit_cast<std::uint32_t>(abdomen))
          covered += weight;
      }
      EXPECT_NEAR(sum, frame.light.pixels[4 * (std::size_t(y) * width + x) + 3], 1e-5);
    }
  EXPECT_GT(covered, 50);
  bool told = false;
  for (const auto& [key, text] : frame.metadata)
    told = told || (key.ends_with("/manifest") &&
                    text.find("\"roach/abdomen\":\"" +
                              fmt::format("{:08x}", matte_id("roach/abdomen"))) != text.npos);
  EXPECT_TRUE(told);
}

}  // namespace
}  // namespace gambol
