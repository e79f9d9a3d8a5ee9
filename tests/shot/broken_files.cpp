// Broken files and what is said of them, word for word: tests/shot/broken/*.txt. A case is
//
//     == what it is about
//     -- the file that is checked
//     its text
//     -- files that it names, if any
//     their texts
//     >>
//     what is said, a line for each problem
//
// and common.txt holds files that lie beside each. What a message must be is decided by reading it:
// does it point at the place to mend, and does it say how?

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "files.h"

namespace gambol {
namespace {

struct Case {
  std::string source, name;
  std::vector<std::pair<std::string, std::string>> files;  // the first is checked
  std::string expected;
};

std::vector<Case> cases_of(const std::filesystem::path& file) {
  std::vector<Case> cases;
  std::string* text = nullptr;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("== ")) {
      cases.push_back({file.filename(), line.substr(3), {}, {}});
      text = nullptr;
    } else if (line.starts_with("-- ")) {
      if (cases.empty()) cases.push_back({file.filename(), "", {}, {}});
      text = &cases.back().files.emplace_back(line.substr(3), "").second;
    } else if (line == ">>") {
      text = &cases.back().expected;
    } else if (text) {
      *text += line + '\n';
    }
  }
  return cases;
}

const std::filesystem::path folder = std::filesystem::path(GAMBOL_SOURCE_DIR) / "tests/shot/broken";

std::vector<Case> all_cases() {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().filename() != "common.txt") files.insert(entry.path());
  std::vector<Case> all;
  for (const auto& file : files)
    for (Case& c : cases_of(file)) all.push_back(std::move(c));
  return all;
}

using BrokenFiles = Files;

TEST_F(BrokenFiles, AreTold) {
  const std::vector<Case> cases = all_cases();
  EXPECT_GT(cases.size(), 100u);
  const Case common = cases_of(folder / "common.txt").at(0);
  for (const Case& c : cases) {
    SCOPED_TRACE(c.source + ": " + c.name);
    std::filesystem::remove_all(folder_);
    for (const auto& [name, text] : common.files) write(name, text);
    for (const auto& [name, text] : c.files) write(name, text);
    EXPECT_EQ(problems(path(c.files.at(0).first)), c.expected);
  }
}

TEST_F(BrokenFiles, LieBesideSoundOnes) {
  const Case common = cases_of(folder / "common.txt").at(0);
  for (const auto& [name, text] : common.files) write(name, text);
  for (const auto& [name, text] : common.files) EXPECT_EQ(problems(path(name)), "");
}

}  // namespace
}  // namespace gambol
