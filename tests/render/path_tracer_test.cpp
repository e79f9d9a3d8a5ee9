#include "render/path_tracer.h"

#include <gtest/gtest.h>

#include "roach_scene.h"

namespace gambol {
namespace {

class PathTracer : public testing::Test {
 protected:
  PathTracer() {
    scene_.figures = figures_.at(Poses{}, {0.0}, Vec3::Zero());
    scene_.surfaces = &surfaces_;
    scene_.albedo = &table_;
  }

  void lay_ground(const MaterialSpec& material) {
    GroundLookSpec spec;
    spec.extent = 100;
    scene_.ground = make_ground(spec, material, 0);
  }

  Float3 radiance(const PathSettings& settings, int log2_samples, Float3 direction) const {
    Float3 sum;
    const std::uint32_t n = 1u << log2_samples;
    for (std::uint32_t i = 0; i < n; ++i) {
      Sampler sampler(0, 0, 0, log2_samples, i);
      sum += trace_path(scene_, settings, {direction * -1.0f, direction, 0}, {}, sampler);
    }
    return sum * (1.0f / float(n));
  }

  Figures figures_;
  AlbedoTable table_;
  std::vector<Surface> surfaces_;
  FrameScene scene_;
};

LightSpec sun(const Vec3& direction, double angle, double irradiance) {
  LightSpec light;
  light.direction = direction;
  light.angle = angle;
  light.intensity = Curve(irradiance);
  return light;
}

TEST_F(PathTracer, SunlightFollowsTheCosineLaw) {
  lay_ground(material("half", {0.5, 0.5, 0.5}, 0.5, 0));
  for (double tilt : {0.0, 0.6, 1.2}) {
    scene_.lights = {make_light(sun(Vec3(std::sin(tilt), 0, -std::cos(tilt)), 0.02, 3), 0,
                                Vec3::Zero(), Vec3::Zero())};
    const float wanted = float(3 * std::cos(tilt) * 0.5 / pi_f);
    EXPECT_NEAR(radiance({}, 10, normalize({0.3f, 0, -1})).x, wanted, 2e-3 * wanted);
  }
}

TEST_F(PathTracer, AreaLightHasItsAnalyticIrradiance) {
  lay_ground(material("half", {0.5, 0.5, 0.5}, 0.5, 0));
  LightSpec light;
  light.kind = LightKind::area;
  light.position = Vec3(0, 0, 1);
  light.width = light.height = 0.8;
  light.intensity = Curve(2.0);
  scene_.lights = {make_light(light, 0, Vec3::Zero(), Vec3::Zero())};
  // Four corner form factors of a parallel rectangle over a point below its centre.
  const double a = 0.4, s = std::sqrt(1 + a * a);
  const double form = 4 * (1 / (2 * pi_f)) * 2 * (a / s) * std::atan(a / s);
  EXPECT_NEAR(radiance({}, 12, {0, 0, -1}).x, 2 * 0.5 * form, 2e-3);
}

TEST_F(PathTracer, BothWaysOfFindingLightsAgreeWithEither) {
  LightSpec light;
  light.kind = LightKind::area;
  light.position = Vec3(0.4, 0, 0.5);
  light.width = light.height = 0.5;
  light.intensity = Curve(3.0);
  scene_.lights = {make_light(light, 0, Vec3::Zero(), Vec3::Zero()),
                   make_light(sun(Vec3(1, 0.2, -1), 0.5, 2), 0, Vec3::Zero(), Vec3::Zero())};
  for (double roughness : {0.3, 0.8}) {
    lay_ground(material("chitin", {0.3, 0.1, 0.05}, roughness, 0.5, 0.7));
    PathSettings settings;
    const Float3 view = normalize({0.8f, 0, -1});
    const Float3 both = radiance(settings, 14, view);
    settings.strategy = LightStrategy::towards_lights;
    EXPECT_NEAR(radiance(settings, 16, view).x, both.x, 0.02f * both.x);
    settings.strategy = LightStrategy::scattered;
    EXPECT_NEAR(radiance(settings, 16, view).x, both.x, 0.02f * both.x);
  }
}

TEST_F(PathTracer, TheCameraDoesNotSeeLightsThemselves) {
  scene_.lights = {make_light(sun(Vec3(0, 0, -1), 0.5, 2), 0, Vec3::Zero(), Vec3::Zero())};
  EXPECT_EQ(radiance({}, 2, {0, 0, 1}).x, 0);
}

TEST_F(PathTracer, ClampingOnlyTakesIndirectLight) {
  lay_ground(material("white", {1, 1, 1}, 0.5, 0));
  scene_.lights = {make_light(sun(Vec3(0, 0, -1), 0.02, 30), 0, Vec3::Zero(), Vec3::Zero())};
  PathSettings settings;
  settings.clamp = 0.1f;
  EXPECT_NEAR(radiance(settings, 8, {0, 0, -1}).x, 30 / pi_f, 0.05);
}

}  // namespace
}  // namespace gambol
