#pragma once

// How the frames of a shot are dealt out to the tasks of an array job.

#include <string>
#include <vector>

namespace gambol {

enum class FrameOrder {
  sequence,  // from the first to the last
  tenths,    // every tenth first, then the others: a bad take shows early
};

inline constexpr int unknown_workers = 32;  // as many as are assumed if nobody says

struct ChunkPlan {
  FrameOrder order = FrameOrder::sequence;
  int size = 0;     // frames per task; 0: chosen here
  int workers = 0;  // tasks that may run at once; 0: not known
  int most = 5000;  // tasks that the farm takes
};

// `frames` (sorted) in chunks, in the order in which they are wanted; a chunk's frames are sorted.
// Chunks whose size is chosen here are long at first, so that little time goes into starting tasks,
// and short at the end, so that no worker is left waiting for another's long task. Throws
// std::invalid_argument with a sentence for the user if `size` makes more tasks than the farm
// takes.
std::vector<std::vector<int>> chunks_of(const std::vector<int>& frames, const ChunkPlan& plan);

// Sorted frames as `--frames` reads them, short: "1-48", "1-91x10", "1-4,9".
std::string frames_text(const std::vector<int>& frames);

}  // namespace gambol
