// Pairs of eyes, pictures of all directions, and pixels that are not square.

#include <gtest/gtest.h>

#include <numbers>

#include "render/camera.h"
#include "render/frame_renderer.h"
#include "roach_scene.h"

namespace gambol {
namespace {

using std::numbers::pi;

constexpr double sensor = 0.036;

CameraSpec looking(const Vec3& from, const Vec3& to) {
  CameraSpec spec;
  spec.position = VecCurve(from), spec.target = VecCurve(to);
  return spec;
}

Camera eye(const CameraSpec& spec, double side, int width, int height) {
  return Camera({camera_at(spec, {}, 24, 0, side)}, sensor, width, height, Vec3::Zero());
}

Camera all_around(int width, int height) {
  CameraSpec spec = looking(Vec3(0.1, 0.2, 0.3), Vec3(1.1, 0.7, -0.2));
  spec.projection = Projection::equirectangular;
  return Camera({camera_at(spec, {}, 24, 0)}, sensor, width, height, Vec3::Zero());
}

Vec3 vec(Float3 v) { return {v.x, v.y, v.z}; }

TEST(StereoPair, DisparityIsFocalLengthTimesSeparationOverDepth) {
  constexpr int width = 1200, height = 800;
  constexpr double f = 0.05, b = 0.06, converge = 2;
  CameraSpec spec = looking(Vec3(0, -1, 0.5), Vec3(0, 1, 0.5));  // along y, right is x
  spec.focal_length = Curve(f);
  spec.stereo.emplace();
  spec.stereo->separation = Curve(b);
  spec.stereo->convergence = Curve(converge);
  const Camera left = eye(spec, -0.5, width, height), right = eye(spec, 0.5, width, height);
  for (const double z : {0.5, 1.0, 2.0, 5.0, 400.0})
    for (const Vec3& off : {Vec3(0, 0, 0), Vec3(0.1, 0, -0.04), Vec3(-0.07, 0, 0.1)}) {
      const Float3 p(Vec3(Vec3(0, z - 1, 0.5) + off));
      const Sample2 l = left.pixel_of(p), r = right.pixel_of(p);
      const double on_gate = (l.x - r.x) * sensor / width;
      EXPECT_NEAR(on_gate, f * b * (1 / z - 1 / converge), 2e-7) << z;
      EXPECT_NEAR(l.y, r.y, 1e-3) << z;  // no eye sees it higher
      // The rays through these pixels meet in the point.
      for (const auto& [camera, at] : {std::pair(&left, l), std::pair(&right, r)}) {
        const CameraRay ray = camera->ray(at.x, at.y, 0, {0, 0});
        EXPECT_NEAR(length(cross(ray.direction, p - ray.origin)), 0, 2e-5 * z) << z;
      }
    }
}

TEST(StereoPair, ConvergesOnTheTargetUnlessToldOtherwise) {
  CameraSpec spec = looking(Vec3(0.3, -0.8, 0.4), Vec3(0, 0.1, 0));
  spec.stereo.emplace();
  spec.f_number = Curve(2.0);
  for (const double side : {-0.5, 0.5}) {
    const Camera camera = eye(spec, side, 640, 360);
    const Sample2 at = camera.pixel_of(Float3(Vec3(0, 0.1, 0)));
    EXPECT_NEAR(at.x, 320, 1e-2);
    EXPECT_NEAR(at.y, 180, 1e-2);
    // Focus is there too, from the whole lens.
    for (float u : {0.1f, 0.5f, 0.9f}) {
      const CameraRay ray = camera.ray(at.x, at.y, 0, {u, 1 - u});
      EXPECT_NEAR(length(cross(ray.direction, Float3(0, 0.1f, 0) - ray.origin)), 0, 1e-5);
    }
  }
}

TEST(StereoPair, FramesHoldBothEyes) {
  Scene scene = roach_scene(1, Vec3::Zero(), 0);
  for (const char* name :
       {"chitin_abdomen", "chitin_thorax", "chitin_head", "chitin_leg", "chitin_foot"})
    scene.shot.look.materials.emplace_back().name = name;
  scene.shot.look.sky.horizon = Vec3(0.2, 0.5, 0.8);
  scene.shot.camera = looking(Vec3(0.055, -0.085, 0.042), Vec3(0.006, 0, 0.006));
  PresetSpec preset;
  preset.width = 64, preset.height = 36, preset.samples = 16;
  Scene pair = scene;
  pair.shot.camera.stereo.emplace();
  pair.shot.camera.stereo->separation = Curve(0.01);
  pair.shot.camera.stereo->convergence = Curve(1e9);  // parallel: each eye is a camera set aside
  const Vec3 right =
      (Vec3(0.006, 0, 0.006) - Vec3(0.055, -0.085, 0.042)).cross(Vec3::UnitZ()).normalized();
  for (const StereoLayout layout : {StereoLayout::side_by_side, StereoLayout::top_bottom}) {
    pair.shot.camera.stereo->layout = layout;
    const PresetSpec both = sized(preset, pair.shot);
    const bool above = layout == StereoLayout::top_bottom;
    EXPECT_EQ(both.width, above ? 64 : 128);
    EXPECT_EQ(both.height, above ? 72 : 36);
    const Image frame = FrameRenderer(pair.shot, pair.poses, both).render(0);
    for (int k = 0; k < 2; ++k) {
      Scene alone = scene;
      const Vec3 aside = (k - 0.5) * 0.01 * right;
      alone.shot.camera =
          looking(Vec3(0.055, -0.085, 0.042) + aside, Vec3(0.006, 0, 0.006) + aside);
      const Image wanted = FrameRenderer(alone.shot, alone.poses, preset).render(0);
      double apart = 0;
      for (int y = 0; y < 36; ++y)
        for (int x = 0; x < 64 * 4; ++x) {
          const int row = y + (above ? 36 * k : 0), at = x + (above ? 0 : 64 * 4 * k);
          apart += std::abs(frame.pixels[std::size_t(row) * both.width * 4 + at] -
                            wanted.pixels[std::size_t(y) * 64 * 4 + x]) /
                   (64.0 * 36 * 4);
        }
      // The left eye's pixels have the random numbers of a frame of its own, the right eye's
      // others.
      EXPECT_LT(apart, k == 0 ? 1e-5 : 0.04) << k;
    }
  }
}

// The solid angle of a triangle of unit vectors (Van Oosterom and Strackee, 1983).
double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
  return 2 * std::atan2(a.dot(b.cross(c)), 1 + a.dot(b) + b.dot(c) + c.dot(a));
}

TEST(Panorama, PixelsCoverAllDirectionsOnce) {
  constexpr int width = 64, height = 32;
  const Camera camera = all_around(width, height);
  const auto way = [&](double x, double y) {
    return vec(camera.ray(float(x), float(y), 0, {0, 0}).direction).normalized();
  };
  double all = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const Vec3 a = way(x, y), b = way(x + 1, y), c = way(x + 1, y + 1), d = way(x, y + 1);
      const double pixel = solid_angle(a, c, d) + solid_angle(a, b, c);
      EXPECT_GT(pixel, 0) << x << " " << y;
      // As seen from within. The sphere's part is known; the quad of the corners is a little off.
      const double exact =
          2 * pi / width * (std::cos(pi * y / height) - std::cos(pi * (y + 1) / height));
      EXPECT_NEAR(pixel / exact, 1, 0.01) << x << " " << y;
      all += pixel;
    }
  EXPECT_NEAR(all, 4 * pi, 1e-3);
}

