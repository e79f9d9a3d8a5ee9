#include "shot/shot_reference.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "base/allowed_paths.h"
#include "base/data_file.h"
#include "base/nearest.h"
#include "base/subfolders.h"
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

namespace {

// A path to a missing file in a folder `scenes` means the one of its name in a subfolder.
FoundShot find_in_scenes(const ShotReference& path) {
  namespace fs = std::filesystem;
  const std::string why = why_no_file(path.file, "a shot file");
  std::error_code error;
  const fs::path scenes = fs::absolute(path.file, error).lexically_normal().parent_path();
  if (scenes.filename() != "scenes" || fs::exists(path.file, error)) return {path, why};
  fs::path name = fs::path(path.file).filename();
  if (name.extension() != ".yaml") name += ".yaml";
  const std::string folder = fs::path(path.file).parent_path().string();
  const std::string here = folder.empty() ? "." : folder;
  const std::vector<std::string> found = files_in_subfolders(here, name.string());
  if (found.size() == 1) return {{found[0], path.take}, why_no_file(found[0], "a shot file")};
  if (!found.empty()) return {path, why + "; " + several_have_this_name(found), true};
  std::map<std::string, std::string> known;
  std::vector<std::string> names;
  for (const std::string& file : files_in_subfolders(here))
    known.emplace(names.emplace_back(fs::path(file).stem().string()), file);
  const std::string close = nearest(name.stem().string(), names);
  if (close.empty()) return {path, why};
  return {path, fmt::format("{}; did you mean {}?", why, known.at(close)), true};
}

}  // namespace

FoundShot find_shot(const std::string& from, const std::string& text) {
  const ShotReference path = parse_shot_reference(resolve_path(from, text));
  std::error_code error;
  const std::size_t take = path.take.empty() ? 0 : path.take.size() + 1;
  const std::string name = text.substr(0, text.size() - take);
  const bool is_path = name.find_first_of("/.@") != name.npos;
  const std::filesystem::file_status there = std::filesystem::status(path.file, error);
  const bool is_itself = !is_path && std::filesystem::equivalent(
                                         path.file, from, error);  // extends what it is named after
  if (std::filesystem::is_regular_file(there) && !is_itself)
    return {path, why_no_file(path.file, "a shot file")};
  if (is_path) return find_in_scenes(path);
  const NamedFile named = find_named_file(from, name, "scenes", "a shot file");
  return {{named.path, path.take}, named.why, true};
}

}  // namespace gambol
