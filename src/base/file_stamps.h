#pragma once

// Whether files are still those that they were when something was made of them.

#include <string>
#include <vector>

namespace gambol {

class FileStamps {
 public:
  FileStamps() = default;
  // As they are now. A file that is not there is one that must not come.
  explicit FileStamps(const std::vector<std::string>& files);

  // Throws RunError (failed) that names one that has changed since: been written or replaced.
  void require_unchanged() const;

 private:
  struct Stamp {
    std::string file, seen;
  };
  std::vector<Stamp> stamps_;
};

}  // namespace gambol
