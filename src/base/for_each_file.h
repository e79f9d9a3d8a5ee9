#pragma once

// To look at many files.

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>

namespace gambol {

// Calls `what` with 0 to count - 1, from many more threads than there are processors: disks and
// file servers let each wait, but answer many at once. (Tails of 100,000 files that no memory
// holds, local disk: 2 threads 7.2 s, 32 2.1 s, 128 the same.)
template <class What>
void for_each_file(std::size_t count, const What& what) {
  const int at_once = static_cast<int>(std::clamp<std::size_t>(count, 1, 32));
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(at_once));
  tbb::task_arena(at_once).execute([&] { tbb::parallel_for(std::size_t{0}, count, what); });
}

}  // namespace gambol
