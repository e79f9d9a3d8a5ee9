#pragma once

// What a process makes from files, made once for as long as they stay as they are: a file is opened
// and parsed once, however many shots, takes and figures name it.

#include <sys/stat.h>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace gambol {

// What the file system tells of a file without reading it.
class FileState {
 public:
  FileState() = default;  // of no file
  explicit FileState(const std::string& path);

  bool exists() const { return there_; }
  std::size_t bytes() const { return there_ ? static_cast<std::size_t>(stat_.st_size) : 0; }
  // Whether a change after this look would show: clocks of file systems are coarse, so that a file
  // may be written twice at one time.
  bool is_settled() const { return is_settled_; }
  bool operator==(const FileState& other) const;

 private:
  bool there_ = false, is_settled_ = true;
  struct stat stat_ {};
};

// Values made from one file each. May be used by any thread; what one makes, others wait for.
template <class T>
class FileCache {
 public:
  // Keeps values of files of `most_bytes` in all; beyond that it forgets all and begins anew.
  explicit FileCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // Returns what `make` makes of the file `path`, now or earlier. What `make` throws is thrown, and
  // not kept. `path` tells values apart: two names of one file have two.
  std::shared_ptr<const T> get(const std::string& path, const std::function<T()>& make) {
    const FileState now(path);
    const std::shared_ptr<Slot> slot = slot_of(path, now.bytes());
    const std::scoped_lock lock(slot->mutex);
    if (slot->value && slot->state == now) return slot->value;
    slot->value = nullptr;
    auto made = std::make_shared<const T>(make());
    // The value may be of a later state than `now`: then it is made again the next time.
    if (slot->is_kept && now.exists() && now.is_settled()) {
      slot->value = made;
      slot->state = now;
    }
    return made;
  }

 private:
  struct Slot {
    std::mutex mutex;
    FileState state;
    std::shared_ptr<const T> value;
    bool is_kept = true;
  };

  std::shared_ptr<Slot> slot_of(const std::string& path, std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    if (const auto known = slots_.find(path); known != slots_.end()) return known->second;
    auto slot = std::make_shared<Slot>();
    slot->is_kept = bytes <= most_bytes_;
    if (!slot->is_kept) return slot;
    bytes_ += bytes;
    if (bytes_ > most_bytes_) {
      slots_.clear();
      bytes_ = bytes;
    }
    return slots_[path] = slot;
  }

  const std::size_t most_bytes_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Slot>, std::less<>> slots_;
  std::size_t bytes_ = 0;  // of the files of slots_
};

// Returns the bytes of a file; nullptr if it is no regular file or cannot be read. The content of
// files of `most_content` bytes in all is kept.
inline constexpr std::size_t most_content = 64 << 20;
std::shared_ptr<const std::string> file_content(const std::string& path);

}  // namespace gambol
