#include "render/frame_renderer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <atomic>
#include <numbers>
#include <vector>

#include "base/error.h"
#include "roach_scene.h"

namespace gambol {
namespace {

using std::numbers::pi;

PresetSpec preset(int width, int height, int samples) {
  PresetSpec p;
  p.width = width;
  p.height = height;
  p.samples = samples;
  p.blur_glossy = 0;
  return p;
}

void aim(Scene& scene, const Vec3& position, const Vec3& target) {
  scene.shot.camera.position = VecCurve(position);
  scene.shot.camera.target = VecCurve(target);
}

Scene walking_roach(int frames = 3) {
  Scene scene = roach_scene(frames, Vec3(0.012, 0, 0), 0.8);
  scene.shot.look = chitin_look();
  aim(scene, Vec3(0.055, -0.085, 0.042), Vec3(0.006, 0, 0.006));
  return scene;
}

Image render(const Scene& scene, const PresetSpec& p, int frame = 0) {
  return FrameRenderer(scene.shot, scene.poses, p).render(frame);
}

double mean(const Image& image) {
  double sum = 0;
  for (std::size_t i = 0; i < image.pixels.size(); ++i)
    if (i % 4 != 3) sum += image.pixels[i];
  return sum / (0.75 * double(image.pixels.size()));
}

double rms_difference(const Image& a, const Image& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i)
    sum += (a.pixels[i] - b.pixels[i]) * (a.pixels[i] - b.pixels[i]);
  return std::sqrt(sum / double(a.pixels.size()));
}

TEST(FrameRenderer, PixelsDoNotDependOnThreadsOrOrder) {
  const Scene scene = walking_roach();
  const PresetSpec p = preset(96, 54, 4);
  const FrameRenderer renderer(scene.shot, scene.poses, p);
  const Image last = renderer.render(2), first = renderer.render(0);
  tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_EQ(render(scene, p, 0).pixels, first.pixels);
  EXPECT_EQ(render(scene, p, 2).pixels, last.pixels);
  EXPECT_NE(first.pixels, last.pixels);
}

TEST(FrameRenderer, AStillFigureIsTheSameWhateverTheShutter) {
  Scene scene = roach_scene(2, Vec3::Zero(), 0);
  scene.shot.look = chitin_look();
  aim(scene, Vec3(0.055, -0.085, 0.042), Vec3(0.006, 0, 0.006));
  const Image open = render(scene, preset(96, 54, 4));
  scene.shot.camera.shutter = 0;
  EXPECT_EQ(render(scene, preset(96, 54, 4)).pixels, open.pixels);
}

// Bodies that glow against a dark sky: all that differs is what covers a pixel, and when. The error
// shrinks with the samples at least as fast as chance lets it.
TEST(FrameRenderer, BlurIsTheMeanOfManyInstants) {
  constexpr int slices = 256;
  const auto glowing = [](Scene scene, double shutter) {
    for (MaterialSpec& m : scene.shot.look.materials) m.emission = Vec3(1, 1, 1);
    scene.shot.look.ground.reset();
    scene.shot.look.lights.clear();
    scene.shot.look.sky.intensity = Curve(0.0);
    scene.shot.camera.shutter = shutter;
    return scene;
  };
  // The same walk over twice as many frames as slices: the odd ones lie in the slices' middles.
  const Scene slow = glowing(walking_roach(2 * slices), 0);
  PresetSpec p = preset(64, 36, 16);
  p.bounces = 0;
  p.shutter_poses = 9;
  const FrameRenderer renderer(slow.shot, slow.poses, p);
  Image sum{64, 36, 4, std::vector<float>(64 * 36 * 4, 0.0f)}, sharp;
  for (int k = 0; k < slices; ++k) {
    sharp = renderer.render(2 * k + 1);
    for (std::size_t i = 0; i < sum.pixels.size(); ++i) sum.pixels[i] += sharp.pixels[i] / slices;
  }
  double before = 0;
  for (int samples : {16, 64, 256, 1024}) {
    p.samples = samples;
    const Image blurred = render(glowing(walking_roach(1), 2 * pi), p);
    const double error = rms_difference(blurred, sum);
    if (samples > 16) {
      EXPECT_LT(error, 0.56 * before) << samples;
    }
    before = error;
    EXPECT_NEAR(mean(blurred), mean(sum), 0.002);
  }
  EXPECT_LT(before, 0.006);
  EXPECT_GT(rms_difference(sharp, sum), 0.1);  // it does move
}

// A stick that turns by 80 degrees within the shutter sweeps a disc: its tip stays as far from the
// pivot as it is long, where a blend of matrices would shrink it to cos(40 deg).
TEST(FrameRenderer, RotationBlursAsRotation) {
  Scene scene = empty_scene(1);
  Shape stick = rounded_box(Vec3(0.02, 0.002, 0.002), 0);
  stick.X_BS.p = Vec3(0.01, 0, 0);
  const auto turned = [](double angle) {
    return Transform{Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ())), Vec3(0, 0, 0.05)};
  };
  add_body(scene, "stick", stick, "glow", turned(0), turned(80 * pi / 180));
  MaterialSpec glow = material("glow", {0, 0, 0}, 0.5, 0);
  glow.emission = Vec3(1, 1, 1);
  scene.shot.look.materials = {glow};
  scene.shot.look.sky.intensity = Curve(0.0);
  scene.shot.camera.shutter = 2 * pi;
  scene.shot.camera.sensor_width = 0.05;  // one pixel is 1/64 of 5 cm at the stick
  scene.shot.camera.focal_length = Curve(1.0);
  aim(scene, Vec3(0, 0, 1.05), Vec3(0, 0, 0.05));
  PresetSpec p = preset(64, 64, 256);
  p.shutter_poses = 2;  // one step of 80 degrees
  const Image image = render(scene, p);
  double radius = 0, light = 0;
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x) {
      const double value = image.pixels[4 * (y * 64 + x)];
      const double r = std::hypot(x + 0.5 - 32, y + 0.5 - 32) * 0.05 / 64;
      light += value;
      radius += value * r;
      if (r > 0.0225) {
        EXPECT_EQ(value, 0) << x << "," << y;
      }
    }
  EXPECT_NEAR(radius / light, 0.01, 0.0002);  // the stick's middle, at every angle
  // Half way, at 40 degrees, the stick's tip is lit.
  const int x = int(32 - 0.018 * std::sin(40 * pi / 180) * 64 / 0.05);
  const int y = int(32 - 0.018 * std::cos(40 * pi / 180) * 64 / 0.05);
  EXPECT_GT(image.pixels[4 * (y * 64 + x)], 0.02);
}

