// The shots that we ship come up to what they expect, and what they expect can fail.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "analysis/fall.h"
#include "base/json.h"
#include "base/subfolders.h"
#include "search/loops/mutations.h"
#include "search/starts.h"
#include "shot/check.h"
#include "shot/sequence_spec.h"
#include "shot/shot_reference.h"
#include "simulation/overlaps.h"
#include "simulation/simulate.h"
#include "simulation/warnings.h"
#include "support/scenes.h"

namespace gambol {
namespace {

const std::vector<std::string>& our_files() {
  static const std::vector<std::string> files = files_in_subfolders(GAMBOL_SOURCE_DIR "/scenes");
  return files;
}

// Every shot in scenes/; a sequence is made of shots.
std::set<std::string> our_shots() {
  std::set<std::string> shots;
  for (const std::string& file : our_files())
    if (!is_sequence(file)) shots.insert(std::filesystem::weakly_canonical(file));
  return shots;
}

// Old names, without their folders, are names of one shot each.
TEST(OurScenes, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const std::string& file : our_files())
    EXPECT_TRUE(names.insert(std::filesystem::path(file).stem()).second) << file;
  EXPECT_GE(names.size(), 120);
}

// What was measured of a shot, as `gambol measure --json` says it: the test PagesSayWhatShotsDo
// (tools/page_numbers.py) compares it with the numbers on pages.
void write_measured(const std::string& name, const std::vector<Measurement>& all) {
  Json measurements = Json::array(Json::Layout::lines);
  for (const Measurement& m : all)
    measurements.push(Json::object(Json::Layout::spaced)
                          .add("measure", m.name)
                          .add("name", m.label)
                          .add("figure", m.figure)
                          .add("body", m.body)
                          .add("unit", m.unit)
                          .add("value", Json::number(m.value, 12)));
  std::filesystem::create_directories(GAMBOL_MEASURED_DIR);
  const std::string path = std::string(GAMBOL_MEASURED_DIR "/") + name + ".json";
  std::ofstream file(path);
  file << Json::object(Json::Layout::lines)
              .add("shot", name)
              .add("measurements", measurements)
              .text()
       << "\n";
  EXPECT_TRUE(file.flush()) << path;
}

// `name`: of its results, SHOT or SHOT@TAKE.
void expect_to_come_true(const ShotSpec& shot, const std::string& name) {
  EXPECT_FALSE(shot.expect.empty()) << name;
  for (const auto& problems :
       {problems_of_measures(shot), problems_of_starts(shot), warnings_of(shot)})
    for (const Problem& problem : problems) ADD_FAILURE() << name << ": " << problem.to_string();
  const Poses poses = simulate(shot);
  for (const RecordedFall& fall : falls_of(shot, poses))
    ADD_FAILURE() << name << ": " << to_string(fall, poses);
  for (const OverlapNote& note : overlaps_of(shot.motion, poses))
    ADD_FAILURE() << name << ": " << note.to_string(&poses);
  const std::vector<Measurement> measured = measure_with_starts(shot, poses);
  write_measured(name, measured);
  for (const Measurement& m : measured) {
    EXPECT_TRUE(m.passed) << name << ": " << m.name << " " << m.body << " = " << m.value << " "
                          << m.unit << " " << m.why;
  }
}

// So every part of a sequence can be simulated, and comes up to what it expects.
TEST(Sequences, AreMadeOfOurShots) {
  const std::set<std::string> shots = our_shots();
  int parts = 0;
  for (const std::string& file : our_files()) {
    if (!is_sequence(file)) continue;
    for (const PartSpec& part : load_sequence(file).parts) {
      if (!part.loaded) continue;  // a title
      const std::string shot = parse_shot_reference(part.reference).file;
      EXPECT_TRUE(shots.contains(std::filesystem::weakly_canonical(shot))) << part.reference;
      ++parts;
    }
  }
  EXPECT_GE(parts, 14);
}

// An eighth of the shots each, so that tests run beside each other and none takes long.
class OurShots : public ::testing::TestWithParam<std::size_t> {
 public:
  static constexpr std::size_t parts = 8, most_figures = 200;
};

TEST_P(OurShots, ComeUpToWhatTheyExpect) {
  const std::set<std::string> shots = our_shots();
  EXPECT_GE(shots.size(), parts);
  std::size_t k = 0;
  for (const std::string& file : shots) {
    if (k++ % parts != GetParam()) continue;
    const ShotSpec shot = load_shot(file);
    // A crowd takes minutes; it has a take with few members.
    if (acting(shot.motion.figures) <= most_figures || std::getenv("GAMBOL_LONG_TESTS"))
      expect_to_come_true(shot, shot.name);
    else
      EXPECT_FALSE(shot.takes.names.empty()) << shot.name;
    for (const std::string& take : shot.takes.names)
      expect_to_come_true(load_shot(file + "@" + take), shot.name + "@" + take);
  }
}
INSTANTIATE_TEST_SUITE_P(All, OurShots, ::testing::Range(std::size_t{0}, OurShots::parts));

void expect_to_notice_faults(const std::string& reference) {
  for (const MutationResult& r : mutate(load_shot(reference), ""))
    EXPECT_FALSE(r.survives() && r.tolerated.empty()) << reference << ": " << r.mutation->what;
}

// docs/faults.md has the table. All shots take minutes; these three have all faults between them,
// a figure that is led and one that walks by its springs.
TEST(Shots, NoticeFaults) {
  for (const char* some : {"servo.yaml", "poda_quadruped.yaml", "roach_tripod.yaml@boxes"})
    expect_to_notice_faults(scene_file(some));
  if (!std::getenv("GAMBOL_LONG_TESTS")) return;
  for (const std::string& file : our_shots()) expect_to_notice_faults(file);
}

}  // namespace
}  // namespace gambol
