#pragma once

// Detects whether files have changed while results were made from them.

#include <string>
#include <vector>

namespace gambol {

class FileStamps {
 public:
  FileStamps() = default;
  // Stamps the files as they are now. A file that is missing must stay missing.
  explicit FileStamps(const std::vector<std::string>& files);

  // Stamps one more file, unless it is stamped already.
  void add(const std::string& file);
  std::vector<std::string> files() const;

  // Whether any file has been written, replaced, made or removed since.
  bool changed() const { return first_changed() != nullptr; }
  // Throws RunError (failed) with the name of a file that has been written or replaced since.
  void require_unchanged() const;

 private:
  struct Stamp {
    std::string file, seen;
  };
  const Stamp* first_changed() const;
  std::vector<Stamp> stamps_;
};

}  // namespace gambol
