#include "render/path_tracer.h"

#include <gtest/gtest.h>

#include "roach_scene.h"

namespace gambol {
namespace {

class PathTracer : public testing::Test {
 protected:
  PathTracer() {
    materials_.emplace_back(MaterialSpec{}, nullptr);
    scene_.materials = &materials_;
    scene_.albedo = &tables_;
    show(Poses{});
  }

  // Figures first, then light.
  void show(const Poses& poses) { scene_.figures = figures_.at(poses, {0.0}, Vec3::Zero()); }
  void lay_ground(const MaterialSpec& material) {
    materials_[0] = Material(material, nullptr);
    scene_.ground = {true, 0, 100, 0, 0, 0};
  }
  void shine(const std::vector<LightSpec>& specs, const SkySpec& sky = dark()) {
    std::vector<Light> lights;
    for (const LightSpec& spec : specs)
      lights.push_back(make_light(spec, 0, 0, Vec3::Zero(), Vec3::Zero()));
    scene_.lights = SceneLights(lights, Sky(sky), scene_.figures, materials_, {});
  }
  static SkySpec dark() {
    SkySpec sky;
    sky.intensity = Curve(0.0);
    return sky;
  }

  Float3 radiance(const PathSettings& settings, int log2_samples, Float3 direction) const {
    return radiance_from(direction * -1.0f, settings, log2_samples, direction);
  }
  Float3 radiance_from(Float3 origin, const PathSettings& settings, int log2_samples,
                       Float3 direction) const {
    Float3 sum;
    const int n = 1 << log2_samples;
    Paths paths(scene_, settings, {}, 0);
    for (int i = 0; i < n; i += float_lanes) {
      const Bits sample = Bits{0, 1, 2, 3, 4, 5, 6, 7} + unsigned(i);
      paths.clear();
      paths.start({origin, direction, 0}, sample_index(Bits{}, Bits{}, log2_samples, sample),
                  std::min(n - i, float_lanes));
      paths.trace();
      for (const PathResult& path : paths.results()) sum += path.all();
    }
    return sum * (1.0f / float(n));
  }
  // Both strategies alone, with a tolerance for their noise.
  void expect_agreement(const PathSettings& base, int log2_samples, Float3 direction,
                        float tolerance) {
    PathSettings settings = base;
    const Float3 both = radiance(settings, log2_samples, direction);
    EXPECT_GT(both.x, 0);
    settings.strategy = LightStrategy::towards_lights;
    EXPECT_NEAR(radiance(settings, log2_samples + 2, direction).x, both.x, tolerance * both.x);
    settings.strategy = LightStrategy::scattered;
    EXPECT_NEAR(radiance(settings, log2_samples + 2, direction).x, both.x, tolerance * both.x);
  }

