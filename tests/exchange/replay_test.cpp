#include "exchange/replay.h"

#include <gmock/gmock.h>
#include <yaml-cpp/yaml.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "exchange/made_up_shot.h"

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

class AReplay : public testing::MadeUpShot {
 protected:
  YAML::Node data() const { return YAML::Load(Replay(film()).data({}).text()); }
};

TEST_F(AReplay, HoldsWhereEveryBodyIsAtEveryFrame) {
  const YAML::Node json = data()["film"];
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
      ::testing::Pointwise(::testing::DoubleEq(), std::vector<double>{0, 0.1, 0.2, 0.3, 0.4, 0.5}));
}

TEST_F(AReplay, HoldsSurfaces) {
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

TEST_F(AReplay, HoldsStepsInFramesOfTheFilm) {
  record_steps();
  const YAML::Node leg = data()["figures"][0]["legs"][0];
  EXPECT_EQ(leg["short"].as<std::string>(), "L1");
  EXPECT_EQ(leg["foot"].as<int>(), 1);
  const auto steps = numbers<float>(leg["steps"]);
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_NEAR(steps[0], 1.5, 1e-5);
  EXPECT_NEAR(steps[1], 2.5, 1e-5);
  EXPECT_NEAR(steps[2], 5, 1e-5);
}

TEST_F(AReplay, HoldsForcesOfEveryFrame) {
  record_forces();
  const auto forces = numbers<float>(data()["film"]["figures"][0]["forces"]);
  ASSERT_EQ(forces.size(), 6u * 3);
  for (std::size_t f = 0; f < 6; ++f) {
    EXPECT_FLOAT_EQ(forces[3 * f], 1);
    EXPECT_NEAR(forces[3 * f + 2], f == 3 ? 5 : 0, 1e-6) << f;
  }
}

TEST_F(AReplay, HoldsTheHeightsOfATerrain) {
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

TEST_F(AReplay, HoldsTheParticlesOfEveryFrame) {
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
  const YAML::Node whole = data(), json = whole["film"]["particles"];
  EXPECT_EQ(numbers<std::uint32_t>(json["first"]),
            (std::vector<std::uint32_t>{0, 0, 0, 1, 2, 3, 4}));
  EXPECT_EQ(numbers<float>(json["places"])[9], 10);       // frame 5 is sample 10
  EXPECT_EQ(numbers<std::uint8_t>(json["age"])[3], 153);  // six tenths of 255
  EXPECT_EQ(numbers<float>(whole["emitters"][0]["colors"])[1], 5);
}

// Everything that the page needs to bend it is whole: weights add up, all triangles have a
// material.
TEST_F(AReplay, HoldsSkins) {
  add_skin();
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

// Parts of two frames.
constexpr ReplayCut in_pairs{.whole = 0.1, .part = 0.2};

YAML::Node part_of(const Replay& replay, std::size_t part) {
  const std::string script = replay.script(part), call = "gambolPart(";
  EXPECT_TRUE(script.starts_with(call) && script.ends_with(");\n"));
  return YAML::Load(script.substr(call.size(), script.size() - call.size() - 3));
}

TEST_F(AReplay, PartsPutTogetherAreTheWhole) {
  record_forces();
  LightSpec& light = shot.look.lights.emplace_back();
  light.kind = LightKind::spot;
  light.intensity.keys = {{0, 1}, {1, 3}};
  const YAML::Node whole = data()["film"];
  const Replay replay(film(), in_pairs);
  ASSERT_EQ(replay.parts(), 3u);
  std::vector<float> places, forces, cameras, intensity;
  std::vector<std::int16_t> turns;
  std::vector<double> times;
  const auto append = [](auto& to, auto more) { to.insert(to.end(), more.begin(), more.end()); };
  for (std::size_t k = 0; k < 3; ++k) {
    const YAML::Node part = part_of(replay, k);
    append(times, numbers<double>(part["times"]));
    append(places, numbers<float>(part["places"]));
    append(turns, numbers<std::int16_t>(part["turns"]));
    append(forces, numbers<float>(part["figures"][0]["forces"]));
    append(cameras, numbers<float>(part["views"][0]["cameras"]));
    append(intensity, numbers<float>(part["lights"][0]["intensity"]));
  }
  EXPECT_EQ(times, numbers<double>(whole["times"]));
  EXPECT_EQ(places, numbers<float>(whole["places"]));
  EXPECT_EQ(turns, numbers<std::int16_t>(whole["turns"]));
  EXPECT_EQ(forces, numbers<float>(whole["figures"][0]["forces"]));
  EXPECT_EQ(cameras, numbers<float>(whole["views"][0]["cameras"]));
  EXPECT_EQ(intensity, numbers<float>(whole["lights"][0]["intensity"]));
  EXPECT_EQ(intensity.size(), 6u);
}

TEST_F(AReplay, HasItsFirstPartAndTheAddressesOfTheOthers) {
  record_steps();
  const Replay replay(film(), in_pairs);
  const YAML::Node json = YAML::Load(replay.data({"one", "two"}).text());
  EXPECT_EQ(json["frames"].as<int>(), 6);
  EXPECT_EQ(json["partFrames"].as<int>(), 2);
  EXPECT_EQ(json["addresses"].size(), 2u);
  EXPECT_EQ(json["addresses"][1].as<std::string>(), "two");
  EXPECT_EQ(json["film"]["places"].as<std::string>(),
            part_of(replay, 0)["places"].as<std::string>());
  EXPECT_EQ(numbers<float>(json["figures"][0]["legs"][0]["steps"]).size(),
            4u);  // of the whole film
}

TEST_F(AReplay, IsCutIfItIsLongOrLarge) {
  EXPECT_EQ(Replay(film()).parts(), 1u);
  EXPECT_EQ(Replay(film(), {.whole = 0.6}).parts(), 1u);
  EXPECT_EQ(Replay(film(), {.whole = 0.5, .part = 0.4}).parts(), 2u);
  EXPECT_EQ(Replay(film(), {.whole_bytes = 100, .part = 0.4}).parts(), 2u);
  EXPECT_EQ(Replay(film(), {.whole_bytes = 100, .part_bytes = 1}).parts(), 6u);
}

TEST_F(AReplay, KnowsWhatTypicalForcesAndSizesAre) {
  record_forces();
  const YAML::Node figure = data()["figures"][0];
  EXPECT_EQ(figure["typicalForce"].as<double>(), 1);  // not that of the impact
  // The root is at -1/3 m, the foot's tip 0.05 m from its body's origin, at the same height.
  EXPECT_GT(figure["size"].as<double>(), 0.25);
  EXPECT_EQ(figure["appears"].as<int>(), 0);
  EXPECT_NEAR(data()["bodies"][0]["reach"].as<double>(), 0.5 + std::sqrt(14) / 2, 1e-6);
}

// A folder that stands for the library's.
class ReplayPage : public AReplay {
 protected:
  ReplayPage() {
    std::string name = ::testing::TempDir() + "three_XXXXXX";
    folder_ = mkdtemp(name.data());
    write("three.min.js", "var THREE = {}; // </script> and <!-- of the library\n");
    write("examples/js/controls/OrbitControls.js", "THREE.OrbitControls = {};\n");
  }
  ~ReplayPage() override { fs::remove_all(folder_); }

  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file) << text;
  }
  std::string page() const { return replay_page(Replay(film()), {}, folder_.string()); }
  std::string file(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }
  std::vector<std::string> parts(const std::string& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_ / folder))
      names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }
  void write_page(const std::string& name, const ReplayCut& cut = {}) const {
    write_replay(Replay(film(), cut), folder_ / name, folder_.string());
  }
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

