#pragma once

// What this process has done to load files, counted where it is done. Unlike seconds, the counts
// are the same on a busy machine; tests bound them.

#include <atomic>

namespace gambol {

struct WorkDone {
  std::atomic<long> bytes_parsed{0};     // of YAML and meshes
  std::atomic<long> figures_checked{0};  // read, composed and checked
  std::atomic<long> shots_composed{0};   // shots and takes: put together from their files
  std::atomic<long> parts_loaded{0};     // top-level keys of shots and takes that were not copied
  std::atomic<long> terrains_made{0};
};

inline WorkDone work_done;

}  // namespace gambol
