#include "exchange/replay.h"

#include <gmock/gmock.h>
#include <yaml-cpp/yaml.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "geometry/height_field.h"
#include "geometry/mesh.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

// What a browser's atob makes of it.
std::string from_base64(const std::string& text) {
  static const std::string alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0, count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<unsigned>(alphabet.find(c));
    if ((count += 6) >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 255);
  }
  return bytes;
}

template <class T>
std::vector<T> numbers(const YAML::Node& node) {
  const std::string bytes = from_base64(node.as<std::string>());
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

ShapeSpec box(const Vec3& size, const Vec3& at) {
  ShapeSpec shape;
  shape.shape.kind = ShapeKind::box;
  shape.shape.size = size;
  shape.shape.X_BS.p = at;
  return shape;
}

// A trunk and a foot on a leg's end, six frames of two samples, which turn and go ahead.
class Replay : public testing::Test {
 protected:
  Replay() {
    shot.name = "walk";
    CastSpec& cast = shot.motion.figures.emplace_back();
    cast.name = "hopper";
    cast.figure.bodies.resize(2);
    cast.figure.bodies[0].name = "trunk";
    cast.figure.bodies[0].visible = {box(Vec3(3, 2, 1), Vec3(0, 0, 0.5))};
    cast.figure.bodies[1].name = "foot";
    cast.figure.bodies[1].visible = {box(Vec3(0.1, 0.1, 0.1), Vec3::Zero()),
                                     box(Vec3(3, 2, 1), Vec3(1, 0, 0))};
    LegSpec leg;
    leg.name = "left";
    leg.feet = {"foot"};
    leg.tip = Vec3(0, 0, -0.05);
    cast.figure.legs = {leg};
    cast.controllers.emplace_back().name = "gait";

    poses.fps = 10;
    poses.frames = 6;
    poses.samples_per_frame = 2;
    poses.bodies = {"hopper/trunk", "hopper/foot"};
    for (int k = 0; k <= 12; ++k) {
      poses.sample_times.push_back(0.05 * k);
      for (int b = 0; b < 2; ++b)
        poses.X_WB.push_back({Quat(Eigen::AngleAxisd(0.3 * k + b, Vec3(1, 2, 3).normalized())),
                              Vec3(0.1 * k, b, -1.0 / 3)});
    }
    for (int k = 0; k < 60; ++k) poses.track_times.push_back(0.01 * k);
    sight.views = {std::vector<ReplayCamera>(6)};
  }

  YAML::Node data() const { return YAML::Load(replay_data(shot, poses, sight)); }

  ShotSpec shot;
  Poses poses;
  ReplaySight sight;
};

TEST_F(Replay, HoldsWhereEveryBodyIsAtEveryFrame) {
  const YAML::Node json = data();
  const auto places = numbers<float>(json["places"]);
  const auto turns = numbers<std::int16_t>(json["turns"]);
  ASSERT_EQ(places.size(), 6u * 2 * 3);
  ASSERT_EQ(turns.size(), 6u * 2 * 4);
  for (std::size_t f = 0; f < 6; ++f)
    for (std::size_t b = 0; b < 2; ++b) {
      const Transform& X = poses.pose(2 * f, b);
      const std::size_t i = 2 * f + b;
      for (int k = 0; k < 3; ++k) EXPECT_EQ(places[3 * i + k], float(X.p[k]));
      for (int k = 0; k < 4; ++k) EXPECT_NEAR(turns[4 * i + k] / 32767.0, X.R.coeffs()[k], 2e-5);
    }
  EXPECT_THAT(
      numbers<double>(json["times"]),
      testing::Pointwise(testing::DoubleEq(), std::vector<double>{0, 0.1, 0.2, 0.3, 0.4, 0.5}));
}

TEST_F(Replay, SaysInWhichFramesAViewIsOn) {
  shot.views.resize(2);
  shot.views[0].to = shot.views[1].from = 0.3;  // a cut
  sight.views.resize(2, sight.views[0]);
  const YAML::Node views = data()["views"];
  EXPECT_THAT(numbers<std::uint8_t>(views[0]["on"]), testing::ElementsAre(1, 1, 1, 0, 0, 0));
  EXPECT_THAT(numbers<std::uint8_t>(views[1]["on"]), testing::ElementsAre(0, 0, 0, 1, 1, 1));
}

TEST_F(Replay, KeepsEqualSurfacesOnceWhereverTheyLie) {
  const YAML::Node json = data();
  ASSERT_EQ(json["meshes"].size(), 2u);
  const YAML::Node trunk = json["bodies"][0]["shapes"][0], knee = json["bodies"][1]["shapes"][1];
  EXPECT_EQ(trunk["mesh"].as<int>(), knee["mesh"].as<int>());
  EXPECT_EQ(knee["at"][0].as<double>(), 1);
  const YAML::Node mesh = json["meshes"][trunk["mesh"].as<int>()];
  const auto positions = numbers<float>(mesh["positions"]);
  const auto corners = numbers<std::uint16_t>(mesh["corners16"]);
  EXPECT_EQ(numbers<std::int16_t>(mesh["normals"]).size(), positions.size());
  Vec3 highest = Vec3::Zero();
  for (std::size_t i = 0; i < positions.size(); ++i)
    highest[i % 3] = std::max(highest[i % 3], double(positions[i]));
  EXPECT_EQ(highest, Vec3(1.5, 1, 0.5));
  for (const auto corner : corners) EXPECT_LT(3u * corner, positions.size());
}

TEST_F(Replay, HasRoundSurfacesAsFineAsTheyAreAskedFor) {
  Shape& ball = shot.motion.figures[0].figure.bodies[0].visible[0].shape;
  ball.kind = ShapeKind::sphere;
  ball.radius = 1;
  for (const int segments : {12, 48}) {
    sight.segments = segments;
    const YAML::Node json = data();
    const auto mesh = json["meshes"][json["bodies"][0]["shapes"][0]["mesh"].as<int>()];
    EXPECT_EQ(numbers<float>(mesh["positions"]).size(),
              3 * surface_mesh(ball, segments).positions.size());
  }
}

TEST_F(Replay, SaysInWhichFrameABodyAppears) {
  poses.appears = {-1e9, 0.2};
  EXPECT_EQ(data()["bodies"][0]["appears"].as<int>(), 0);
  EXPECT_EQ(data()["bodies"][1]["appears"].as<int>(), 2);
}

TEST_F(Replay, HoldsStepsInFramesOfTheFilm) {
  Channel& gait = poses.channels.emplace_back();
  gait.name = "hopper/gait";
  gait.columns = {"phase", "step/left"};
  for (int k = 0; k < 60; ++k) {
    gait.values.push_back(0.7);
    gait.values.push_back((k >= 15 && k < 25) || k >= 50);
  }
  const YAML::Node leg = data()["figures"][0]["legs"][0];
  EXPECT_EQ(leg["short"].as<std::string>(), "L1");
  EXPECT_EQ(leg["foot"].as<int>(), 1);
  const auto steps = numbers<float>(leg["steps"]);
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_NEAR(steps[0], 1.5, 1e-5);
  EXPECT_NEAR(steps[1], 2.5, 1e-5);
  EXPECT_NEAR(steps[2], 5, 1e-5);
}

// So that an impact between two frames is neither lost nor taken for what goes on.
TEST_F(Replay, AForceIsTheMeanOverAFrame) {
  Channel& force = poses.channels.emplace_back();
  force.name = "hopper/foot_force";
  force.columns = {"left.x", "left.y", "left.z"};
  for (int k = 0; k < 60; ++k)
    for (const double f : {1.0, 0.0, k == 33 ? 50.0 : 0.0}) force.values.push_back(f);
  const auto forces = numbers<float>(data()["figures"][0]["forces"]);
  ASSERT_EQ(forces.size(), 6u * 3);
  for (std::size_t f = 0; f < 6; ++f) {
    EXPECT_FLOAT_EQ(forces[3 * f], 1);
    EXPECT_NEAR(forces[3 * f + 2], f == 3 ? 5 : 0, 1e-6) << f;
  }
}

TEST_F(Replay, ATipThatNobodyGivesIsTheFarEndOfTheFoot) {
  shot.motion.figures[0].figure.legs[0].tip = Vec3::Zero();
  const YAML::Node tip = data()["figures"][0]["legs"][0]["tip"];
  EXPECT_NEAR(tip[0].as<double>(), 2.5, 0.1);
  EXPECT_NEAR(tip[1].as<double>(), 0, 1e-6);
}

TEST_F(Replay, HoldsTheHeightsOfATerrain) {
  GroundSpec& ground = shot.motion.world.ground.emplace();
  TerrainSpec& terrain = ground.terrain.emplace();
  const std::vector<double> z{0, 0.5, 1, 0.25, 0, 0};
  terrain.field = std::make_shared<HeightField>(3, 2, 0.5, Vec3(1, 0, 2), z);
  shot.look.ground.emplace();
  const YAML::Node json = data()["ground"]["terrain"];
  EXPECT_EQ(json["nx"].as<int>(), 3);
  EXPECT_EQ(json["x"].as<double>(), 0.5);
  const auto heights = numbers<float>(json["heights"]);
  ASSERT_EQ(heights.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_FLOAT_EQ(heights[i], float(2 + z[i]));
}

TEST_F(Replay, HoldsTheParticlesOfEveryFrame) {
  poses.emitters = {"spark"};
  poses.first_particle = {0};
  for (int k = 0; k <= 12; ++k) {
    if (k >= 4) {
      ParticleRow& row = poses.particles.emplace_back();
      row.p = Eigen::Vector3f(float(k), 0, 1);
      row.age = float(k - 4), row.life = 10;
    }
    poses.first_particle.push_back(poses.particles.size());
  }
  sight.embers = {{Vec3(9, 5, 1), Vec3(1, 0, 0)}};
  const YAML::Node json = data()["particles"];
  EXPECT_EQ(numbers<std::uint32_t>(json["first"]),
            (std::vector<std::uint32_t>{0, 0, 0, 1, 2, 3, 4}));
  EXPECT_EQ(numbers<float>(json["places"])[9], 10);       // frame 5 is sample 10
  EXPECT_EQ(numbers<std::uint8_t>(json["age"])[3], 153);  // six tenths of 255
  EXPECT_EQ(numbers<float>(json["emitters"][0]["colors"])[1], 5);
}

TEST_F(Replay, SaysWhichLayersThereAreAndWhichTheFilmShows) {
  CastSpec& cast = shot.motion.figures[0];
  cast.figure.bodies[0].visible[0].layer = "bones";
  cast.figure.bodies[1].visible[0].layer = "skin";
  cast.layers = {"skin"};
  const YAML::Node json = data();
  ASSERT_EQ(json["layers"].size(), 2u);
  EXPECT_EQ(json["layers"][0]["name"].as<std::string>(), "bones");
  EXPECT_FALSE(json["layers"][0]["seen"].as<bool>());
  EXPECT_TRUE(json["layers"][1]["seen"].as<bool>());
  EXPECT_EQ(json["bodies"][0]["shapes"][0]["layer"].as<std::string>(), "bones");
  EXPECT_EQ(json["bodies"][1]["shapes"][1]["layer"].as<std::string>(), "");
}

// Everything that the page needs to bend it is whole: weights add up, all triangles have a
// material.
TEST_F(Replay, HoldsSkins) {
  FigureSpec& figure = shot.motion.figures[0].figure;
  figure.bodies[1].parent = "trunk";
  figure.bodies[1].at = Vec3(1.5, 0, 0.5);
  SkinSpec& skin = figure.skins.emplace_back();
  skin.from = SkinSource::shapes;
  skin.cell = 0.2;
  skin.blend = 0.5;
  const YAML::Node json = data()["skins"][0];
  const auto positions = numbers<float>(json["positions"]);
  const auto influences = numbers<std::uint16_t>(json["influences"]);
  const auto weights = numbers<std::uint16_t>(json["weights"]);
  const std::size_t vertices = positions.size() / 3;
  ASSERT_GT(vertices, 100u);
  ASSERT_EQ(influences.size(), 4 * vertices);
  ASSERT_EQ(weights.size(), 4 * vertices);
  bool shared = false;
  for (std::size_t i = 0; i < vertices; ++i) {
    EXPECT_NEAR(weights[4 * i] + weights[4 * i + 1] + weights[4 * i + 2] + weights[4 * i + 3],
                65535, 2);
    shared = shared || weights[4 * i + 1] > 0;
    for (std::size_t k = 0; k < 4; ++k) EXPECT_LT(influences[4 * i + k], 2);
  }
  EXPECT_TRUE(shared);  // where the two bodies meet
  const auto corners = numbers<std::uint32_t>(json["corners"]);
  std::size_t covered = 0;
  for (const YAML::Node& part : json["parts"]) covered += part["count"].as<std::size_t>();
  EXPECT_EQ(covered, corners.size());
  for (const auto corner : corners) EXPECT_LT(corner, vertices);
  EXPECT_EQ(numbers<float>(json["rests"]).size(), 2u * 7);
}

TEST_F(Replay, NamesBodiesThatThePosesLack) {
  poses.bodies[1] = "hopper/paw";
  EXPECT_THROW(data(), InputError);
}

// A folder that stands for the library's.
class ReplayPage : public Replay {
 protected:
  ReplayPage() {
    std::string name = testing::TempDir() + "three_XXXXXX";
    folder_ = mkdtemp(name.data());
    write("three.min.js", "var THREE = {}; // </script> and <!-- of the library\n");
    write("examples/js/controls/OrbitControls.js", "THREE.OrbitControls = {};\n");
  }
  ~ReplayPage() override { fs::remove_all(folder_); }

  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file) << text;
  }
  std::string page() const { return replay_page(shot, poses, sight, folder_.string()); }
  static int count(const std::string& text, const std::string& what) {
    int n = 0;
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++n;
    return n;
  }
  fs::path folder_;
};