TEST(Panorama, LooksAtTheTargetInTheMiddleAndKnowsThePixelOfAPlace) {
  const Camera camera = all_around(360, 180);
  const Sample2 middle = camera.pixel_of(Float3(1.1f, 0.7f, -0.2f));
  EXPECT_NEAR(middle.x, 180, 1e-3);
  EXPECT_NEAR(middle.y, 90, 1e-3);
  for (const auto& [x, y] : {std::pair(10.f, 20.f), {90.f, 90.f}, {200.f, 5.f}, {359.f, 170.f}}) {
    const CameraRay ray = camera.ray(x, y, 0, {0.3f, 0.7f});
    const Sample2 back = camera.pixel_of(ray.origin + ray.direction * 3);
    EXPECT_NEAR(back.x, x, 2e-3);
    EXPECT_NEAR(back.y, y, 2e-3);
    EXPECT_NEAR(camera.depth(ray.origin + ray.direction * 3), 3, 1e-5);
  }
  // Right of the target is right of the middle, and motion takes the shorter way.
  EXPECT_NEAR(camera.motion({359, 10}, {2, 10}).x, 3, 1e-4);
  EXPECT_NEAR(camera.motion({2, 10}, {359, 10}).x, -3, 1e-4);
}

// A panorama equals what six perspective cameras see, which look along the axes.
TEST(Panorama, AgreesWithSixPerspectivePictures) {
  Scene scene = empty_scene();
  scene.shot.motion.world.ground.reset();
  const Vec3 ways[] = {Vec3::UnitX(),  -Vec3::UnitX(), Vec3::UnitY(),
                       -Vec3::UnitY(), Vec3::UnitZ(),  -Vec3::UnitZ()};
  for (int k = 0; k < 6; ++k) {  // a glowing box on each side, not in the middle
    MaterialSpec glow;
    glow.name = std::to_string(k);
    glow.color = Vec3::Zero(), glow.specular = 0;
    glow.emission = Vec3(k % 2, k / 2 % 2, 0.3 + 0.1 * k);
    scene.shot.look.materials.push_back(glow);
    Transform X;
    X.p = 2 * ways[k] + 0.4 * ways[(k + 2) % 6] + 0.1 * ways[(k + 4) % 6];
    add_body(scene, glow.name, rounded_box(Vec3(0.5, 0.7, 0.9), 0.05), glow.name, X, X);
  }
  scene.shot.look.sky.zenith = Vec3(0.1, 0.2, 0.9), scene.shot.look.sky.nadir = Vec3(0.5, 0.1, 0);
  PresetSpec preset;
  preset.samples = 64, preset.bounces = 0;
  const auto render = [&](const CameraSpec& camera, int width, int height) {
    scene.shot.camera = camera;
    preset.width = width, preset.height = height;
    return FrameRenderer(scene.shot, scene.poses, preset).render(0);
  };
  constexpr int side = 96, width = 192, height = 96;
  CameraSpec around = looking(Vec3::Zero(), Vec3::UnitX());
  around.projection = Projection::equirectangular;
  const Image whole = render(around, width, height);
  const Camera camera({camera_at(around, {}, 24, 0)}, sensor, width, height, Vec3::Zero());
  double sum = 0, differing = 0, light = 0;
  int pixels = 0;
  for (int k = 0; k < 6; ++k) {
    CameraSpec face = looking(Vec3::Zero(), ways[k]);
    face.focal_length = Curve(sensor / 2);  // a right angle
    const Image seen = render(face, side, side);
    const Camera through({camera_at(face, {}, 24, 0)}, sensor, side, side, Vec3::Zero());
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const Float3 d = camera.ray(float(x) + 0.5f, float(y) + 0.5f, 0, {0, 0}).direction;
        if (vec(d).dot(ways[k]) < vec(d).cwiseAbs().maxCoeff() - 1e-9) continue;  // another face's
        const Sample2 at = through.pixel_of(d);
        const int i = std::clamp(int(at.x), 0, side - 1), j = std::clamp(int(at.y), 0, side - 1);
        ++pixels;
        double most = 0;
        for (int c = 0; c < 3; ++c) {
          const double a = whole.pixels[4 * (std::size_t(y) * width + x) + c];
          const double b = seen.pixels[4 * (std::size_t(j) * side + i) + c];
          sum += a - b, light += a;
          most = std::max(most, std::abs(a - b));
        }
        differing += most > 0.1;
      }
  }
  EXPECT_GE(pixels, width * height);  // directions on an edge are counted twice
  EXPECT_LT(pixels, width * height * 1.05);
  EXPECT_LT(std::abs(sum), 0.003 * light);
  EXPECT_LT(differing, 0.05 * pixels);  // pixels of the boxes' borders
}

TEST(PixelAspect, WidePixelsShowTheSamePlaces) {
  CameraSpec spec = looking(Vec3(0.3, -0.8, 0.4), Vec3(0, 0.1, 0));
  const std::vector<CameraPose> at{camera_at(spec, {}, 24, 0)};
  const Camera square(at, sensor, 640, 360, Vec3::Zero());
  const Camera wide(at, sensor, 320, 360, Vec3::Zero(), 2);
  for (const auto& [x, y] : {std::pair(10.f, 20.f), {320.f, 180.f}, {600.f, 350.f}}) {
    const CameraRay a = square.ray(x, y, 0, {0, 0}), b = wide.ray(x / 2, y, 0, {0, 0});
    EXPECT_NEAR(length(a.direction - b.direction), 0, 1e-6);
    const Sample2 back = wide.pixel_of(b.origin + b.direction);
    EXPECT_NEAR(back.x, x / 2, 1e-3);
    EXPECT_NEAR(back.y, y, 1e-3);
  }
}

}  // namespace
}  // namespace gambol
