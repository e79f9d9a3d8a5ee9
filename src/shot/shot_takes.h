#pragma once

// A shot and its takes, from files that are read once: loading all takes costs as much as their own
// lines do, however many there are.

#include <cstddef>
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
  const std::vector<std::string>& names() const { return shot_.takes.names; }
  // Returns load_shot(path + "@" + name) for a name of names(), by its index. Safe to call from
  // several threads.
  ShotSpec take(std::size_t index) const;

 private:
  std::string path_;
  ShotSpec shot_;
  YamlNode tree_;                 // of the shot, without its takes
  std::vector<YamlEntry> takes_;  // in the order of names()
  TreeEdits::Figures figures_;
  TreeEdits::Beginnings beginnings_;
};

}  // namespace gambol
