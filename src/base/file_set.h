#pragma once

// Several files that appear together.

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/undo_moves.h"

namespace gambol {

// A hidden folder in `folder`, which nobody else may read; the destructor removes it with what is
// still in it, and the folders that were made for it, if they are empty. Throws RunError (failed).
class TempFolder {
 public:
  // `named`: what messages name, if it is not `folder`.
  explicit TempFolder(const std::string& folder, const std::string& named = "");
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }
  // The destructor leaves everything as it is, for the next process.
  void keep() { kept_ = true; }

 private:
  std::string path_;
  std::vector<std::string> made_;  // the deepest one first
  bool kept_ = false;
};

// Files, and whole folders, that replace others together: after commit() all of them are in place,
// with the modes of the files that they replace. If it throws, none is, and what was there before
// is there still. If the process is killed meanwhile, or the disk does not even let it go back, the
// next one that writes into one of the folders does it (base/leftovers.h). Creates missing folders.
class FileSet {
 public:
  FileSet() = default;
  ~FileSet();

  // The hidden folder of this set in `folder`, on the disk on which its files will be.
  const std::string& staging(const std::string& folder);
  // `staged`, a file or folder in staging() of the folder of `path`, goes to `path`; no folder is
  // replaced.
  void move(const std::string& staged, const std::string& path);
  // A file with these bytes goes to `path`.
  void write(const std::string& path, std::string_view bytes);
  // Throws RunError (failed) with the first file that cannot be put in place.
  void commit();

 private:
  struct Folder {
    std::unique_ptr<TempFolder> hidden;
    std::vector<Move> moves;
  };
  Folder& folder_of(const std::string& folder, const std::string& named);
  void write_journals() const;
  void keep_old_ones();
  void put_in_place() const;
  void go_back();

  std::map<std::string, Folder> folders_;
  std::string first_;  // of `folders_`, whose journal decides
};

}  // namespace gambol
