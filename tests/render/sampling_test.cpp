// How many samples pixels take, when light gets in, and what is made of noise.

#include <gtest/gtest.h>

#include <numbers>

#include "render/camera.h"
#include "render/frame_renderer.h"
#include "render/shutter.h"
#include "roach_scene.h"

namespace gambol {
namespace {

Scene lit_roach() {
  Scene scene = roach_scene(1, Vec3(0.002, 0, 0), 0.2);
  scene.shot.look = chitin_look();
  scene.shot.camera.position = VecCurve(Vec3(0.055, -0.085, 0.042));
  scene.shot.camera.target = VecCurve(Vec3(0.006, 0, 0.006));
  return scene;
}

PresetSpec plain_preset(int samples) {
  PresetSpec p;
  p.width = 128;
  p.height = 72;
  p.samples = samples;
  p.blur_glossy = 0;
  return p;
}

double rms(const Image& a, const Image& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    const double d = std::min(a.pixels[i], 1.0f) - std::min(b.pixels[i], 1.0f);
    sum += d * d;
  }
  return std::sqrt(sum / double(a.pixels.size()));
}

TEST(Sampling, StopsWhereTheNoiseIsReached) {
  const Scene scene = lit_roach();
  const auto render = [&](double noise) {
    PresetSpec p = plain_preset(256);
    p.noise = noise;
    return FrameRenderer(scene.shot, scene.poses, p).frame(0, true);
  };
  const RenderedFrame all = render(0), fine = render(0.01), coarse = render(0.03);
  EXPECT_EQ(all.stats.samples, 256u * 128 * 72);
  EXPECT_LT(fine.stats.samples, all.stats.samples * 3 / 4);
  EXPECT_LT(coarse.stats.samples, fine.stats.samples / 2);
  EXPECT_GE(coarse.stats.samples, 16u * 128 * 72);
  // The errors that were left, in light: what is shown of it is steeper in the dark.
  EXPECT_LT(rms(fine.light, all.light), 0.01);
  EXPECT_LT(rms(coarse.light, all.light), 0.03);
  float least = 1e9f, most = 0;
  for (const Channel32& c : fine.layers)
    if (c.name == "samples.N")
      for (float n : c.values) least = std::min(least, n), most = std::max(most, n);
  EXPECT_EQ(least, 16);
  EXPECT_EQ(most, 256);
}

TEST(Denoise, ThirtyTwoSamplesLookLikeMore) {
  const Scene scene = lit_roach();
  const auto render = [&](int samples, bool denoise) {
    PresetSpec p = plain_preset(samples);
    p.denoise = denoise;
    return FrameRenderer(scene.shot, scene.poses, p).render(0);
  };
  const Image reference = render(1024, false);
  const double noisy = rms(render(32, false), reference);
  const double smooth = rms(render(32, true), reference);
  // Four times the samples halve noise that is random.
  EXPECT_LT(smooth, 0.7 * noisy);
}

// What has no noise stays as it is: here only emission is seen.
TEST(Denoise, LeavesAloneWhatIsCertain) {
  Scene scene = lit_roach();
  for (MaterialSpec& m : scene.shot.look.materials) m.emission = m.color, m.color = Vec3::Zero();
  scene.shot.look.lights.clear();
  scene.shot.look.sky.intensity = Curve(0.0);
  PresetSpec p = plain_preset(64);
  p.bounces = 0;
  const Image plain = FrameRenderer(scene.shot, scene.poses, p).render(0);
  p.denoise = true;
  const Image smooth = FrameRenderer(scene.shot, scene.poses, p).render(0);
  EXPECT_LT(rms(plain, smooth), 0.004);
}

// A glint that few samples find is not spread over what is around it: frames in which nothing moves
// are alike wherever one looks.
TEST(Denoise, GlintsDoNotFlicker) {
  Scene scene = empty_scene(8);
  add_body(scene, "box", rounded_box(Vec3(0.04, 0.04, 0.02), 0.003), "shell",
           {Quat::Identity(), Vec3(0, 0, 0.01)}, {Quat::Identity(), Vec3(0, 0, 0.01)});
  scene.shot.look = chitin_look();
  scene.shot.look.materials.push_back(material("shell", {0.1, 0.03, 0.01}, 0.35, 0.5, 1));
  scene.shot.look.materials.back().coat_roughness = 0.1;
  scene.shot.camera.position = VecCurve(Vec3(0.035, -0.05, 0.035));
  scene.shot.camera.target = VecCurve(Vec3(0, 0, 0.01));
  PresetSpec p = plain_preset(8);
  p.denoise = true;
  const FrameRenderer renderer(scene.shot, scene.poses, p);
  constexpr int block = 4;
  const auto blocks = [&](const Image& image) {
    std::vector<double> means(std::size_t(image.width / block) * (image.height / block));
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x)
        means[std::size_t(y / block) * (image.width / block) + x / block] +=
            std::sqrt(std::min(image.pixels[std::size_t(y * image.width + x) * image.channels + 1],
                               1.0f)) /
            (block * block);
    return means;
  };
  double sum = 0;
  constexpr int changes = 7;
  std::vector<double> before = blocks(renderer.render(0));
  for (int frame = 1; frame <= changes; ++frame) {
    const std::vector<double> now = blocks(renderer.render(frame));
    double worst = 0;  // block
    for (std::size_t i = 0; i < now.size(); ++i)
      worst = std::max(worst, std::abs(now[i] - before[i]));
    sum += worst;
    before = now;
  }
  EXPECT_LT(sum / changes, 0.0257);  // of what is shown; 0.0269 when they are spread
}

