// Hair in pictures: where strands grow, and where they are while the shutter is open.

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cstring>
#include <map>
#include <numbers>
#include <set>

#include "render/figures.h"
#include "render/frame_renderer.h"
#include "render/hair/strands.h"
#include "render/roach_scene.h"

namespace gambol {
namespace {

// A level square of a metre, of n by n by 2 triangles.
struct Square {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<Float3> positions, normals;
  std::vector<Sample2> uvs;

  explicit Square(int n) {
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        positions.emplace_back(float(i) / float(n) - 0.5f, float(j) / float(n) - 0.5f, 0.0f);
        normals.emplace_back(0.0f, 0.0f, 1.0f);
        uvs.push_back({float(i) / float(n), float(j) / float(n)});
      }
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const auto a = std::uint32_t(j * (n + 1) + i), b = a + 1, c = a + std::uint32_t(n) + 1;
        triangles.push_back({a, b, c}), triangles.push_back({b, c + 1, c});
      }
  }
  HairGround ground() const {
    HairGround g;
    g.triangles = &triangles, g.rest = &positions, g.rest_normals = &normals, g.uvs = &uvs;
    g.posed = [this](std::uint32_t v, std::size_t, Float3& p, Float3& n) {
      p = positions[v], n = normals[v];
    };
    return g;
  }
};

HairSpec coat() {
  HairSpec hair;
  hair.name = "coat";
  hair.density = 2e4, hair.length = 0.03;
  hair.thickness = Vec2(2e-4, 1e-4);
  hair.clump = 0.5, hair.disorder = 0.2, hair.curl = 1e-3;
  return hair;
}

Strands strands_on(const Square& square, const HairSpec& spec, const HairView& view = {}) {
  return grow(HairGrowth(spec, nullptr, {}, 0), square.ground(), view);
}

bool are_same(const Strands& a, const Strands& b) {
  return a.roots.size() == b.roots.size() && a.points.size() == b.points.size() &&
         std::memcmp(a.points.data(), b.points.data(), a.points.size() * sizeof(StrandPoint)) == 0;
}

TEST(Hair, GrowsAsDenselyAsToldForAnyTriangles) {
  for (int n : {1, 3, 40, 200})
    EXPECT_NEAR(double(strands_on(Square(n), coat()).roots.size()), 2e4, 400) << n;
}

TEST(Hair, IsTheSameForAnyNumberOfThreads) {
  const Square square(60);
  Strands alone;
  {
    tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    alone = strands_on(square, coat());
  }
  tbb::global_control four(tbb::global_control::max_allowed_parallelism, 4);
  EXPECT_GT(alone.roots.size(), 1000u);
  EXPECT_TRUE(are_same(alone, strands_on(square, coat())));
}

TEST(Hair, StandsOnTheSurfaceAndIsAsLongAsTold) {
  HairSpec spec = coat();
  spec.clump = spec.curl = 0, spec.variation = 0.4;
  const Strands all = strands_on(Square(20), spec);
  float shortest = 1, longest = 0;
  for (std::size_t s = 0; s < all.roots.size(); ++s) {
    const StrandPoint* p = all.strand(s, 0);
    EXPECT_NEAR(p[0].z, 0, 1e-6f);
    EXPECT_FLOAT_EQ(p[0].radius, 1e-4f);
    float length_of = 0;
    for (int k = 0; k < all.segments; ++k) length_of += length(p[k + 1].p() - p[k].p());
    shortest = std::min(shortest, length_of), longest = std::max(longest, length_of);
  }
  EXPECT_NEAR(longest, 0.03f, 1e-4f);
  EXPECT_NEAR(shortest, 0.6f * 0.03f, 1e-4f);
}

TEST(Hair, LeansAsTold) {
  HairSpec spec = coat();
  spec.clump = spec.curl = spec.disorder = 0;
  spec.lean = Vec2(0.8, 0.8), spec.lie = Vec3(0, -1, 0);
  const Strands all = strands_on(Square(4), spec);
  for (std::size_t s = 0; s < all.roots.size(); ++s) {
    const Float3 d = normalize(all.strand(s, 0)[all.segments].p() - all.strand(s, 0)[0].p());
    EXPECT_NEAR(d.z, std::cos(0.8f), 1e-3f);
    EXPECT_NEAR(d.y, -std::sin(0.8f), 1e-3f);
  }
}

