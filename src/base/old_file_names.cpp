#include "base/old_file_names.h"

#include <array>
#include <filesystem>
#include <system_error>

#include "base/asked_files.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

struct OldFileName {
  const char *folder, *was, *is;
};

// What is an actor's today was a body alone.
constexpr std::array old_file_names = {
    OldFileName{"figures", "human.yaml", "thesis_human.yaml"},
    OldFileName{"figures", "human_walker_feet.yaml", "human_feet/body.yaml"},
    OldFileName{"figures", "dog.yaml", "dog/body.yaml"},
    OldFileName{"figures", "cat.yaml", "cat/body.yaml"},
    OldFileName{"figures", "horse.yaml", "horse/body.yaml"},
};

}  // namespace

std::string file_today(const std::string& folder, const std::string& file) {
  for (const OldFileName& old : old_file_names)
    if (folder == old.folder && file == old.was) return old.is;
  return "";
}

std::string path_of_today(const std::string& folder, const std::string& path) {
  const fs::path file = path;
  const std::string today = file_today(folder, file.filename().string());
  if (today.empty()) return "";
  std::error_code error;
  for (const fs::path& asked : {file, file.parent_path() / today}) {
    AskedFiles::note(asked.string());
    if (fs::is_regular_file(asked, error))
      return asked == file ? "" : asked.lexically_normal().string();
  }
  return "";
}

}  // namespace gambol
