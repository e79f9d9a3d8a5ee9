// The file gambol.yaml of a project. See schema/fields.h.

#include <filesystem>

#include "schema/fields.h"
#include "schema/loader.h"
#include "shot/project_spec.h"

namespace gambol {
namespace {

// A project that a stranger wrote neither reads nor writes outside its folder.
void check_below(const ProjectSpec& project, const char* field, const std::string& folder,
                 Findings& findings) {
  const std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
  if (!folder.empty() && path.is_relative() && *path.begin() != "..") return;
  findings.report(project.place, field, in_quotes(folder), "a folder below the project's");
}

void check_project(const ProjectSpec& project, Findings& findings) {
  for (const std::string& folder : project.figures)
    check_below(project, "figures", folder, findings);
  for (const std::string& folder : project.looks) check_below(project, "looks", folder, findings);
  for (const std::string& folder : project.presets)
    check_below(project, "presets", folder, findings);
  check_below(project, "results", project.results, findings);
}

}  // namespace

void fields(Fields& v, ProjectSpec& p) {
  v.field("about", p.about,
          {.help = "what the project is, for people", .touches = Touches::nothing});
  v.field("figures", p.figures,
          {.help = "folders, below the project's, in which figures are found by their names",
           .touches = Touches::nothing});
  v.field("looks", p.looks,
          {.help = "folders, below the project's, in which looks are found by their names",
           .touches = Touches::nothing});
  v.field("presets", p.presets,
          {.help = "folders, below the project's, in which presets are found by their names",
           .touches = Touches::nothing});
  v.field("results", p.results,
          {.help = "folder, below the project's, that results go to unless `--out` says otherwise",
           .touches = Touches::nothing});
  v.field("allow", p.allow,
          {.help = "more folders that shots of the project may read from, as `--allow-path`: "
                   "absolute, or from the project's folder",
           .touches = Touches::nothing});
}

ProjectSpec load_project(const std::string& path) {
  return load_file<ProjectSpec>(path, "project", check_project);
}

}  // namespace gambol
