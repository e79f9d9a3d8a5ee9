#pragma once

// Atomic writing: a file appears complete or not at all. Several files: base/file_set.h.

#include <string>
#include <string_view>

namespace gambol {

// A temporary file that replaces the file `path` once it is complete: the caller writes to
// temp_path(), a hidden file in the same folder with the same extension; commit() flushes it to
// disk and renames it. A file that is replaced leaves its mode to the new one, and its owner and
// group as far as this process may. Without a commit, the destructor removes the temporary file and
// an existing file at `path` stays. Creates missing folders, and removes what killed processes left
// in the folder (base/leftovers.h). Every failure throws RunError (failed) with the
// reason and `named`, for users the name of the file if it is not `path`. Processes on several
// machines may write the same file at the same time: one complete version remains.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path, const std::string& named = "");
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  const std::string& temp_path() const { return temp_; }
  // `made_from`: a hash of the inputs for a seal at the file's end (base/seal.h); "" for no seal.
  void commit(std::string_view made_from = {});

 private:
  std::string path_, named_, temp_;
  bool committed_ = false;
};

// Writes `bytes` to the file `path` atomically, with a seal if `made_from` is not empty.
void write_file(const std::string& path, std::string_view bytes, std::string_view made_from = {},
                const std::string& named = "");

}  // namespace gambol
