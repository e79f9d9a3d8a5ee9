#include "cli/confine.h"

#include <filesystem>

#include "base/allowed_paths.h"
#include "base/data_file.h"
#include "base/say.h"
#include "base/text_file.h"
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

}  // namespace

Project project_of(const std::string& file) {
  std::error_code error;
  const fs::path own =
      fs::absolute(parse_shot_reference(file).file, error).lexically_normal().parent_path();
  ProjectSpec spec;
  fs::path folder = nearest_folder(own, [&](const fs::path& candidate) {
    return fs::is_regular_file(candidate / project_file, error);
  });
  if (!folder.empty())
    spec = load_project((folder / project_file).string());
  else
    folder = nearest_folder(own, [&](const fs::path& candidate) {
      for (const char* held : {"scenes", "figures", "render"})
        if (fs::is_directory(candidate / held, error)) return true;
      return false;
    });
  if (folder.empty()) folder = own;
  std::vector<std::string> opened;
  for (const std::string& more : spec.allow)
    opened.push_back((folder / more).lexically_normal().string());
  return {
      folder.string(),
      (folder / spec.results).string(),
      opened,
      {{"figures", spec.figures}, {"render/looks", spec.looks}, {"render/presets", spec.presets}}};
}

std::string results_of(const std::string& file) {
  const std::string results = project_of(file).results;
  std::error_code error;
  const fs::path near = fs::proximate(results, error);
  return error || *near.begin() == ".." ? results : near.string();
}

void confine(const std::string& file, std::vector<std::string> allowed) {
  const Project project = project_of(file);
  // Whoever runs a project of unknown origin is told.
  for (const std::string& folder : project.allowed)
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
  const std::string path = parse_shot_reference(file).file;
  if (!is_allowed(path))
    throw InputError(file_problem(path, "expected " + why_no_file(path, "a file")));
}

}  // namespace gambol