  Figures figures_;
  AlbedoTables tables_;
  std::vector<Material> materials_;
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
    shine({sun(Vec3(std::sin(tilt), 0, -std::cos(tilt)), 0.02, 3)});
    const float wanted = float(3 * std::cos(tilt) * 0.5 / pi_f);
    EXPECT_NEAR(radiance({}, 10, normalize(Float3{0.3f, 0, -1})).x, wanted, 2e-3 * wanted);
  }
}

TEST_F(PathTracer, AreaLightHasItsAnalyticIrradiance) {
  lay_ground(material("half", {0.5, 0.5, 0.5}, 0.5, 0));
  LightSpec light;
  light.kind = LightKind::area;
  light.position = VecCurve(Vec3(0, 0, 1));
  light.width = light.height = 0.8;
  light.intensity = Curve(2.0);
  shine({light});
  // Four corner form factors of a parallel rectangle over a point below its centre.
  const double a = 0.4, s = std::sqrt(1 + a * a);
  const double form = 4 * (1 / (2 * pi_f)) * 2 * (a / s) * std::atan(a / s);
  EXPECT_NEAR(radiance({}, 12, {0, 0, -1}).x, 2 * 0.5 * form, 2e-3);
}

TEST_F(PathTracer, BothWaysOfFindingLightsAgreeWithEither) {
  LightSpec light;
  light.kind = LightKind::area;
  light.position = VecCurve(Vec3(0.4, 0, 0.5));
  light.width = light.height = 0.5;
  light.intensity = Curve(3.0);
  const std::vector<LightSpec> lights{light, sun(Vec3(1, 0.2, -1), 0.5, 2)};
  for (double roughness : {0.3, 0.8}) {
    lay_ground(material("chitin", {0.3, 0.1, 0.05}, roughness, 0.5, 0.7));
    shine(lights);
    expect_agreement({}, 14, normalize(Float3{0.8f, 0, -1}), 0.02f);
  }
}

TEST_F(PathTracer, TheCameraDoesNotSeeLightsThemselves) {
  shine({sun(Vec3(0, 0, -1), 0.5, 2)});
  EXPECT_EQ(radiance({}, 2, {0, 0, 1}).x, 0);
}

TEST_F(PathTracer, ClampingOnlyTakesIndirectLight) {
  lay_ground(material("white", {1, 1, 1}, 0.5, 0));
  shine({sun(Vec3(0, 0, -1), 0.02, 30)});
  PathSettings settings;
  settings.clamp = 0.1f;
  EXPECT_NEAR(radiance(settings, 8, {0, 0, -1}).x, 30 / pi_f, 0.05);
}

LightSpec lamp(LightKind kind, const Vec3& position, double radius, double intensity) {
  LightSpec light;
  light.kind = kind;
  light.position = VecCurve(position);
  light.target = VecCurve(Vec3(position.x(), position.y(), -1));
  light.radius = radius;
  light.intensity = Curve(intensity);
  return light;
}

// Form factors of a ball and of a disc over a point below (Howell's catalogue, B-45 and B-12).
TEST_F(PathTracer, BallsAndDiscsHaveTheirAnalyticIrradiance) {
  lay_ground(material("half", {0.5, 0.5, 0.5}, 0.5, 0));
  shine({lamp(LightKind::sphere, Vec3(0, 0, 1), 0.3, 2)});
  EXPECT_NEAR(radiance({}, 12, {0, 0, -1}).x, 2 * 0.5 * 0.3 * 0.3, 2e-4);
  shine({lamp(LightKind::disc, Vec3(0, 0, 1), 0.3, 2)});
  EXPECT_NEAR(radiance({}, 12, {0, 0, -1}).x, 2 * 0.5 * 0.09 / 1.09, 2e-4);
}

TEST_F(PathTracer, ASpotShinesWithinItsCone) {
  lay_ground(material("half", {0.5, 0.5, 0.5}, 0.5, 0));
  LightSpec spot = lamp(LightKind::spot, Vec3(0, 0, 2), 0.001, 3);
  spot.cone = 0.8;
  spot.soft = 0.5;
  shine({spot});
  EXPECT_NEAR(radiance({}, 8, {0, 0, -1}).x, 3.0 / 4 * 0.5 / pi_f, 1e-4);
  const Float3 down(0, 0, -1);
  const auto at = [&](float angle) {
    return radiance_from({2 * std::tan(angle), 0, 1}, {}, 8, down).x;
  };
  const float inside = 3.0f / 4 * 0.5f / pi_f * float(std::pow(std::cos(0.19), 4));
  EXPECT_NEAR(at(0.19f), inside, 1e-3f * inside);
  EXPECT_LT(at(0.3f), 0.9f * inside);
  EXPECT_GT(at(0.3f), 0.1f * inside);
  EXPECT_EQ(at(0.41f), 0);
}

TEST_F(PathTracer, TheLightTreeAgreesWithEachLightAlone) {
  lay_ground(material("chitin", {0.3, 0.1, 0.05}, 0.4, 0.5, 0.7));
  std::vector<LightSpec> many;
  float sum = 0;
  for (int i = 0; i < 12; ++i) {
    const double angle = 0.7 * i;
    const Vec3 at(0.6 * std::cos(angle), 0.6 * std::sin(angle), 0.3 + 0.1 * i);
    many.push_back(lamp(i % 3 ? LightKind::disc : LightKind::sphere, at, 0.02 + 0.01 * i, 1 + i));
    if (i % 3 == 2) many.back().kind = LightKind::spot;
    shine({many.back()});
    sum += radiance({}, 14, normalize(Float3{0.8f, 0, -1})).x;
  }
  shine(many);
  EXPECT_NEAR(radiance({}, 14, normalize(Float3{0.8f, 0, -1})).x, sum, 0.01f * sum);
  expect_agreement({}, 14, normalize(Float3{0.8f, 0, -1}), 0.03f);
}

// A box that glows is the light that its sides are.
TEST_F(PathTracer, GlowingMeshesAreLights) {
  Poses poses;
  poses.bodies = {"lamp"};
  poses.X_WB = {{Quat::Identity(), Vec3(0, 0, 1.05)}, {Quat::Identity(), Vec3(0, 0, 1.05)}};
  poses.frames = 1;
  poses.samples_per_frame = 1;
  Shape box = rounded_box(Vec3(0.8, 0.8, 0.1), 0);
  figures_.add_body(0, {{surface_mesh(box), 1}});
  MaterialSpec glow = material("glow", {0, 0, 0}, 0.5, 0);
  glow.emission = Vec3(2, 2, 2);
  lay_ground(material("half", {0.5, 0.5, 0.5}, 0.5, 0));
  materials_.emplace_back(glow, nullptr);
  show(poses);
  shine({});
  const double a = 0.4, s = std::sqrt(1 + a * a);
  const double form = 4 * (1 / (2 * pi_f)) * 2 * (a / s) * std::atan(a / s);
  const Float3 below(0, 0, 0.5f);
  EXPECT_NEAR(radiance_from(below, {}, 12, {0, 0, -1}).x, 2 * 0.5 * form, 2e-3);
  expect_agreement({}, 12, normalize(Float3{0.4f, 0.1f, -1}), 0.02f);
  EXPECT_NEAR(radiance_from(below, {}, 2, {0, 0, 1}).x, 2, 1e-6);  // and it is seen
}

TEST_F(PathTracer, AnUnevenSkyIsFoundEitherWay) {
  lay_ground(material("chitin", {0.3, 0.1, 0.05}, 0.3, 0.5, 0.7));
  SkySpec sky;
  sky.model = SkyModel::physical;
  sky.sun_strength = 0;
  sky.sun_elevation = 0.3;
  shine({}, sky);
  expect_agreement({}, 14, normalize(Float3{0.8f, 0, -1}), 0.02f);
}

// Nothing but the light's own colour can be told of a body in an even light.
TEST_F(PathTracer, GlassVanishesInAnEvenLight) {
  Poses poses;
  poses.bodies = {"ball"};
  poses.X_WB = {{Quat::Identity(), Vec3(0, 0, 0)}, {Quat::Identity(), Vec3(0, 0, 0)}};
  poses.frames = 1;
  poses.samples_per_frame = 1;
  Shape ball;
  ball.kind = ShapeKind::sphere;
  ball.radius = 0.1;
  figures_.add_body(0, {{surface_mesh(ball), 0}});
  MaterialSpec glass = material("glass", {1, 1, 1}, 0.1);
  glass.transmission = 1;
  materials_[0] = Material(glass, nullptr);
  show(poses);
  SkySpec even;
  even.zenith = even.horizon = even.nadir = Vec3(0.5, 0.5, 0.5);
  shine({}, even);
  PathSettings settings;
  settings.bounces = 30;
  EXPECT_NEAR(radiance_from({0.03f, 0.02f, 1}, settings, 12, {0, 0, -1}).x, 0.5f, 0.015f);
}

}  // namespace
}  // namespace gambol