TEST(FrameRenderer, SeesABodyWhereItProjects) {
  Scene scene = empty_scene(1);
  Shape ball;
  ball.kind = ShapeKind::sphere;
  ball.radius = 0.002;
  const Vec3 place(0.01, 0.02, 0.03);
  add_body(scene, "ball", ball, "glow", {Quat::Identity(), place}, {Quat::Identity(), place});
  MaterialSpec glow = material("glow", {0, 0, 0}, 0.5, 0);
  glow.emission = Vec3(1, 1, 1);
  scene.shot.look.materials = {glow};
  scene.shot.look.sky.intensity = Curve(0.0);
  const Vec3 position(0.2, -0.3, 0.2), target(0, 0, 0.01);
  aim(scene, position, target);
  const Image image = render(scene, preset(160, 90, 64));
  Eigen::Vector2d center(0, 0);
  double light = 0;
  for (int y = 0; y < 90; ++y)
    for (int x = 0; x < 160; ++x) {
      const double value = image.pixels[4 * (y * 160 + x)];
      center += value * Eigen::Vector2d(x + 0.5, y + 0.5);
      light += value;
    }
  center /= light;
  const Vec3 f = (target - position).normalized(), r = f.cross(Vec3::UnitZ()).normalized();
  const double scale = 0.05 / (place - position).dot(f) * 160 / 0.036;
  EXPECT_NEAR(center.x(), 80 + scale * (place - position).dot(r), 0.1);
  EXPECT_NEAR(center.y(), 45 - scale * (place - position).dot(r.cross(f)), 0.1);
}

// A ball that glows, a centimetre to the left of the walk and two up.
Scene glowing_ball(int frames, const Vec3& from, const Vec3& to) {
  Scene scene = empty_scene(frames);
  Shape ball;
  ball.kind = ShapeKind::sphere;
  ball.radius = 0.002;
  add_body(scene, "ball", ball, "glow", {Quat::Identity(), from}, {Quat::Identity(), to});
  MaterialSpec glow = material("glow", {0, 0, 0}, 0.5, 0);
  glow.emission = Vec3(1, 1, 1);
  scene.shot.look.materials = {glow};
  scene.shot.look.sky.intensity = Curve(0.0);
  return scene;
}

CameraSpec parallel(const Vec3& position, const Vec3& target, double width) {
  CameraSpec camera;
  camera.position = VecCurve(position);
  camera.target = VecCurve(target);
  camera.projection = Projection::orthographic;
  camera.view_width = Curve(width);
  return camera;
}

