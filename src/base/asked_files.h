#pragma once

// Which files somebody has asked for, so that what was made from them can be made again only when
// one of them has changed.

#include <cstdint>
#include <map>
#include <string>

#include "base/file_cache.h"

namespace gambol {

// Which files may be read, and where named ones are searched for, is the same as long as this
// number is (base/allowed_paths.h, base/data_file.h).
std::uint64_t file_rules();
void change_file_rules();

// Tells whoever listens that the file is asked about: see tell_paths().
void tell_path(const std::string& path);

// Notes, while it exists, which files are asked for in this thread, and what they were then.
class AskedFiles {
 public:
  AskedFiles();
  ~AskedFiles();
  AskedFiles(const AskedFiles&) = delete;
  AskedFiles& operator=(const AskedFiles&) = delete;

  // A file that somebody looks for or reads; `told`: as tell_paths() says.
  static void note(const std::string& path, bool told = false);

  struct File {
    FileState state;
    bool told = false;
  };
  using Files = std::map<std::string, File>;
  const Files& files() const { return files_; }
  // Whether all are as they were; never if one was so new that this cannot be known.
  static bool are_same(const Files& files);
  // Asks for them again: whoever listens, by tell_paths() or as AskedFiles, is told of them.
  static void ask_again(const Files& files);

 private:
  AskedFiles* outer_;
  Files files_;
};

}  // namespace gambol
