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
  const std::size_t take = path.take.empty() ? 0 : path.take.size() + 1;
  const std::string name = text.substr(0, text.size() - take);
  const bool is_path = name.find_first_of("/.@") != name.npos;
  const std::filesystem::file_status there = std::filesystem::status(path.file, error);
  const bool is_itself = !is_path && std::filesystem::equivalent(
                                         path.file, from, error);  // extends what it is named after
  if (is_path || (std::filesystem::is_regular_file(there) && !is_itself))
    return {path, why_no_file(path.file, "a shot file")};
  const NamedFile named = find_named_file(from, name, "scenes", "a shot file");
  return {{named.path, path.take}, named.why};
}

}  // namespace gambol
