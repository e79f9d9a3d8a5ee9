#pragma once

// The files of exchange/replay/, which CMake embeds in the program.

#include <string_view>
#include <vector>

namespace gambol {

struct ReplayFile {
  std::string_view name;  // "camera.js"
  std::string_view text;
};
const std::vector<ReplayFile>& replay_files();

}  // namespace gambol
