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

  // Throws RunError (failed) with the name of a file that has been written or replaced since.
  void require_unchanged() const;

 private:
  struct Stamp {
    std::string file, seen;
  };
  std::vector<Stamp> stamps_;
};

}  // namespace gambol
