// What is said of broken files, word for word. What a message must be is decided by reading it:
// does it point at the place to mend, and does it say how?

#include <gtest/gtest.h>

#include "support/broken_cases.h"
#include "support/files.h"

namespace gambol {
namespace {

using BrokenFiles = Files;

TEST_F(BrokenFiles, AreTold) {
  const std::vector<BrokenCase> cases = all_broken_cases();
  EXPECT_GT(cases.size(), 100u);
  const BrokenCase common = beside_broken();
  for (const BrokenCase& c : cases) {
    SCOPED_TRACE(c.source + ": " + c.name);
    std::filesystem::remove_all(folder_);
    for (const auto& [name, text] : common.files) write(name, text);
    for (const auto& [name, text] : c.files) write(name, text);
    EXPECT_EQ(problems(path(c.files.at(0).first)), c.expected);
  }
}

TEST_F(BrokenFiles, LieBesideSoundOnes) {
  const BrokenCase common = beside_broken();
  for (const auto& [name, text] : common.files) write(name, text);
  for (const auto& [name, text] : common.files) EXPECT_EQ(problems(path(name)), "");
}

}  // namespace
}  // namespace gambol
