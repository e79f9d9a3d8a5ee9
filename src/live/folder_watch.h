#pragma once

// Wakes up when something happens in the folders of files. Folders are watched, not files: editors
// save by renaming a new file to the old one's name, and a file that is missing may come. Whether
// one of the files has really changed, FileStamps tells; whoever waits asks it now and then too,
// because not every file system tells what happens on it (NFS).

#include <chrono>
#include <string>
#include <vector>

namespace gambol {

class FolderWatch {
 public:
  // `deaf`: is told nothing, as on a file system without notices.
  explicit FolderWatch(bool deaf = false) : deaf_(deaf) {}
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  // From now on: the folders of these files, and of the files that these are links to. For a folder
  // that is missing, the nearest one above it.
  void follow(const std::vector<std::string>& files);

  // Returns true as soon as something has happened in one of the folders since the last call, and
  // false after `most`, or sooner if a signal comes.
  bool wait(std::chrono::milliseconds most);

 private:
  void forget();

  bool deaf_;
  int notices_ = -1;
};

}  // namespace gambol
