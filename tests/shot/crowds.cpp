// Many figures of one pattern.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "figure/body_measures.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "support/own_file.h"

namespace gambol {
namespace {

// The shot of a crowd with these fields, and `more` of the shot.
ShotSpec crowd_of(const std::string& lines, const std::string& more = "") {
  namespace fs = std::filesystem;
  const fs::path folder = own_file("crowd");
  fs::create_directories(folder / "scenes");
  for (const char* part : {"figures", "render"})
    fs::copy(fs::path(GAMBOL_SOURCE_DIR) / part, folder / part,
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  const fs::path path = folder / "scenes/crowd.yaml";
  std::ofstream(path) << "gambol: 3\nshot: crowd\nfilm: {duration: 1 s}\nworld: {ground: {}}\n"
                         "camera: {position: [1 m, 0, 1 m], target: [0, 0, 0]}\n"
                         "look: ../render/looks/plate.yaml\nfigures:\n"
                         "  - name: roach\n    file: ../figures/roach_walker.yaml\n"
                         "    at: [1 m, 2 m, 1.85 cm]\n    faces: 90 deg\n    skills:\n"
                         "      - {type: oscillators, name: gait, active: true, frequency: 10 Hz}\n"
                         "    crowd: {" +
                             lines + "}\n" + more;
  return load_shot(path.string());
}

double frequency(const CastSpec& cast) {
  return cast.controllers[0].kind.as<OscillatorGaitSpec>()->frequency->at(0);
}

double mass_of(const CastSpec& cast) {
  double mass = 0;
  for (const double m : masses_of(cast.figure)) mass += m;
  return mass;
}

std::string problem_of(const std::string& lines) {
  try {
    crowd_of(lines);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Crowds, HaveMembersOfTheirOwnPlacePaceAndBeat) {
  const ShotSpec shot = crowd_of(
      "count: 60, area: [20 cm, 1 m, 0], spacing: 4 cm, turn: 30 deg, speed: 0.2, phase: 0.5");
  const auto& figures = shot.motion.figures;
  ASSERT_EQ(figures.size(), 60u);
  std::set<double> headings, phases, paces;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    EXPECT_EQ(figures[i].name, "roach_" + std::to_string(i + 1));
    EXPECT_EQ(figures[i].kind, figures[0].kind);
    EXPECT_FALSE(figures[i].crowd);
    // The area lies along the heading: its long side along -x.
    EXPECT_NEAR(figures[i].at.x(), 1, 0.5);
    EXPECT_NEAR(figures[i].at.y(), 2, 0.1);
    EXPECT_DOUBLE_EQ(figures[i].at.z(), 0.0185);
    for (std::size_t k = 0; k < i; ++k) EXPECT_GE((figures[i].at - figures[k].at).norm(), 0.04);
    EXPECT_NEAR(frequency(figures[i]), 10, 2);
    headings.insert(figures[i].heading);
    paces.insert(frequency(figures[i]));
    phases.insert(figures[i].controllers[0].kind.as<OscillatorGaitSpec>()->phase);
  }
  EXPECT_EQ(headings.size(), 60u);
  EXPECT_EQ(paces.size(), 60u);
  EXPECT_LE(*phases.rbegin(), 0.5);
  EXPECT_GT(*phases.rbegin() - *phases.begin(), 0.3);
}

TEST(Crowds, KeepTheirMembersAsMoreCome) {
  const auto few = crowd_of("count: 10, area: [1 m, 1 m, 0], turn: 1 rad, speed: 0.1").motion;
  const auto more = crowd_of("count: 30, area: [1 m, 1 m, 0], turn: 1 rad, speed: 0.1").motion;
  const auto other =
      crowd_of("count: 10, seed: 7, area: [1 m, 1 m, 0], turn: 1 rad, speed: 0.1").motion;
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(few.figures[i].at, more.figures[i].at);
    EXPECT_EQ(few.figures[i].heading, more.figures[i].heading);
    EXPECT_EQ(frequency(few.figures[i]), frequency(more.figures[i]));
    EXPECT_NE(few.figures[i].at, other.figures[i].at);
  }
}

TEST(Crowds, LetMembersBeToldByName) {
  const ShotSpec shot = crowd_of(
      "count: 3, area: [1 m, 1 m, 0], speed: 0.2, members: [{name: roach_2, at: [0, 0, 3 cm], "
      "faces: 10 deg, speed: 2, material: paper}]");
  const CastSpec& second = shot.motion.figures[1];
  EXPECT_EQ(second.at, Vec3(0, 0, 0.03));
  EXPECT_NEAR(second.heading, 10 * M_PI / 180, 1e-12);
  EXPECT_EQ(frequency(second), 20);
  EXPECT_EQ(second.figure.material, "paper");
  EXPECT_NE(shot.motion.figures[0].figure.material, "paper");
}

TEST(Crowds, StandWhereTheirPlacesAre) {
  const ShotSpec shot = crowd_of("count: 2, places: [[1 m, 0, 2 cm], [3 m, 0, 2 cm]]");
  EXPECT_EQ(shot.motion.figures[0].at, Vec3(1, 0, 0.02));
  EXPECT_EQ(shot.motion.figures[1].at, Vec3(3, 0, 0.02));
}

// Of the same form: masses go with the cube of lengths, times with their square root.
TEST(Crowds, HaveMembersOfFewSizes) {
  const ShotSpec shot =
      crowd_of("count: 60, area: [1 m, 1 m, 0], size: 0.3, members: [{name: roach_2, size: 4}]");
  const auto& figures = shot.motion.figures;
  const double whole = crowd_of("count: 1").motion.figures[0].figure.bodies[3].at.norm();
  std::map<double, const CastSpec*> kinds;
  for (const CastSpec& cast : figures) {
    const double size = cast.figure.bodies[3].at.norm() / whole;
    if (&cast == &figures[1]) {
      EXPECT_NEAR(size, 4, 1e-9);
      EXPECT_NEAR(cast.at.z(), 4 * 0.0185, 1e-9);
      EXPECT_NEAR(frequency(cast), 5, 1e-9);
      EXPECT_NEAR(mass_of(cast), 64 * mass_of(crowd_of("count: 1").motion.figures[0]), 1e-9);
      continue;
    }
    EXPECT_GE(size, 0.7 - 1e-9);
    EXPECT_LE(size, 1.3 + 1e-9);
    EXPECT_NEAR(cast.at.z(), size * 0.0185, 1e-9);
    EXPECT_NEAR(frequency(cast), 10 / std::sqrt(size), 1e-9);
    const auto [kind, is_first] = kinds.try_emplace(std::round(size * 1e6), &cast);
    EXPECT_EQ(cast.is_like_first, !is_first);
    EXPECT_EQ(cast.kind, kind->second->kind);
  }
  EXPECT_EQ(kinds.size(), 8u);
}

TEST(Crowds, HaveTracksOfThoseThatAreNamed) {
  const std::string area = "count: 4, area: [1 m, 1 m, 0], members: [{name: roach_3}]";
  const auto figures = crowd_of(area).motion.figures;
  const auto expected =
      crowd_of(area, "expect: [{measure: distance, figure: roach_2, min: 0}]\n").motion.figures;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(figures[i].is_tracked, i == 2) << i;
    EXPECT_EQ(expected[i].is_tracked, i == 1 || i == 2) << i;
  }
}

TEST(Crowds, HaveTracksOfThoseThatOverlaysShow) {
  const auto figures =
      crowd_of("count: 3, area: [1 m, 1 m, 0]",
               "overlays: [{type: balance, figure: roach_1}, {type: stepping, figure: roach_3}]\n")
          .motion.figures;
  EXPECT_TRUE(figures[0].is_tracked);
  EXPECT_FALSE(figures[1].is_tracked);
  EXPECT_TRUE(figures[2].is_tracked);
}

// Hashes look at one member's figure, and at what members have of their own.
TEST(Crowds, HaveHashesOfWhatTheirMembersAre) {
  const std::string area = "count: 3, area: [1 m, 1 m, 0]";
  const ShotSpec shot = crowd_of(area);
  const auto motion = [&](const std::string& more) { return motion_hash(crowd_of(area + more)); };
  EXPECT_EQ(motion_hash(shot), motion(""));
  EXPECT_NE(motion_hash(shot), motion(", seed: 2"));
  EXPECT_NE(motion_hash(shot), motion(", members: [{name: roach_3, at: [1 m, 0, 2 cm]}]"));
  ShotSpec other = shot;
  other.motion.figures[0].figure.bodies[0].name += "s";
  EXPECT_NE(motion_hash(other), motion_hash(shot));
  other = shot;
  other.motion.figures[2].figure.material = "paper";
  EXPECT_EQ(motion_hash(other), motion_hash(shot));
  EXPECT_NE(picture_hash(other, {}), picture_hash(shot, {}));
}

TEST(Crowds, SayWhatTheyLack) {
  const auto says = [](const std::string& lines, const std::string& words) {
    const std::string said = problem_of(lines);
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  says("count: 100, area: [10 cm, 10 cm, 0], spacing: 4 cm", "expected a larger area");
  says("count: 3, places: [[1 m, 0, 0]]", "found 1 places, expected one for each of 3 members");
  says("count: 3, members: [{name: roach_4}]", "found \"roach_4\", expected roach_1 to roach_3");
  says("count: 0", "count: found \"0\"");
  for (const char* lines : {"count: 1.5, members: [{name: roach_1}]", "cuont: 3, count: 3"}) {
    const std::string said = problem_of(lines);
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 0) << said;
    EXPECT_NE(said, "");
  }
  says("count: 3, size: 0.2, file: roach", "unknown");
  says("count: 3, spacing: 2 kg", "expected a length");
}

}  // namespace
}  // namespace gambol