TEST_F(ReplayPage, IsWholeAndFillsEverySlotOnce) {
  const std::string text = page();
  EXPECT_THAT(text, HasSubstr("<title>walk</title>"));
  EXPECT_THAT(text, HasSubstr("var THREE"));
  EXPECT_THAT(text, HasSubstr("class Player"));
  EXPECT_EQ(count(text, "</script"), 4);  // data, three.js, its controls, ours
  EXPECT_EQ(count(text, "<!--"), 0);
  EXPECT_THAT(text, Not(HasSubstr("{{")));
}

TEST_F(ReplayPage, TextOfAnAuthorStaysText) {
  const std::string hostile = "</script><script>alert(1)</script><!--\"'&{{three}}";
  const int scripts = count(page(), "<script");
  shot.name = shot.about = poses.failure = hostile;
  shot.motion.figures[0].name = hostile;
  for (int b = 0; b < 2; ++b)
    poses.bodies[b] = hostile + "/" + shot.motion.figures[0].figure.bodies[b].name;
  poses.marks = {{0.1, hostile, hostile}};
  const std::string text = page();
  EXPECT_EQ(count(text, "<script"), scripts);
  EXPECT_EQ(count(text, "</script"), 4);
  EXPECT_EQ(count(text, "<!--"), 0);
  EXPECT_EQ(count(text, "var THREE"), 1);
  EXPECT_THAT(text, HasSubstr("<title>&lt;/script>&lt;script>alert(1)&lt;/script>&lt;!--&quot;"));
  const std::string opening = "type=\"application/json\">";
  const std::size_t from = text.find(opening) + opening.size();
  const YAML::Node json = YAML::Load(text.substr(from, text.find("</script", from) - from));
  EXPECT_EQ(json["shot"].as<std::string>(), hostile);
  EXPECT_EQ(json["failure"].as<std::string>(), hostile);
  EXPECT_EQ(json["marks"][0]["text"].as<std::string>(), hostile);
  EXPECT_EQ(json["figures"][0]["name"].as<std::string>(), hostile);
}

TEST_F(ReplayPage, IsTheSameEveryTime) { EXPECT_EQ(page(), page()); }

TEST_F(ReplayPage, NamesThePackageThatIsMissing) {
  fs::remove(folder_ / "examples/js/controls/OrbitControls.js");
  try {
    page();
    FAIL();
  } catch (const RunError& error) {
    EXPECT_EQ(error.code, ExitCode::failed);
    EXPECT_THAT(error.what(), HasSubstr("controls/OrbitControls.js is missing"));
    EXPECT_THAT(error.what(), HasSubstr("Debian package libjs-three"));
  }
}

}  // namespace
}  // namespace gambol
