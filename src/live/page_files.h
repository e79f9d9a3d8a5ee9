#pragma once

// The files of live/page/, which CMake embeds in the program.

#include <string_view>
#include <vector>

namespace gambol {

struct PageFile {
  std::string_view name;  // "watch.js"
  std::string_view text;
};
const std::vector<PageFile>& page_files();

}  // namespace gambol
