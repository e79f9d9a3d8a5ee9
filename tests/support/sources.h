#pragma once

// The text of C++ files, for tests that read the program's own source.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace gambol {

// Path from the folder that was read, with '/', to content.
using Sources = std::map<std::string, std::string>;

// Reads every .h and .cpp file of src/ and its subfolders.
inline Sources program_sources() {
  const std::filesystem::path src = std::filesystem::path(GAMBOL_SOURCE_DIR) / "src";
  Sources found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(src)) {
    const std::string ending = entry.path().extension();
    if (ending != ".h" && ending != ".cpp") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    found[std::filesystem::relative(entry.path(), src)] = {std::istreambuf_iterator<char>(stream),
                                                           {}};
  }
  return found;
}

}  // namespace gambol
