#include "cli/confine.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>

#include "base/allowed_paths.h"
#include "base/data_file.h"
#include "base/say.h"
#include "base/text_file.h"
#include "schema/yaml_tree.h"
#include "shot/project_spec.h"
#include "shot/shot_reference.h"

namespace gambol {

namespace fs = std::filesystem;

namespace {

// The nearest folder at or above `own` for which `is` holds; empty if there is none.
template <class Is>
fs::path nearest_folder(const fs::path& own, const Is& is) {
  for (fs::path folder = own; folder != folder.root_path(); folder = folder.parent_path())
    if (is(folder)) return folder;
  return {};
}

// A project's file as it was read last: commands ask for it with every file that they name.
ProjectSpec project_in(const fs::path& file) {
  struct Known {
    fs::file_time_type written;
    std::uintmax_t size = 0;
    ProjectSpec spec;
  };
  static std::map<std::string, Known> known;
  std::error_code error;
  const auto written = fs::last_write_time(file, error);
  const auto size = fs::file_size(file, error);
  const auto found = known.find(file.string());
  if (found != known.end() && found->second.written == written && found->second.size == size)
    return found->second.spec;
  ProjectSpec spec = load_project(file.string());
  known[file.string()] = {written, size, spec};
  return spec;
}

}  // namespace

bool is_at_or_below(const std::string& path, const std::string& folder) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error),
                 above = fs::weakly_canonical(fs::absolute(folder, error), error);
  return std::mismatch(above.begin(), above.end(), whole.begin(), whole.end()).first == above.end();
}

Project project_of(const std::string& file) {
  std::error_code error;
  const fs::path own =
      fs::absolute(parse_shot_reference(file).file, error).lexically_normal().parent_path();
  ProjectSpec spec;
  fs::path folder = nearest_folder(own, [&](const fs::path& candidate) {
    // No link: it could lead to any file, whose lines would be told as problems.
    return fs::is_regular_file(fs::symlink_status(candidate / project_file, error));
  });
  if (!folder.empty())
    spec = project_in(folder / project_file);
  else
    folder = nearest_folder(own, [&](const fs::path& candidate) {
      for (const char* held : {"scenes", "figures", "render"})
        if (fs::is_directory(candidate / held, error)) return true;
      return false;
    });
  if (folder.empty()) folder = own;
  std::vector<std::string> opened;
  for (const std::string& more : spec.allow) {
    const fs::path whole = (folder / more).lexically_normal();
    if (is_at_or_below(folder, whole)) {
      Problem problem;
      problem.place = spec.place;
      problem.key = "allow";
      problem.found = in_quotes(more);
      problem.expected = "a folder that the project does not lie in";
      throw InputError(problem);
    }
    opened.push_back(whole.string());
  }
  return {
      folder.string(),
      (folder / spec.results).string(),
      opened,
      {{"figures", spec.figures}, {"render/looks", spec.looks}, {"render/presets", spec.presets}}};
}

std::string results_of(const std::string& file) {
  const Project project = project_of(file);
  std::error_code error;
  // What comes with gambol is nobody's project: its folder may not be written to.
  const std::string shipped = shipped_folder();
  if (!shipped.empty() && fs::equivalent(project.folder, shipped, error) &&
      !is_at_or_below(fs::current_path(error), shipped))
    return "out";
  const std::string& results = project.results;
  if (!is_at_or_below(results, project.folder)) {
    Problem problem;
    problem.place.file = file;
    problem.found = results + ", which leads out of the project";
    problem.expected = "a folder in the project; --out names one anywhere";
    throw InputError(problem);
  }
  const fs::path near = fs::proximate(results, error);
  return error || *near.begin() == ".." ? results : near.string();
}

void confine(const std::string& file, std::vector<std::string> allowed) {
  const Project project = project_of(file);
  // Whoever runs a project of unknown origin is told.
  static std::set<std::string> told;
  for (const std::string& folder : project.allowed)
    if (told.insert(project.folder + ":" + folder).second)
      say("{}/{} lets shots read {}\n", project.folder, project_file, folder);
  allowed.insert(allowed.end(), project.allowed.begin(), project.allowed.end());
  allowed.insert(allowed.begin(), project.folder);
  // Files that gambol ships are found by name from anywhere.
  std::vector<std::string> ours;
  if (const std::string shipped = shipped_folder(); !shipped.empty())
    for (const char* folder : {"figures", "render", "scenes"})
      ours.push_back(shipped + "/" + folder);
  allow_only_below(allowed, ours);
  set_project_folder(project.folder, project.places);
  require_allowed(parse_shot_reference(file).file);
}

std::string confine_word(const std::string& word, const std::vector<std::string>& allowed) {
  confine(word, allowed);
  std::error_code error;
  const fs::file_type there = fs::status(parse_shot_reference(word).file, error).type();
  if (there != fs::file_type::not_found && there != fs::file_type::directory) return word;
  const FoundShot found = find_shot("", word);
  if (!found.why.empty() && found.is_advice)
    throw InputError(file_problem(word, "expected " + found.why));
  if (!found.why.empty()) return word;
  confine(found.text(), allowed);
  return found.text();
}

}  // namespace gambol