TEST_F(ReplayPage, RunsOnlyScriptsWithItsNonce) {
  const std::string text = page(), before = "script-src 'nonce-";
  const std::string nonce = text.substr(text.find(before) + before.size(), 32);
  EXPECT_EQ(count(text, "<script nonce=\"" + nonce + "\">"), 3);
  EXPECT_EQ(count(text, "<script"), 4);  // the data are none that run
  shot.name = "run";
  EXPECT_EQ(count(page(), nonce), 0);
}

TEST_F(ReplayPage, OfAShortFilmIsOneFile) {
  write_page("walk.html");
  EXPECT_EQ(file("walk.html"), page());
  EXPECT_FALSE(fs::exists(folder_ / "walk.parts"));
}

TEST_F(ReplayPage, OfALongFilmHasItsPartsBesideIt) {
  write_page("walk #1.html", in_pairs);
  const std::vector<std::string> names = parts("walk #1.parts");
  ASSERT_EQ(names.size(), 2u);
  const Replay replay(film(), in_pairs);
  EXPECT_EQ(file("walk #1.parts/" + names[1]), replay.script(2));
  EXPECT_THAT(file("walk #1.html"), HasSubstr("\"walk%20%231.parts/" + names[1] + "\""));
}

TEST_F(ReplayPage, ReplacesThePartsOfAFormerOne) {
  write_page("walk.html", in_pairs);
  const std::vector<std::string> before = parts("walk.parts");
  write_page("walk.html", in_pairs);
  EXPECT_EQ(parts("walk.parts"), before);
  poses.X_WB.back().p.x() = 7;  // after the last frame has begun
  poses.X_WB[poses.X_WB.size() - 5].p.x() = 7;
  write("walk.parts/notes.js", "");
  write_page("walk.html", in_pairs);
  const std::vector<std::string> after = parts("walk.parts");
  ASSERT_EQ(after.size(), 3u);
  EXPECT_EQ(after[0], before[0]);
  EXPECT_NE(after[1], before[1]);
  EXPECT_EQ(after[2], "notes.js");
  fs::remove(folder_ / "walk.parts/notes.js");
  write_page("walk.html");
  EXPECT_FALSE(fs::exists(folder_ / "walk.parts"));
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