struct Spot {
  double light = 0;
  Eigen::Vector2d center = Eigen::Vector2d::Zero();
};
Spot spot(const Image& image, int left, int top, int width, int height) {
  Spot s;
  for (int y = top; y < top + height; ++y)
    for (int x = left; x < left + width; ++x) {
      const double value = image.pixels[4 * (std::size_t(y) * image.width + x)];
      s.light += value;
      s.center += value * Eigen::Vector2d(x + 0.5, y + 0.5);
    }
  s.center /= s.light;
  return s;
}

TEST(FrameRenderer, ParallelRaysSeeABodyAtItsSizeWhateverItsDistance) {
  const Vec3 place(0.01, 0.02, 0.03);
  Scene scene = glowing_ball(1, place, place);
  for (const double distance : {0.1, 3.0}) {
    scene.shot.camera = parallel(Vec3(0, -distance, 0.025), Vec3(0, 0, 0.025), 0.1);
    const Spot s = spot(render(scene, preset(200, 100, 16)), 0, 0, 200, 100);
    EXPECT_NEAR(s.center.x(), 100 + 20, 0.05);  // x to the right, 2 pixels a millimetre
    EXPECT_NEAR(s.center.y(), 50 - 10, 0.05);
    EXPECT_NEAR(s.light, pi * 16, 0.5);  // a disc of 4 pixels
  }
}

TEST(FrameRenderer, ViewsShareAFrameAndTheRestIsBackground) {
  const Vec3 place(0.01, 0.02, 0.03);
  Scene scene = glowing_ball(1, place, place);
  ViewSpec side, top;
  side.camera = parallel(Vec3(0, -1, 0.02), Vec3(0, 0, 0.02), 0.1);
  side.corner = Vec2(0, 0.5), side.size = Vec2(0.5, 0.5);
  top.camera = parallel(Vec3(0, 0, 1), Vec3(0, 0, 0), 0.1);
  top.corner = Vec2(0.5, 0.5), top.size = Vec2(0.5, 0.5);
  scene.shot.views = {side, top};
  scene.shot.background = Vec3(0.25, 0.25, 0.25);
  const Image image = render(scene, preset(200, 200, 16));
  const Spot a = spot(image, 0, 100, 100, 100), b = spot(image, 100, 100, 100, 100);
  EXPECT_NEAR(a.center.x(), 50 + 10, 0.1);
  EXPECT_NEAR(a.center.y(), 150 - 10, 0.1);
  EXPECT_NEAR(b.center.x(), 150 - 20, 0.1);  // from above x is up and y is left
  EXPECT_NEAR(b.center.y(), 150 - 10, 0.1);
  for (int x : {0, 60, 130, 199}) EXPECT_EQ(image.pixels[4 * (99 * 200 + x)], 0.25f);
}

TEST(FrameRenderer, OneViewOfTheWholeFrameIsTheCamera) {
  Scene scene = walking_roach(1);
  const Image single = render(scene, preset(96, 54, 2));
  ViewSpec view;
  view.camera = scene.shot.camera;
  scene.shot.views = {view};
  EXPECT_EQ(render(scene, preset(96, 54, 2)).pixels, single.pixels);
}

TEST(FrameRenderer, RefinesUntilThePictureIsThatOfTheFrame) {
  const Scene scene = walking_roach();
  PresetSpec p = preset(96, 54, 12);
  p.denoise = true;
  const FrameRenderer renderer(scene.shot, scene.poses, p);
  const Image whole = renderer.render(1);
  std::vector<int> samples;
  std::vector<double> errors;
  std::atomic<bool> give_up = false;
  renderer.refine(
      1,
      [&](const Image& light, int count) {
        samples.push_back(count);
        errors.push_back(rms_difference(light, whole));
        return true;
      },
      give_up);
  EXPECT_EQ(samples, (std::vector<int>{1, 2, 4, 8, 12}));
  EXPECT_GT(errors[0], errors[2]);
  EXPECT_LT(errors[4], 1e-5);  // light is added up in another order
}

TEST(FrameRenderer, LooksThroughAnotherCameraAsANewOneDoes) {
  const Scene scene = walking_roach(3);
  Scene other = scene;
  other.shot.camera.position = VecCurve(Vec3(0.02, -0.3, 0.2));
  FrameRenderer renderer(scene.shot, scene.poses, preset(96, 54, 2));
  renderer.render(1);
  renderer.look_through(other.shot, preset(80, 60, 2));
  EXPECT_EQ(renderer.render(1).pixels, render(other, preset(80, 60, 2), 1).pixels);
  renderer.look_through(scene.shot, preset(96, 54, 2));
  EXPECT_EQ(renderer.render(1).pixels, render(scene, preset(96, 54, 2), 1).pixels);
}

