#include "shot/shot_reference.h"

#include <filesystem>

namespace gambol {

ShotReference parse_shot_reference(const std::string& text) {
  const auto is_file = [](const std::string& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
  };
  ShotReference reference{text, ""};
  const std::size_t at = text.rfind('@');
  if (at != text.npos && text.find('/', at) == text.npos && !is_file(text))
    reference = {text.substr(0, at), text.substr(at + 1)};
  if (!is_file(reference.file) && is_file(reference.file + ".yaml")) reference.file += ".yaml";
  return reference;
}

}  // namespace gambol
