#pragma once

// Atomic writing: a file appears complete or not at all.

#include <string>
#include <string_view>

namespace gambol {

// A temporary file that replaces the file `path` once it is complete: the caller writes to
// temp_path(), a hidden file in the same folder with the same extension; commit() flushes it to
// disk and renames it. Without a commit, the destructor removes the temporary file and an existing
// file at `path` stays. Creates missing folders. Every failure throws RunError (failed) with the
// file and the reason. Processes on several machines may write the same file at the same time: one
// complete version remains.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  const std::string& temp_path() const { return temp_; }
  // `made_from`: a hash of the inputs for a seal at the file's end (base/seal.h); "" for no seal.
  void commit(std::string_view made_from = {});

 private:
  std::string path_, temp_;
  bool committed_ = false;
};

// Writes `bytes` to the file `path` atomically, with a seal if `made_from` is not empty.
void write_file(const std::string& path, std::string_view bytes, std::string_view made_from = {});

// A hidden folder in `folder`, for files that appear together; the destructor removes it with what
// is still in it. Creates missing folders. Throws RunError (failed).
class TempFolder {
 public:
  explicit TempFolder(const std::string& folder);
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Removes temporary files and folders in `folder` whose process on this machine no longer exists.
// Keeps those of other machines, whose processes it cannot check.
void remove_leftovers(const std::string& folder);

}  // namespace gambol