TEST(Hair, WeightTurnsItDown) {
  HairSpec spec = coat();
  Square wall(4);
  for (Float3& p : wall.positions) p = {0, p.x, p.y};
  for (Float3& n : wall.normals) n = {1, 0, 0};
  spec.clump = spec.curl = spec.disorder = 0, spec.lean = Vec2(0, 0);
  const auto mean_drop = [&] {
    const Strands all = strands_on(wall, spec);
    float drop = 0;
    for (std::size_t s = 0; s < all.roots.size(); ++s)
      drop += all.strand(s, 0)[0].z - all.strand(s, 0)[all.segments].z;
    return drop / float(all.roots.size());
  };
  EXPECT_NEAR(mean_drop(), 0, 1e-5f);
  spec.gravity = 1;
  EXPECT_GT(mean_drop(), 0.005f);
}

TEST(Hair, ClumpsMeetAtTheirTips) {
  HairSpec spec = coat();
  spec.curl = spec.disorder = spec.variation = 0, spec.clump_size = 0.05;
  const auto places_of_tips = [&](double clump) {
    spec.clump = clump;
    const Strands all = strands_on(Square(10), spec);
    std::set<std::pair<int, int>> places;  // to a tenth of a millimetre
    for (std::size_t s = 0; s < all.roots.size(); ++s) {
      const Float3 tip = all.strand(s, 0)[all.segments].p();
      places.emplace(int(std::lround(tip.x * 1e4f)), int(std::lround(tip.y * 1e4f)));
    }
    return places.size();
  };
  EXPECT_GT(places_of_tips(0), 15000u);
  EXPECT_LT(places_of_tips(1), 4000u);
}

TEST(Hair, PatternsAndRegionsMakeItBald) {
  HairSpec spec = coat();
  HairMapSpec& map = spec.maps.emplace_back();
  map.kind = CheckerTexture{};
  map.size = 0.25;
  const std::size_t half = strands_on(Square(20), spec).roots.size();
  EXPECT_NEAR(double(half), 1e4, 500);
  spec.maps.clear();
  HairRegionSpec& spot = spec.regions.emplace_back();
  spot.at = Vec3(0.1, 0.1, 0);
  spot.radius = 0.2, spot.fade = 0, spot.density = 0;
  const Strands around = strands_on(Square(20), spec);
  for (std::size_t s = 0; s < around.roots.size(); ++s)
    EXPECT_GT(length(around.strand(s, 0)[0].p() - Float3(0.1f, 0.1f, 0)), 0.1999f);
  EXPECT_NEAR(double(around.roots.size()), 2e4 * (1 - std::numbers::pi * 0.04), 500);
}

// Seen from afar, fewer and wider strands hide as much.
TEST(Hair, FewerWiderStrandsHideAsMuch) {
  const auto hidden = [](const Strands& all) {
    double area = 0;
    for (std::size_t s = 0; s < all.roots.size(); ++s)
      for (int k = 0; k < all.segments; ++k) {
        const StrandPoint* p = all.strand(s, 0) + k;
        area += (p[0].radius + p[1].radius) * double(length(p[1].p() - p[0].p()));
      }
    return area;
  };
  CameraPose pose;
  pose.position = Vec3(0, 0, 8);
  pose.up = Vec3(0, 1, 0);
  const Camera camera({pose}, 0.036, 640, 640, Vec3::Zero());
  const Square square(30);
  const Strands fine = strands_on(square, coat());
  const Strands coarse = strands_on(square, coat(), {&camera, 640, 640, 0.1f});
  EXPECT_LT(coarse.roots.size(), fine.roots.size() / 4);
  EXPECT_GT(coarse.roots.size(), 100u);
  EXPECT_NEAR(hidden(coarse) / hidden(fine), 1, 0.05);
  EXPECT_TRUE(strands_on(square, coat(), {&camera, 640, 640, 0}).roots.empty());
}

// Ground beyond a terrain is of triangles that reach to the horizon.
TEST(Hair, GroundsOfAnyTrianglesGrowAsMuch) {
  CameraPose pose;
  pose.position = Vec3(0.05, -0.6, 0.3);
  const Camera camera({pose}, 0.036, 640, 640, Vec3::Zero());
  HairSpec spec = coat();
  spec.reach = 0.5;
  const auto grown = [&](int n) {
    const Square square(n);
    HairGround ground = square.ground();
    ground.is_world = true;
    return grow(HairGrowth(spec, nullptr, {}, 0), ground, {&camera, 640, 640, 1e-3f});
  };
  const Strands fine = grown(50), coarse = grown(1);
  EXPECT_GT(fine.roots.size(), 300u);
  // Larger patches at the picture's edges are dense a little further out.
  EXPECT_NEAR(double(coarse.roots.size()) / double(fine.roots.size()), 1, 0.12);
  for (std::size_t s = 0; s < coarse.roots.size(); ++s) {
    const Float3 root = coarse.strand(s, 0)[0].p();
    EXPECT_LT(length(root - Float3(Vec3(pose.position))), 0.52f);
    EXPECT_LT(std::max(std::abs(root.x), std::abs(root.y)), 0.5001f);
  }
}

