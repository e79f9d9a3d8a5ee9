#include "shot/shot_reference.h"

#include <filesystem>

#include "base/allowed_paths.h"
#include "base/data_file.h"
#include "base/text_file.h"

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

std::string FoundShot::text() const {
  return reference.file + (reference.take.empty() ? "" : "@" + reference.take);
}

FoundShot find_shot(const std::string& from, const std::string& text) {
  const ShotReference path = parse_shot_reference(resolve_path(from, text));
  std::error_code error;
  if (std::filesystem::exists(path.file, error))
    return {path, why_no_file(path.file, "a shot file")};
  const std::string name = text.substr(0, text.rfind('@'));
  const NamedFile named = find_named_file(from, name, "scenes", "a shot file");
  return {{named.path, path.take}, named.why};
}

}  // namespace gambol
