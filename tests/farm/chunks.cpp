#include "farm/chunks.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

#include "base/frame_range.h"

namespace gambol {
namespace {

using Chunks = std::vector<std::vector<int>>;

Chunks chunks(int frames, const ChunkPlan& plan) { return chunks_of(all_frames(frames), plan); }

ChunkPlan of_size(int size) {
  ChunkPlan plan;
  plan.size = size;
  return plan;
}

TEST(Chunks, AreAsLongAsWasAskedFor) {
  EXPECT_EQ(chunks(7, of_size(3)), (Chunks{{1, 2, 3}, {4, 5, 6}, {7}}));
}

TEST(Chunks, HoldEveryTenthFrameFirst) {
  ChunkPlan plan = of_size(2);
  plan.order = FrameOrder::tenths;
  EXPECT_EQ(chunks(22, plan)[0], (std::vector<int>{1, 11}));
  EXPECT_EQ(chunks(22, plan)[1], (std::vector<int>{21}));
  EXPECT_EQ(chunks(22, plan)[2], (std::vector<int>{2, 3}));
  EXPECT_EQ(chunks(1, plan), (Chunks{{1}}));
}

TEST(Chunks, HoldEveryFrameOnce) {
  for (const int frames : {1, 2, 9, 10, 11, 288, 4711, 100000})
    for (const FrameOrder order : {FrameOrder::sequence, FrameOrder::tenths})
      for (const int workers : {0, 1, 10, 1000}) {
        ChunkPlan plan;
        plan.order = order;
        plan.workers = workers;
        std::vector<int> all;
        const Chunks made = chunks(frames, plan);
        EXPECT_LE(made.size(), 5000u);
        for (const std::vector<int>& chunk : made) {
          EXPECT_TRUE(std::is_sorted(chunk.begin(), chunk.end()));
          all.insert(all.end(), chunk.begin(), chunk.end());
        }
        std::sort(all.begin(), all.end());
        EXPECT_EQ(all, all_frames(frames));
      }
}

TEST(Chunks, GetShorterTowardsTheEnd) {
  ChunkPlan plan;
  plan.workers = 10;
  const Chunks made = chunks(1000, plan);
  EXPECT_EQ(made.front().size(), 50u);
  EXPECT_TRUE(std::is_sorted(made.rbegin(), made.rend(),
                             [](auto& a, auto& b) { return a.size() < b.size(); }));
  EXPECT_LE(made.back().size(), 4u);
}

// Workers that each take the next task as they get free, of a scheduler that starts 500 a second
// (what Slurm says of itself); a task costs 1.4 s besides its frames, which take 3 to 10 s.
double efficiency(const Chunks& made, int workers) {
  const auto seconds = [](int frame) { return 6.5 + 3.5 * std::sin(frame / 40.0); };
  std::priority_queue<double, std::vector<double>, std::greater<>> free;
  for (int i = 0; i < workers; ++i) free.push(0);
  double work = 0, end = 0, next_start = 0;
  for (const std::vector<int>& chunk : made) {
    double frames = 0;
    for (const int frame : chunk) frames += seconds(frame);
    const double begin = std::max(free.top(), next_start);
    free.pop();
    next_start = begin + 1.0 / 500;
    free.push(begin + frames + 1.4);
    end = std::max(end, begin + frames + 1.4);
    work += frames;
  }
  return work / (workers * end);
}

TEST(Chunks, KeepAllWorkersAtWork) {
  for (const int workers : {1, 10, 100, 300, 1000}) {
    ChunkPlan plan;
    plan.workers = workers;
    plan.most = 8000;
    EXPECT_GT(efficiency(chunks(100000, plan), workers), 0.95) << workers;
  }
}

TEST(Chunks, AreNoMoreThanTheFarmTakes) {
  ChunkPlan plan = of_size(1);
  plan.most = 100;
  try {
    chunks(1000, plan);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("--chunk must be at least 10"));
  }
  plan.size = 0;
  EXPECT_LE(chunks(100000, plan).size(), 100u);
}

TEST(FramesText, IsReadBackAsTheSameFrames) {
  EXPECT_EQ(frames_text({1, 2, 3, 4}), "1-4");
  EXPECT_EQ(frames_text({1, 11, 21}), "1-21x10");
  EXPECT_EQ(frames_text({7}), "7");
  EXPECT_EQ(frames_text({}), "");
  for (const std::vector<int>& frames : std::vector<std::vector<int>>{
           {1, 3}, {1, 2}, {1, 2, 4}, {1, 5, 6, 7, 20, 22, 24, 99}, {2, 3, 5, 7, 11, 13}})
    EXPECT_EQ(parse_frame_range(frames_text(frames), 100), frames) << frames_text(frames);
}

}  // namespace
}  // namespace gambol