// An arm along x of two links, a metre each, with a skin around it and hair on the skin.
struct HairyArm {
  Figures figures;
  explicit HairyArm(const HairSpec& spec) {
    FigureSpec f;
    f.bodies.resize(2);
    f.bodies[0].name = "upper", f.bodies[1].name = "lower";
    f.bodies[1].parent = "upper", f.bodies[1].at = Vec3(1, 0, 0);
    for (BodySpec& body : f.bodies) {
      ShapeSpec& s = body.visible.emplace_back();
      s.shape.kind = ShapeKind::capsule;
      s.shape.radius = 0.1, s.shape.length = 1;
      s.shape.X_BS = {Quat(Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitZ())),
                      Vec3(0.5, 0, 0)};
    }
    SkinSpec& skin = f.skins.emplace_back();
    skin.from = SkinSource::shapes;
    skin.cell = 0.03, skin.blend = 0.15;
    figures.add_skin(PosedSkin(make_skin(f, f.skins[0]), {0, 1}, {0}));
    Figures::Hair hair;
    hair.growth = std::make_shared<const HairGrowth>(spec, nullptr, std::vector<Transform>(), 3);
    hair.on_skin = true;
    figures.add_hair(std::move(hair));
  }
};

// The lower link turns by `angle` a frame.
Poses bending(double angle) {
  Poses poses;
  poses.bodies = {"arm/upper", "arm/lower"};
  poses.fps = 24, poses.frames = 2, poses.samples_per_frame = 1;
  for (int k = 0; k <= 2; ++k) {
    poses.sample_times.push_back(k / 24.0);
    poses.X_WB.push_back({Quat::Identity(), Vec3(0, 0, 0)});
    poses.X_WB.push_back({Quat(Eigen::AngleAxisd(angle * k, Vec3::UnitZ())), Vec3(1, 0, 0)});
  }
  return poses;
}

TEST(HairOnFigures, MovesWithTheSkinWhileTheShutterIsOpen) {
  HairSpec spec = coat();
  spec.density = 4e4, spec.thickness = Vec2(3e-3, 3e-3);  // nearly covers the skin
  const HairyArm arm(spec);
  const Poses poses = bending(1.2);
  const MovingFigures open = arm.figures.at(poses, {0, 0.25, 0.5, 0.75, 1}, Vec3::Zero());
  int of_hair = 0, alike = 0, all = 0;
  for (double frame : {0.0, 0.25, 0.5, 1.0}) {
    const MovingFigures frozen = arm.figures.at(poses, {frame}, Vec3::Zero());
    for (int k = 0; k < 400; ++k) {
      const double angle = 1.2 * frame, along = 0.1 + 0.002 * k;
      const Reach down{
          {Float3(float(1 + along * std::cos(angle)), float(along * std::sin(angle)), 9),
           Float3(0, 0, -1), 0},
          100};
      Reach then = down;
      then.ray.time = float(frame);
      SurfaceHit a, b;
      ASSERT_TRUE(frozen.intersect(down, a));
      ASSERT_TRUE(open.intersect(then, b));
      ++all;
      of_hair += b.across <= 1;
      alike += std::abs(a.distance - b.distance) < 1e-4f && a.material == b.material;
    }
  }
  EXPECT_GT(of_hair, all / 2);
  EXPECT_GT(alike, all * 95 / 100);
}

TEST(HairOnFigures, AHitTellsOfTheRootAndFacesTheRay) {
  HairSpec spec = coat();
  spec.density = 4e4, spec.thickness = Vec2(3e-3, 3e-3);
  const HairyArm arm(spec);
  const MovingFigures now = arm.figures.at(bending(0), {0}, Vec3::Zero());
  int met = 0;
  for (int k = 0; k < 300; ++k) {
    const Float3 way = normalize(Float3(0.1f, 0.05f, -1));
    const Float3 from = Float3(0.2f + 0.002f * float(k), 0.01f, 0) - way * 5.0f;
    SurfaceHit hit;
    if (!now.intersect({{from, way, 0}, 100}, hit) || hit.across > 1) continue;
    ++met;
    EXPECT_EQ(hit.material, 3);
    EXPECT_EQ(hit.instance, 0);
    EXPECT_LT(dot(hit.normal, way), 0);
    EXPECT_NEAR(dot(hit.normal, hit.tangent), 0, 1e-4f);
    SurfacePlace place;
    now.complete(hit, 0.0f, true, place);
    // The root lies within a hair's length.
    EXPECT_LT(length(place.p_body - (from + way * hit.distance)), 0.05f);
  }
  EXPECT_GT(met, 50);
}

