#include "base/data_file.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/allowed_paths.h"
#include "base/asked_files.h"
#include "base/nearest.h"
#include "base/old_file_names.h"
#include "base/subfolders.h"
#include "base/text_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

std::string project;
std::map<std::string, std::vector<std::string>> project_places;

std::vector<fs::path> shipped_roots() {
  std::vector<fs::path> roots;
  if (const char* data = std::getenv("GAMBOL_DATA")) roots.emplace_back(data);
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (fs::path folder = program.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    roots.push_back(folder);
    roots.push_back(folder / "share" / "gambol");
    if (folder == folder.root_path()) break;
  }
  return roots;
}

// The folders in which files of the data folder `folder` lie, those that go first in front.
std::vector<fs::path> places(const std::string& folder) {
  std::vector<fs::path> all;
  const auto own = project_places.find(folder);
  if (own != project_places.end())
    for (const std::string& place : own->second) all.push_back(fs::path(project) / place);
  else if (!project.empty())
    all.push_back(fs::path(project) / folder);
  if (project.empty()) all.emplace_back(fs::path(".") / folder);
  for (const fs::path& root : shipped_roots()) all.push_back(root / folder);
  std::erase_if(all, [](const fs::path& place) { return !is_allowed(place.string()); });
  return all;
}

// Data folders whose files lie in subfolders, under names of their own.
bool has_subfolders(const std::string& folder) { return folder == "scenes"; }

bool is_bare_name(const std::string& reference) {
  return !reference.empty() && reference.find_first_of("/.") == reference.npos;
}

}  // namespace

void set_project_folder(const std::string& folder,
                        std::map<std::string, std::vector<std::string>> places) {
  if (project != folder || project_places != places) change_file_rules();
  project = folder;
  project_places = std::move(places);
}

const std::string& project_folder() { return project; }

namespace {

// A path as messages and results have it: relative to the working folder if it lies below that.
std::string near_path(const fs::path& file) {
  std::error_code error;
  const fs::path near = fs::proximate(file, error);
  return (error || *near.begin() == ".." ? file : near).lexically_normal().string();
}

// The first of `files` in the first place that has any of them, or those of this name in its
// subfolders; nothing if none has.
std::vector<std::string> find_in_places(const std::string& folder,
                                        const std::vector<fs::path>& files,
                                        const std::string& but) {
  std::error_code error;
  const auto is_left_out = [&](const fs::path& file) {
    return !but.empty() && fs::equivalent(file, but, error);
  };
  for (const fs::path& place : places(folder)) {
    for (const fs::path& name : files) {
      const fs::path file = place / name;
      AskedFiles::note(file.string());
      const fs::file_status there = fs::status(file, error);
      // In a folder that may not be searched it may stand: no other stands in for it.
      if (there.type() == fs::file_type::none) return {file.lexically_normal().string()};
      if (fs::is_regular_file(there) && !is_left_out(file)) return {near_path(file)};
    }
    if (!has_subfolders(folder)) continue;
    std::vector<std::string> sorted =
        files_in_subfolders(place.string(), files.back().filename().string());
    std::erase_if(sorted, is_left_out);
    for (std::string& file : sorted) file = near_path(file);
    if (!sorted.empty()) return sorted;
  }
  return {};
}

}  // namespace

std::string find_data_file(const std::string& name, const std::string& but) {
  const fs::path path = name;
  const std::vector<std::string> found =
      find_in_places(path.parent_path().string(), {path.filename()}, but);
  return found.size() == 1 ? found[0] : "";
}

std::vector<std::string> data_file_names(const std::string& folder, const std::string& ending) {
  std::set<std::string> names;
  std::error_code error;
  for (const fs::path& place : places(folder)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(place, error))
      if (entry.path().extension() == ending) names.insert(entry.path().stem().string());
    if (!has_subfolders(folder)) continue;
    for (const fs::path file : files_in_subfolders(place.string()))
      names.insert(file.stem().string());
  }
  return {names.begin(), names.end()};
}

namespace {

// What find_named_file() finds by a name alone.
std::vector<std::string> names_in_data_folder(const std::string& folder) {
  const std::vector<std::string> files = data_file_names(folder, ".yaml");
  std::set<std::string> names(files.begin(), files.end());
  std::error_code error;
  for (const fs::path& place : places(folder))
    for (const fs::directory_entry& entry : fs::directory_iterator(place, error)) {
      const fs::path name = entry.path().filename();
      if (fs::is_regular_file(entry.path() / (name.string() + ".yaml"), error))
        names.insert(name.string());
    }
  return {names.begin(), names.end()};
}

}  // namespace

std::string shipped_folder() {
  std::error_code error;
  for (const fs::path& root : shipped_roots())
    if (fs::is_directory(root / "render" / "presets", error))
      return root.lexically_normal().string();
  return "";
}

NamedFile find_named_file(const std::string& from, const std::string& reference,
                          const std::string& folder, const std::string& kind) {
  std::string path = resolve_path(from, reference);
  std::error_code error;
  if (!is_bare_name(reference) || fs::is_regular_file(path, error)) {
    if (const std::string today = path_of_today(folder, path); !today.empty()) path = today;
    return {path, why_no_file(path, kind)};
  }
  AskedFiles::note(path);
  // An actor has a folder of its name, with all that it brings.
  const fs::path file = reference + ".yaml";
  std::vector<fs::path> files = {fs::path(reference) / file, file};
  if (const std::string today = file_today(folder, file.string()); !today.empty())
    files.emplace_back(today);
  const std::vector<std::string> named = find_in_places(folder, files, from);
  if (named.size() == 1) return {named[0], why_no_file(named[0], kind)};
  if (!named.empty())
    return {path, fmt::format("the path of {}: {}", kind, several_have_this_name(named))};
  constexpr std::size_t few = 8;  // names, to be told all
  const std::vector<std::string> known = names_in_data_folder(folder);
  const std::string close = nearest(reference, known);
  std::string idea;
  if (!close.empty())
    idea = fmt::format(" (did you mean {}?)", close);
  else if (!known.empty() && known.size() <= few)
    idea = fmt::format(" ({})", alternatives(known));
  return {path, fmt::format("{}: its path, or the name of one in {}{}", kind, folder, idea)};
}

}  // namespace gambol
