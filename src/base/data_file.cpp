#include "base/data_file.h"

#include <cstdlib>
#include <filesystem>
#include <set>
#include <system_error>

namespace gambol {
namespace {

namespace fs = std::filesystem;

std::string project;

std::vector<fs::path> data_roots() {
  std::vector<fs::path> roots;
  if (!project.empty()) roots.emplace_back(project);
  roots.emplace_back(".");
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

}  // namespace

void set_project_folder(const std::string& folder) { project = folder; }

std::string find_data_file(const std::string& name) {
  std::error_code error;
  for (const fs::path& root : data_roots())
    if (fs::is_regular_file(root / name, error)) return (root / name).lexically_normal().string();
  return "";
}

std::vector<std::string> data_file_names(const std::string& folder, const std::string& ending) {
  std::set<std::string> names;
  std::error_code error;
  for (const fs::path& root : data_roots())
    for (const fs::directory_entry& entry : fs::directory_iterator(root / folder, error))
      if (entry.path().extension() == ending) names.insert(entry.path().stem().string());
  return {names.begin(), names.end()};
}

}  // namespace gambol
