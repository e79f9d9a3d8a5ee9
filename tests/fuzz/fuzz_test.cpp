// Every target on all its seeds, on what once was a finding (tests/fuzz/found/<target>/), and on
// some thousand small mutations of them, the same in every run. tools/fuzz.sh looks further.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "fuzz/mutate.h"
#include "fuzz/target.h"
#include "support/work.h"

namespace gambol::fuzz {
namespace {

namespace fs = std::filesystem;

const std::vector<const Target*> all_targets = {
    &yaml,        &figure,      &shot,          &look,         &preset,    &gaits,  &reflexes,
    &sequence,    &frame_range, &quantity,      &formula,      &condition, &obj,    &gltf,
    &heights,     &table,       &picture,       &picture_head, &sound,     &poses,  &poses_content,
    &poses_image, &state,       &state_content, &seal,         &job,       &chunks, &records,
    &slurm,       &run_file,    &evaluations,   &fractions};

// Allocations and comparisons; a good input takes up to 600,000.
constexpr long most_work = 10'000'000;

class Fuzz : public testing::TestWithParam<const Target*> {
 protected:
  // Runs the target; whatever leaves it, or takes too much work, fails with the input kept.
  static void run(const std::string& input) {
    const WorkCount counted;
    std::string why;
    try {
      GetParam()->run(input);
    } catch (const std::exception& error) {
      why = error.what();
    }
    if (counted.done() > most_work)
      why = "allocated and compared " + std::to_string(counted.done()) + " times";
    if (why.empty()) return;
    const std::string kept = testing::TempDir() + "fuzz_" + GetParam()->name;
    std::ofstream(kept, std::ios::binary) << input;
    ADD_FAILURE() << why << "\nthe input is kept in " << kept;
  }
};

TEST_P(Fuzz, RefusesOrReads) {
  const std::vector<std::string> seeds = GetParam()->seeds();
  ASSERT_FALSE(seeds.empty());
  for (const std::string& seed : seeds) ASSERT_NO_THROW(run(seed));
  if (GetParam()->mutants == 0) return;
  run("");
  const std::vector<std::string> dictionary = words();
  Chance chance(1);
  for (int i = 0; i < GetParam()->mutants && !HasFailure(); ++i) {
    const std::string& seed = seeds[static_cast<std::size_t>(i) % seeds.size()];
    run(mutated(seed, chance.one_of(seeds), dictionary, chance));
  }
}

TEST_P(Fuzz, WhatOnceWasAFinding) {
  const fs::path folder = fs::path(GAMBOL_SOURCE_DIR) / "tests/fuzz/found" / GetParam()->name;
  std::error_code none;
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, none)) files.insert(entry.path());
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.filename().string());
    run(content_of(file));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Fuzz, testing::ValuesIn(all_targets),
                         [](const auto& info) { return std::string(info.param->name); });

}  // namespace
}  // namespace gambol::fuzz
