#pragma once

// Input from many files in parallel.

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>

namespace gambol {

// Calls `what` with 0 to count - 1 from many more threads than there are processors: disks and file
// servers have a high latency but answer many requests at once. (Ends of 100,000 uncached files on
// a local disk: 7.2 s with 2 threads, 2.1 s with 32, the same with 128.)
template <class What>
void for_each_file(std::size_t count, const What& what) {
  const int at_once = static_cast<int>(std::clamp<std::size_t>(count, 1, 32));
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(at_once));
  tbb::task_arena(at_once).execute([&] { tbb::parallel_for(std::size_t{0}, count, what); });
}

}  // namespace gambol
