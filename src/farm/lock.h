#pragma once

// One process at a time hands out, tries again or cancels what one folder holds.

#include <string>

namespace gambol {

// Held until it is destroyed, or its process is killed and the command of Slurm's that it had just
// started has ended: so whoever holds it next finds all jobs that were handed out before. On a file
// system without locks everybody gets it at once.
class FarmLock {
 public:
  // Makes `folder` if it is not there. Waits some seconds for another holder to end, then throws
  // RunError (failed).
  explicit FarmLock(const std::string& folder);
  ~FarmLock();
  FarmLock(FarmLock&& other) noexcept;
  FarmLock& operator=(FarmLock&&) = delete;

 private:
  int fd_ = -1;
};

}  // namespace gambol
