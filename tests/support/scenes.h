#pragma once

// Where the shots of scenes/ lie.

#include <filesystem>
#include <string>

namespace gambol {

// The file of a shipped shot, `NAME`, `NAME.yaml` or either with `@TAKE`, with its take.
inline std::string scene_file(const std::string& reference) {
  namespace fs = std::filesystem;
  const std::size_t at = reference.find('@');
  const std::string take = at == reference.npos ? "" : reference.substr(at);
  const std::string name = fs::path(reference.substr(0, at)).stem().string() + ".yaml";
  for (const fs::directory_entry& folder : fs::directory_iterator(GAMBOL_SOURCE_DIR "/scenes"))
    if (fs::exists(folder.path() / name)) return (folder.path() / name).string() + take;
  return GAMBOL_SOURCE_DIR "/scenes/" + name + take;
}

}  // namespace gambol
