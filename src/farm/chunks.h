#pragma once

// Divides the frames of a shot among the tasks of an array job.

#include <string>
#include <vector>

namespace gambol {

enum class FrameOrder {
  sequence,  // from the first to the last
  tenths,    // every tenth first, then the others: shows a bad take early
};

inline constexpr int unknown_workers = 32;  // assumed if the number is not known

struct ChunkPlan {
  FrameOrder order = FrameOrder::sequence;
  int size = 0;     // frames per task; 0: chunks_of() chooses
  int workers = 0;  // tasks that may run at once; 0: not known
  int most = 5000;  // tasks that the farm accepts
};

// Divides `frames` (sorted) into chunks, in the plan's order; the frames of a chunk are sorted.
// Chunks whose size is chosen here are long at first, so that little time goes into starting tasks,
// and short at the end, so that no worker waits for another's long task. Throws
// std::invalid_argument with a sentence for the user if `size` makes more tasks than the farm
// accepts.
std::vector<std::vector<int>> chunks_of(const std::vector<int>& frames, const ChunkPlan& plan);

// Sorted frames in the short form that `--frames` reads: "1-48", "1-91x10", "1-4,9".
std::string frames_text(const std::vector<int>& frames);

}  // namespace gambol