TEST(FrameRenderer, RefinesNoFurtherThanItIsAsked) {
  const Scene scene = walking_roach();
  const FrameRenderer renderer(scene.shot, scene.poses, preset(48, 27, 64));
  int shown = 0;
  std::atomic<bool> give_up = false;
  renderer.refine(
      0, [&](const Image&, int) { return ++shown < 3; }, give_up);
  EXPECT_EQ(shown, 3);
  renderer.refine(
      0,
      [&](const Image&, int) {
        give_up = true;
        return true;
      },
      give_up);
  renderer.refine(
      0, [&](const Image&, int) { return ++shown < 99; }, give_up);
  EXPECT_EQ(shown, 3);  // nothing more once it is given up
}

// With a camera that sees all of them the strobe is, of things that glow, the sum of its frames.
TEST(FrameRenderer, AStrobeShowsTheBodyAtEachInstant) {
  Scene scene = glowing_ball(4, Vec3(-0.03, 0, 0.01), Vec3(0.03, 0, 0.02));
  scene.shot.camera = parallel(Vec3(0, -1, 0.02), Vec3(0, 0, 0.02), 0.1);
  scene.shot.camera.shutter = 0;
  PresetSpec p = preset(160, 90, 64);
  const FrameRenderer renderer(scene.shot, scene.poses, p);
  const std::vector<int> frames{0, 1, 3};
  const Image all = renderer.strobe(frames);
  Image sum = renderer.render(0);
  for (const int frame : {1, 3}) {
    const Image one = renderer.render(frame);
    for (std::size_t i = 0; i < sum.pixels.size(); ++i) sum.pixels[i] += one.pixels[i];
  }
  for (std::size_t i = 3; i < sum.pixels.size(); i += 4) sum.pixels[i] = 1;
  EXPECT_LT(rms_difference(all, sum), 0.01);
  EXPECT_GT(mean(all), 0.003);
}

TEST(FrameRenderer, AStrobeStepsBackUntilItSeesEveryInstant) {
  Scene scene = glowing_ball(4, Vec3(-0.3, 0, 0.01), Vec3(0.3, 0, 0.02));
  scene.shot.camera.shutter = 0;
  const PresetSpec p = preset(160, 90, 64);
  const auto dark_edges = [](const Image& image) {
    double edge = 0;
    for (int y = 0; y < 90; ++y)
      edge += image.pixels[4 * (y * 160)] + image.pixels[4 * (y * 160 + 159)];
    return edge == 0;
  };
  for (const bool lens : {true, false}) {
    if (lens)
      aim(scene, Vec3(0, -0.1, 0.02), Vec3(0, 0, 0.02));
    else
      scene.shot.camera = parallel(Vec3(0, -1, 0.02), Vec3(0, 0, 0.02), 0.02);
    const Image image = FrameRenderer(scene.shot, scene.poses, p).strobe({0, 3});
    EXPECT_TRUE(dark_edges(image));
    EXPECT_GT(spot(image, 0, 0, 40, 90).light, 0.1);  // both are there, near the sides
    EXPECT_GT(spot(image, 100, 0, 60, 90).light, 0.1);
  }
}

// In an evenly lit room a white thing is invisible.
TEST(FrameRenderer, WhiteThingsVanishInAWhiteFurnace) {
  Scene scene = empty_scene(1);
  add_body(scene, "box", rounded_box(Vec3(0.02, 0.02, 0.02), 0), "white", Transform{}, Transform{});
  scene.shot.look.materials = {material("white", {1, 1, 1}, 0.5, 0)};
  scene.shot.look.sky.zenith = scene.shot.look.sky.horizon = scene.shot.look.sky.nadir =
      Vec3(0.5, 0.5, 0.5);
  aim(scene, Vec3(0.05, -0.04, 0.03), Vec3::Zero());
  for (double v : render(scene, preset(32, 18, 16)).pixels)
    if (v != 1) {
      EXPECT_NEAR(v, 0.5, 1e-4);
    }
}

TEST(FrameRenderer, ReportsEveryMaterialThatTheLookLacks) {
  Scene scene = walking_roach();
  scene.shot.look.file = "plain.yaml";
  scene.shot.look.materials = {material("paper", {1, 1, 1})};
  try {
    FrameRenderer renderer(scene.shot, scene.poses, preset(16, 9, 1));
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_EQ(e.problems().size(), scene.poses.bodies.size());
    EXPECT_THAT(e.what(), testing::HasSubstr("'chitin_abdomen'"));
  }
}

TEST(FrameRenderer, ReportsPosesOfAnotherShot) {
  Scene scene = walking_roach();
  scene.poses.bodies[1] = "roach/tail";
  EXPECT_THROW(FrameRenderer(scene.shot, scene.poses, preset(16, 9, 1)), InputError);
}

}  // namespace
}  // namespace gambol
