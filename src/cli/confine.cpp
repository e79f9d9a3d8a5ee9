#include "cli/confine.h"

#include <filesystem>

#include "base/allowed_paths.h"
#include "base/data_file.h"
#include "base/text_file.h"
#include "shot/shot_reference.h"

namespace gambol {

namespace fs = std::filesystem;

std::string project_folder(const std::string& file) {
  std::error_code error;
  const fs::path own =
      fs::absolute(parse_shot_reference(file).file, error).lexically_normal().parent_path();
  for (fs::path folder = own; folder != folder.root_path(); folder = folder.parent_path())
    for (const char* held : {"scenes", "figures", "render"})
      if (fs::is_directory(folder / held, error)) return folder.string();
  return own.string();
}

void confine(const std::string& file, std::vector<std::string> allowed) {
  allowed.insert(allowed.begin(), project_folder(file));
  allow_only_below(allowed);
  set_project_folder(allowed.front());
  const std::string path = parse_shot_reference(file).file;
  if (!is_allowed(path))
    throw InputError(file_problem(path, "expected " + why_no_file(path, "a file")));
}

}  // namespace gambol
