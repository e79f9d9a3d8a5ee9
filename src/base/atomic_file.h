#pragma once

// Files that appear whole or not at all.

#include <string>
#include <string_view>

namespace gambol {

// Takes the place of a file while it is being written: a library writes to temp_path(), a hidden
// name in the same folder (with the same ending), and commit() brings it to disk and gives it its
// name. Without a commit the destructor removes it, and what stood under the name stays. Folders on
// the way are made. Everything that fails throws RunError (failed) naming the file and the reason.
// Processes on several machines may write the same file at once: one of them wins, whole.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  const std::string& temp_path() const { return temp_; }
  // `made_from`: a hash, for a seal at the file's end (see base/seal.h); "" is none.
  void commit(std::string_view made_from = {});

 private:
  std::string path_, temp_;
  bool committed_ = false;
};

// Writes `bytes` to the file `path`, whole, and sealed if `made_from` is not empty.
void write_file(const std::string& path, std::string_view bytes, std::string_view made_from = {});

// Removes what killed processes of this machine left in `folder`: temporary files whose process is
// gone. Of other machines' processes nothing is known.
void remove_leftovers(const std::string& folder);

}  // namespace gambol
