#pragma once

// A file that appears whole or not at all: written under a temporary name in the same folder, put
// on disk, then renamed.

#include <string>

namespace gambol {

class AtomicFile {
 public:
  // Creates the folder if need be, and an empty temporary file. Throws RunError (failed).
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();  // removes the temporary file unless committed
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  // Where to write. Whoever writes closes the file before commit().
  const std::string& temporary() const { return temporary_; }
  // Flushes to disk and renames. Throws RunError (failed), e.g. on a full disk.
  void commit();

 private:
  std::string path_, temporary_;
  bool committed_ = false;
};

// Writes a small file in one go. Throws RunError (failed).
void write_file(const std::string& path, const std::string& content);

}  // namespace gambol