// A lamp as small as a pixel and much brighter than all else, which lights nothing that is seen.
TEST(Denoise, LeavesNoHaloAroundWhatShines) {
  Scene scene = lit_roach();
  LightSpec lamp;
  lamp.kind = LightKind::sphere;
  lamp.seen = true;
  lamp.radius = 2e-4;
  lamp.intensity = Curve(3000.0);
  lamp.position = VecCurve(Vec3(0.03, -0.04, 0.03));
  PresetSpec p = plain_preset(16);
  p.denoise = true;
  const Image dark = FrameRenderer(scene.shot, scene.poses, p).render(0);
  scene.shot.look.lights.push_back(lamp);
  const Image bright = FrameRenderer(scene.shot, scene.poses, p).render(0);
  p.denoise = false;
  const Image noisy = FrameRenderer(scene.shot, scene.poses, p).render(0);
  int shining = 0;
  for (int y = 0; y < noisy.height; ++y)
    for (int x = 0; x < noisy.width; ++x) {
      const auto green = [&](const Image& of) {
        return of.pixels[std::size_t(y * of.width + x) * of.channels + 1];
      };
      if (green(noisy) > 20) {
        ++shining;
        EXPECT_NEAR(green(bright), green(noisy), 0.1 * green(noisy));
      } else if (green(noisy) < 2) {
        EXPECT_LT(green(bright), 2 + green(dark)) << x << " " << y;
      }
    }
  EXPECT_GT(shining, 0);
}

CameraSpec with_curve(std::vector<std::vector<double>> rows) {
  CameraSpec camera;
  camera.shutter_curve = std::move(rows);
  return camera;
}

TEST(Shutter, OpensAtOnceUnlessToldOtherwise) {
  const CameraSpec camera;
  const Shutter plain(camera);
  EXPECT_NEAR(plain.open(), 0.5, 1e-12);
  for (float u : {0.0f, 0.3f, 0.99f}) EXPECT_EQ(plain.moment(u), u);
  EXPECT_NEAR(plain.share(0.2, 0.7), 0.5, 1e-12);
}

