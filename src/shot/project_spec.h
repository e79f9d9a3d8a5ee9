#pragma once

// A project: a folder with a file gambol.yaml, which says where its figures, looks and presets lie
// and where results go. A folder without one is a project too, with these defaults.

#include <string>
#include <vector>

#include "base/error.h"
#include "schema/names.h"

namespace gambol {

inline constexpr const char* project_file = "gambol.yaml";

struct ProjectSpec {
  Place place;
  std::string name, about;
  // Below the project's folder.
  std::vector<std::string> figures = {"figures"}, looks = {"render/looks", "looks"},
                           presets = {"render/presets", "presets"};
  std::string results = "out";
  std::vector<std::string> allow;  // folders anywhere, that files of the project may read from
};
void fields(Fields& v, ProjectSpec& of);

// Throws InputError with every problem found.
ProjectSpec load_project(const std::string& path);

}  // namespace gambol
