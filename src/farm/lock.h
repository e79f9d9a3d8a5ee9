#pragma once

// A lock on one folder of submissions: one process at a time submits, retries or cancels.

#include <string>

namespace gambol {

// Held until the object is destroyed, or until its process is killed and the Slurm command that the
// process had started has ended: the next holder finds all jobs that were handed out before. On a
// file system without locks, every process gets the lock at once.
class FarmLock {
 public:
  // Creates `folder` if it does not exist. Waits some seconds for another holder to end, then
  // throws RunError (failed).
  explicit FarmLock(const std::string& folder);
  ~FarmLock();
  FarmLock(FarmLock&& other) noexcept;
  FarmLock& operator=(FarmLock&&) = delete;

 private:
  int fd_ = -1;
};

}  // namespace gambol
