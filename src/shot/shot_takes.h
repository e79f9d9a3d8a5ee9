#pragma once

// A shot and its takes, from files that are read once: loading all takes costs as much as their own
// lines do, however many there are.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "shot/shot_spec.h"
#include "shot/tree_edits.h"

namespace gambol {

class ShotTakes {
 public:
  // Reads and checks the shot of the file `path`. Throws InputError with every problem of it.
  explicit ShotTakes(const std::string& path);

  const ShotSpec& shot() const { return shot_; }
  const std::shared_ptr<const LoadedParts>& parts() const { return parts_; }  // of the shot
  const std::vector<std::string>& names() const { return shot_.takes.names; }
  // Returns load_shot(path + "@" + name), without `files`, for a name of names(), by its index;
  // `parts`, if any, gets its parts. Safe to call from several threads.
  ShotSpec take(std::size_t index, std::shared_ptr<const LoadedParts>* parts = nullptr) const;

 private:
  std::string path_;
  ShotSpec shot_;
  std::shared_ptr<const LoadedParts> parts_;
  YamlNode tree_;                 // what the shot was loaded from, without its takes
  std::vector<YamlEntry> takes_;  // in the order of names()
  TreeEdits::Figures figures_;
  TreeEdits::Beginnings beginnings_;
};

}  // namespace gambol
