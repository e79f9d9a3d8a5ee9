#pragma once

// The file through which its owner enters: a page that leads to the server with a ticket. Only the
// owner can read it (mode 0600), so that no other user of the machine, and no page on the web,
// learns the ticket.

#include <string>

namespace gambol {

class Door {
 public:
  explicit Door(std::string path) : path_(std::move(path)) {}
  ~Door();  // removes the file, unless another process has put its own there
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  // Puts a new file there, which leads to `address`. Creates missing folders. Throws RunError
  // (failed), which names the file.
  void lead_to(const std::string& address);

 private:
  std::string path_;
  unsigned long long inode_ = 0;  // of the file that was put there last
};

}  // namespace gambol
