#pragma once

// What this process has done to load files, counted where it is done. Unlike seconds, the counts
// are the same on a busy machine; tests bound them.

#include <atomic>

namespace gambol {

struct WorkDone {
  std::atomic<long> bytes_parsed{0};     // of YAML and meshes
  std::atomic<long> figures_checked{0};  // read, composed and checked
  std::atomic<long> shots_composed{0};   // shots and takes: put together from their files
};

inline WorkDone work_done;

}  // namespace gambol
