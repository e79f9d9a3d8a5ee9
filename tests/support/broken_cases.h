#pragma once

// Broken files, each with what is said of it: tests/shot/broken/*.txt. A case is
//
//     == what it is about
//     -- the file that is checked
//     its text
//     -- files that it names, if any
//     their texts
//     >>
//     what is said, a line for each problem
//
// and common.txt holds files that lie beside each.

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gambol {

struct BrokenCase {
  std::string source, name;
  std::vector<std::pair<std::string, std::string>> files;  // the first is checked
  std::string expected;
};

inline std::vector<BrokenCase> broken_cases_of(const std::filesystem::path& file) {
  std::vector<BrokenCase> cases;
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

inline const std::filesystem::path broken_folder =
    std::filesystem::path(GAMBOL_SOURCE_DIR) / "tests/shot/broken";

// The files that lie beside every case.
inline BrokenCase beside_broken() { return broken_cases_of(broken_folder / "common.txt").at(0); }

inline std::vector<BrokenCase> all_broken_cases() {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(broken_folder))
    if (entry.path().filename() != "common.txt") files.insert(entry.path());
  std::vector<BrokenCase> all;
  for (const auto& file : files)
    for (BrokenCase& c : broken_cases_of(file)) all.push_back(std::move(c));
  return all;
}

}  // namespace gambol
