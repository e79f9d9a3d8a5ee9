#include "render/texture.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "image/image.h"
#include "image/textures.h"
#include "render/figures.h"
#include "render/material.h"
#include "render/patterns.h"
#include "support/own_file.h"

namespace gambol {
namespace {

TEST(Grid, LinesLieOnMultiplesOfTheSpacing) {
  for (float at : {-0.03f, 0.0f, 0.01f, 0.25f}) {
    EXPECT_NEAR(line_coverage(at, 1e-5f, 0.01f, 2e-4f), 1, 1e-3) << at;
    EXPECT_NEAR(line_coverage(at + 0.9e-4f, 1e-6f, 0.01f, 2e-4f), 1, 1e-3) << at;
    EXPECT_NEAR(line_coverage(at + 1.1e-4f, 1e-6f, 0.01f, 2e-4f), 0, 1e-3) << at;
    EXPECT_NEAR(line_coverage(at + 0.005f, 1e-5f, 0.01f, 2e-4f), 0, 1e-3) << at;
  }
}

TEST(Grid, WideFootprintsSeeTheMeanCoverage) {
  EXPECT_NEAR(line_coverage(0.0037f, 0.1f, 0.01f, 2e-4f), 0.02f, 1e-4);
  EXPECT_NEAR(line_coverage(0.0037f, 10.0f, 0.01f, 2e-4f), 0.02f, 1e-3);
}

TEST(Grid, CoverageIsTheMeanOfFinerCoverage) {
  double mean = 0;
  constexpr int n = 2000;
  for (int i = 0; i < n; ++i)
    mean += line_coverage(0.0093f + 0.0042f * ((i + 0.5f) / n - 0.5f), 1e-6f, 0.01f, 7e-4f) / n;
  EXPECT_NEAR(line_coverage(0.0093f, 0.0042f, 0.01f, 7e-4f), mean, 2e-3);
}

TextureSpec spec_of(decltype(TextureSpec::kind) kind, double size, TextureSpace space) {
  TextureSpec spec;
  spec.kind = std::move(kind);
  spec.size = size;
  spec.space = space;
  return spec;
}

SurfacePlace place_at(Float3 p, Float3 direction, float footprint, Float3 normal) {
  SurfacePlace place;
  place.p = p, place.p_body = p, place.direction = direction;
  const ShadingFrame frame(normal);
  place.normal = normal, place.tangent = frame.t, place.bitangent = frame.b;
  place.footprint = footprint;
  return place;
}

float strength(const Texture& texture, const SurfacePlace& place) {
  return texture.at(texture_point(place, texture.space)).strength;
}

// Lines stay in the world wherever the frame's origin is.
TEST(Texture, LinesOfTheWorldStayInTheWorld) {
  const Texture rules(spec_of(GridTexture{}, 0.01, TextureSpace::world), nullptr, -1);
  const auto at = [&](float x) {
    SurfacePlace place = place_at({x, 0.004f, -1}, {0, 0, -1}, 1e-6f, {0, 0, 1});
    place.origin = {0.303f, 0, 1.2f};
    return strength(rules, place);
  };
  EXPECT_NEAR(at(-0.003f), 1, 1e-3);  // the line at x = 0.30
  EXPECT_NEAR(at(0), 0, 1e-3);
}

// Seen at right angles, a slope's lines keep their place in plan and fade as on level ground.
TEST(Texture, LinesOnASlopeAreFilteredByItsTilt) {
  GridTexture lines;
  lines.width = 0.001;
  lines.bold_every = 1e6;
  const Texture rules(spec_of(lines, 0.01, TextureSpace::world), nullptr, -1);
  const Float3 n = normalize(Float3(-1, 0, 1)), up(0, 0, 1), p(0.0005f, 0.005f, 0);
  const auto coverage = [&](Float3 direction, float footprint, Float3 normal) {
    return strength(rules, place_at(p, direction, footprint, normal));
  };
  // Against the normal, a disc 1 mm wide is 0.707 mm wide in x: as level ground seen from above.
  EXPECT_NEAR(coverage(-n, 0.001f, n), coverage(-up, 0.001f * std::sqrt(0.5f), up), 1e-3f);
  // Straight down, a footprint is what it is whatever the slope.
  EXPECT_NEAR(coverage(-up, 0.001f, n), coverage(-up, 0.001f, up), 1e-3f);
}

// What a wide ray sees of a pattern is the mean of what narrow ones see.
TEST(Texture, PatternsFadeToTheirMeans) {
  for (const Texture& texture :
       {Texture(spec_of(CheckerTexture{}, 0.01, TextureSpace::world), nullptr, -1),
        Texture(spec_of(NoiseTexture{}, 0.01, TextureSpace::world), nullptr, -1),
        Texture(spec_of(StoneTexture{}, 0.01, TextureSpace::world), nullptr, -1)}) {
    double mean = 0, squares = 0;
    constexpr int n = 200;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const Float3 p(0.3f * float(i) / n, 0.3f * float(j) / n, 0);
        const float t = strength(texture, place_at(p, {0, 0, -1}, 1e-6f, {0, 0, 1}));
        EXPECT_GE(t, 0);
        EXPECT_LE(t, 1);
        mean += t, squares += t * t;
      }
    mean /= n * n, squares /= n * n;
    EXPECT_GT(squares - mean * mean, 0.01);
    EXPECT_NEAR(strength(texture, place_at({0.11f, 0.07f, 0}, {0, 0, -1}, 0.3f, {0, 0, 1})), mean,
                0.06);
  }
}

TEST(Texture, CheckersAreSquaresOnTheGround) {
  const Texture squares(spec_of(CheckerTexture{}, 1, TextureSpace::world), nullptr, -1);
  const auto at = [&](float x, float y) {
    return strength(squares, place_at({x, y, 0}, {0, 0, -1}, 1e-6f, {0, 0, 1}));
  };
  EXPECT_NEAR(at(0.5f, 0.5f), at(1.5f, 1.5f), 1e-6f);
  EXPECT_NEAR(std::abs(at(0.5f, 0.5f) - at(1.5f, 0.5f)), 1, 1e-6f);
}

// A pattern that rises along x turns the normal against x, by its slope.
TEST(Texture, BumpsTurnTheNormal) {
  TextureSpec spec = spec_of(CheckerTexture{}, 0.01, TextureSpace::body);
  spec.on = TextureTarget::bump;
  spec.depth = 0.001;
  const std::vector<Texture> textures{Texture(spec, nullptr, -1)};
  // Within a footprint of 2 mm around the edge, 1 mm is climbed.
  const SurfacePlace edge = place_at({0.0101f, 0.005f, 0}, {0, 0, -1}, 0.002f, {0, 0, 1});
  const Float3 n = bumped(edge, textures);
  EXPECT_NEAR(std::abs(n.x / n.z), 0.45f, 0.1f);
  EXPECT_NEAR(n.y, 0, 1e-3f);
  const SurfacePlace flat = place_at({0.005f, 0.005f, 0}, {0, 0, -1}, 0.002f, {0, 0, 1});
  EXPECT_NEAR(bumped(flat, textures).z, 1, 1e-6f);
}

// A picture whose left and right half have the given colours, red, green, blue and alpha.
std::string halves(const std::array<std::uint8_t, 4>& left,
                   const std::array<std::uint8_t, 4>& right) {
  Image8 image{16, 16, 4, {}};
  for (int k = 0; k < 256; ++k)
    for (std::uint8_t value : k % 16 < 8 ? left : right) image.pixels.push_back(value);
  const std::string path = own_file(".png");
  write_png(image, path);
  return path;
}

TextureSpec picture_on(TextureTarget on, const std::string& file, ImageChannel channel) {
  TextureSpec spec = spec_of(ImageTexture{file, channel}, 1, TextureSpace::uv);
  spec.on = on;
  return spec;
}

SurfacePlace place_in_picture(float u, Float3 u_gradient, Float3 v_gradient) {
  SurfacePlace place = place_at({0, 0, 0}, {0, 0, -1}, 1e-4f, {0, 0, 1});
  place.u = u, place.v = 0.5f;
  place.u_gradient = u_gradient, place.v_gradient = v_gradient;
  return place;
}

void expect_near(const Float3& a, const Float3& b) {
  EXPECT_NEAR(a.x, b.x, 0.01f);
  EXPECT_NEAR(a.y, b.y, 0.01f);
  EXPECT_NEAR(a.z, b.z, 0.01f);
}

// Red is along u and green along v of the mesh, wherever these point; 0.6, 0 and 0.8 as numbers
// from -1 to 1.
TEST(Texture, APictureOfNormalsTiltsTheSurface) {
  Textures images(1);
  TextureSpec spec = picture_on(
      TextureTarget::normal, halves({204, 128, 230, 255}, {128, 204, 230, 255}), ImageChannel::rgb);
  const Material whole(
      [&] {
        MaterialSpec material;
        material.textures = {spec};
        return material;
      }(),
      &images);
  EXPECT_TRUE(whole.is_bumped());
  const auto normal = [&](float u, Float3 u_gradient, Float3 v_gradient) {
    const std::vector<Texture> textures{
        Texture(spec, &images, images.open(std::get<ImageTexture>(spec.kind).file))};
    return bumped(place_in_picture(u, u_gradient, v_gradient), textures);
  };
  expect_near(normal(0.25f, {1, 0, 0}, {0, 1, 0}), {0.6f, 0, 0.8f});
  expect_near(normal(0.75f, {1, 0, 0}, {0, 1, 0}), {0, 0.6f, 0.8f});
  expect_near(normal(0.25f, {0, 5, 0}, {-2, 0, 0}), {0, 0.6f, 0.8f});  // turned, and stretched
  expect_near(normal(0.75f, {-1, 0, 0}, {0, 1, 0}), {0, 0.6f, 0.8f});  // mirrored
  spec.amount = 0.5;
  expect_near(normal(0.25f, {1, 0, 0}, {0, 1, 0}), normalize(Float3(0.375f, 0, 1)));
}

// Rays pass where the picture's alpha is less than `cutoff`, and so does light.
TEST(Texture, APictureOfOpacityLeavesHoles) {
  Textures images(1);
  MaterialSpec spec;
  spec.textures = {picture_on(TextureTarget::opacity,
                              halves({255, 255, 255, 40}, {255, 255, 255, 200}),
                              ImageChannel::alpha)};
  spec.textures[0].cutoff = 0.5;
  const std::vector<Material> materials{Material(spec, &images)};
  EXPECT_TRUE(materials[0].has_holes());
  EXPECT_TRUE(materials[0].is_hole(0.25f, 0.5f));
  EXPECT_FALSE(materials[0].is_hole(0.75f, 0.5f));
  // A square of a metre, u along x.
  TriangleMesh square;
  for (const Vec2& uv : {Vec2(0, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)}) {
    square.positions.emplace_back(uv.x(), uv.y(), 0);
    square.normals.push_back(Vec3::UnitZ());
    square.uvs.push_back(uv);
  }
  square.triangles = {{0, 1, 2}, {0, 2, 3}};
  Figures figures;
  figures.set_materials(&materials);
  figures.add_body(Figures::fixed, {{square, 0}});
  const MovingFigures now = figures.at(Poses{}, {0}, Vec3::Zero());
  for (float y : {0.2f, 0.5f, 0.8f})
    for (float x : {0.1f, 0.4f, 0.6f, 0.9f}) {
      SurfaceHit hit;
      const Reach down{{Float3(x, y, 1), Float3(0, 0, -1), 0}, 10};
      EXPECT_EQ(now.intersect(down, hit), x > 0.5f) << x << " " << y;
    }
}

TEST(Patterns, StonesKnowHowFarTheirBorderIs) {
  // Along any way the distance to the border changes no faster than the way.
  for (bool flat : {false, true}) {
    float before = stone_cell(Float3{0, 0.3f, 0.2f}, flat).border;
    for (int i = 1; i < 1000; ++i) {
      const float now = stone_cell(Float3{0.005f * float(i), 0.3f, 0.2f}, flat).border;
      EXPECT_GE(now, -1e-4f);
      EXPECT_LE(std::abs(now - before), 0.0051f);
      before = now;
    }
  }
}

// Of eight places at a time, each is as it is alone, wherever the others are: a ray that hits
// nothing is at any place.
TEST(Patterns, AStoneFarAwayDisturbsNoOther) {
  for (bool flat : {false, true}) {
    Floats x(0.3f);
    x.r[3] = 1e30f;
    x.r[5] = -1e30f;
    const StoneCellOf<Floats> cells = stone_cell(Floats3(x, Floats(0.3f), Floats(0.2f)), flat);
    const StoneCell alone = stone_cell(Float3{0.3f, 0.3f, 0.2f}, flat);
    for (int lane : {0, 1, 2, 4, 6, 7}) {
      EXPECT_EQ(cells.random[lane], alone.random);
      EXPECT_EQ(cells.border[lane], alone.border);
    }
  }
}

}  // namespace
}  // namespace gambol
