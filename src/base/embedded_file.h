#pragma once

// A file that CMake embeds in the program.

#include <string_view>

namespace gambol {

struct EmbeddedFile {
  std::string_view name;  // "camera.js"
  std::string_view text;
};

}  // namespace gambol