// A hairy roach.
Scene hairy_scene(int frames) {
  Scene scene = roach_scene(frames, {0.01, 0, 0}, 0.3);
  scene.shot.look = chitin_look();
  MaterialSpec fur = material("fur", {0.5, 0.3, 0.2});
  fur.fibre.emplace();
  scene.shot.look.materials.push_back(fur);
  HairSpec hair = coat();
  hair.on = {"chitin_abdomen", "chitin_thorax"};
  hair.material = "fur";
  hair.density = 2e6, hair.length = 0.003, hair.thickness = Vec2(6e-5, 2e-5), hair.curl = 0;
  HairSpec grass = hair;
  grass.name = "grass", grass.on = {"paper"}, grass.density = 2e5, grass.reach = 0.2;
  scene.shot.look.hair = {hair, grass};
  scene.shot.look.grow = {"*"};
  scene.shot.camera.position = VecCurve(Vec3(0.03, -0.06, 0.03));
  scene.shot.camera.target = VecCurve(Vec3(0.005, 0, 0.008));
  return scene;
}

PresetSpec small() {
  PresetSpec preset;
  preset.width = 64, preset.height = 36, preset.samples = 4, preset.shutter_poses = 3;
  return preset;
}

TEST(HairInFrames, IsTheSameForAnyThreadsAndOrderOfFrames) {
  const Scene scene = hairy_scene(4);
  std::vector<Image> one;
  {
    tbb::global_control alone(tbb::global_control::max_allowed_parallelism, 1);
    const FrameRenderer renderer(scene.shot, scene.poses, small());
    for (int frame : {1, 2, 3}) one.push_back(renderer.frame(frame, false).light);
  }
  tbb::global_control four(tbb::global_control::max_allowed_parallelism, 4);
  const FrameRenderer renderer(scene.shot, scene.poses, small());
  for (int frame : {3, 1, 2})
    EXPECT_EQ(renderer.frame(frame, false).light.pixels, one[std::size_t(frame) - 1].pixels)
        << frame;
}

TEST(HairInFrames, GrowsOnlyWhereTheLookSaysSo) {
  Scene scene = hairy_scene(2);
  const auto pixels = [&](const PresetSpec& preset) {
    return FrameRenderer(scene.shot, scene.poses, preset).frame(1, false).light.pixels;
  };
  const auto hairy = pixels(small());
  PresetSpec bald_preset = small();
  bald_preset.hair_width = 0;
  const auto shaved = pixels(bald_preset);
  scene.shot.look.grow = {"grass"};
  const auto grass = pixels(small());
  scene.shot.look.grow.clear();
  const auto bald = pixels(small());
  EXPECT_EQ(shaved, bald);
  EXPECT_NE(hairy, bald);
  EXPECT_NE(grass, bald);
  EXPECT_NE(grass, hairy);
}

// Whatever their noise, and however low the noise that is asked for elsewhere.
TEST(HairInFrames, EveryPixelOfACoatTakesAsManySamples) {
  const Scene scene = hairy_scene(2);
  PresetSpec preset = small();
  preset.samples = 32, preset.noise = 1e-6;
  const auto counts = [&] {
    const RenderedFrame frame = FrameRenderer(scene.shot, scene.poses, preset).frame(1, true);
    std::map<int, int> pixels;  // [samples]
    for (const Channel32& c : frame.layers)
      if (c.name == "samples.N")
        for (float n : c.values) ++pixels[int(n)];
    return pixels;
  };
  std::map<int, int> as_noise_asks = counts();
  EXPECT_EQ(as_noise_asks[8], 0);
  preset.fibre_samples = 8;
  std::map<int, int> with_bound = counts();
  EXPECT_GT(with_bound[8], 50);
  EXPECT_GT(with_bound[32], 0);
  // Those at the rim of a coat that later samples find to be hairy stop then.
  EXPECT_EQ(with_bound[8] + with_bound[16] + with_bound[32], as_noise_asks[32]);
  EXPECT_LT(with_bound[16], with_bound[8] / 2);
}

// Hairs that shine among others are no outliers: without them a coat would be too dark.
TEST(HairInFrames, DenoisingKeepsTheBrightnessOfACoat) {
  const Scene scene = hairy_scene(2);
  PresetSpec preset = small();
  preset.samples = 4;
  const auto brightness = [&] {
    const Image light = FrameRenderer(scene.shot, scene.poses, preset).render(1);
    double sum = 0;
    for (float v : light.pixels) sum += v;
    return sum / double(light.pixels.size());
  };
  const double noisy = brightness();
  preset.denoise = true;
  EXPECT_NEAR(brightness() / noisy, 1, 0.01);
}

}  // namespace
}  // namespace gambol