TEST(Shutter, MomentsAreAsOftenAsLightGetsIn) {
  const Shutter shutter(with_curve({{0, 0}, {0.25, 1}, {0.6, 1}, {0.7, 0.2}, {1, 0}}));
  constexpr int n = 20000;
  std::vector<int> found(20);
  float before = 0;
  for (int i = 0; i < n; ++i) {
    const float m = shutter.moment((i + 0.5f) / n);
    EXPECT_GE(m, before);
    before = m;
    ++found[std::min(int(m * 20), 19)];
  }
  double sum = 0;
  for (int k = 0; k < 20; ++k) {
    const double share = shutter.share(k / 20.0, (k + 1) / 20.0);
    EXPECT_NEAR(found[k] / double(n), share, 1e-3);
    sum += share;
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

// A thing that crosses the picture in one frame leaves a trail as bright as the curve.
TEST(Shutter, TrailsAreAsBrightAsTheCurve) {
  Scene scene = empty_scene(1);
  Shape ball;
  ball.kind = ShapeKind::sphere;
  ball.radius = 0.003;
  add_body(scene, "ball", ball, "glow", {Quat::Identity(), Vec3(-0.04, 0, 0)},
           {Quat::Identity(), Vec3(0.04, 0, 0)});
  MaterialSpec glow = material("glow", {0, 0, 0}, 0.5, 0);
  glow.emission = Vec3(1, 1, 1);
  scene.shot.look.materials = {glow};
  scene.shot.look.sky.intensity = Curve(0.0);
  scene.shot.camera = with_curve({{0, 1}, {1, 0}});
  scene.shot.camera.shutter = 2 * std::numbers::pi;
  scene.shot.camera.position = VecCurve(Vec3(0, -1, 0));
  scene.shot.camera.target = VecCurve(Vec3::Zero());
  scene.shot.camera.projection = Projection::orthographic;
  scene.shot.camera.view_width = Curve(0.1);
  PresetSpec p = plain_preset(256);
  const Image image = FrameRenderer(scene.shot, scene.poses, p).render(0);
  const auto column = [&](int x) {
    double sum = 0;
    for (int y = 0; y < 72; ++y)
      for (int i = x - 8; i < x + 8; ++i) sum += image.pixels[4 * (y * 128 + i)];
    return sum;
  };
  const double first = column(26), middle = column(64), last = column(102);
  EXPECT_NEAR(middle / first, 0.5 / 0.87, 0.03);
  EXPECT_NEAR(last / first, 0.13 / 0.87, 0.03);
}

TEST(Camera, GoesRoundItsTarget) {
  CameraSpec spec;
  spec.position = VecCurve(Vec3(1, 0, 0.5));
  spec.target = VecCurve(Vec3(0.2, 0, 0));
  spec.orbit = Curve(std::numbers::pi / 2);
  const CameraPose pose = camera_at(spec, FollowPath(), 24, 0);
  EXPECT_LT((pose.position - Vec3(0.2, 0.8, 0.5)).norm(), 1e-12);
}

TEST(Views, ComeAndGoInFilmTime) {
  Scene scene = lit_roach();
  scene.poses.frames = 4;
  const std::size_t bodies = scene.poses.bodies.size();
  const std::vector<Transform> still(scene.poses.X_WB.begin(), scene.poses.X_WB.begin() + bodies);
  scene.poses.X_WB.clear();
  for (int s = 0; s <= 16; ++s)
    scene.poses.X_WB.insert(scene.poses.X_WB.end(), still.begin(), still.end());
  ViewSpec first, second;
  first.camera = scene.shot.camera;
  second.camera = scene.shot.camera;
  second.camera.position = VecCurve(Vec3(0, -0.2, 0.1));
  first.to = second.from = 2 / 24.0;
  const auto render = [&](std::vector<ViewSpec> views, int frame) {
    scene.shot.views = std::move(views);
    scene.shot.film.duration = 4 / 24.0;
    return FrameRenderer(scene.shot, scene.poses, plain_preset(1)).render(frame).pixels;
  };
  ViewSpec only_first = first, only_second = second;
  only_first.to.reset(), only_second.from = 0;
  EXPECT_EQ(render({first, second}, 1), render({only_first}, 1));
  EXPECT_EQ(render({first, second}, 2), render({only_second}, 2));
  EXPECT_NE(render({first, second}, 1), render({first, second}, 2));
}

}  // namespace
}  // namespace gambol
