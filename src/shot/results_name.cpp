#include "shot/results_name.h"

#include <filesystem>

#include "base/data_file.h"

namespace gambol {

std::string results_name(const std::string& file, const std::string& name) {
  namespace fs = std::filesystem;
  const std::string project = project_folder();
  if (project.empty()) return name;
  std::error_code error;
  const fs::path folder = fs::absolute(file, error).lexically_normal().parent_path();
  fs::path inner = folder.lexically_relative(project);
  if (inner.empty() || *inner.begin() == "..") return name;
  // Searches write shots among results.
  if (*inner.begin() == "out") return name;
  if (*inner.begin() == "scenes") inner = inner.lexically_relative("scenes");
  return inner == "." ? name : (inner / name).string();
}

}  // namespace gambol
