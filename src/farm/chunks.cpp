#include "farm/chunks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace gambol {
namespace {

using Frames = std::vector<int>;

// Frames: maximum size of a task. Longer tasks would keep nodes that join later from helping, and
// people read the logs of tasks.
constexpr int longest = 50;
// Each batch takes 1 / `batches` of the remaining frames. With a smaller value, slow frames in the
// first tasks make others wait at the end; with a larger one, there are more tasks to start
// (tools/farm/efficiency.py).
constexpr double batches = 1.9;

// The frames in the requested order, as lists that chunks do not cross.
std::vector<Frames> passes(const Frames& frames, FrameOrder order) {
  if (order == FrameOrder::sequence) return {frames};
  Frames first, rest;
  for (std::size_t i = 0; i < frames.size(); ++i) (i % 10 == 0 ? first : rest).push_back(frames[i]);
  if (rest.empty()) return {first};
  return {first, rest};
}

// Task sizes that sum up to `frames`, in batches of one task per worker: each batch is about half
// of the remaining frames (factoring: Hummel, Schonberg and Flynn 1992), so that the last tasks of
// all workers end together. Guided self-scheduling, where every single task is a share of the
// remaining frames, is equally good, but needs a quarter more tasks.
std::vector<int> falling_sizes(int frames, int workers, int least, int most) {
  std::vector<int> sizes;
  while (frames > 0) {
    const int share = static_cast<int>(std::ceil(frames / (batches * workers)));
    const int size = std::clamp(share, least, most);
    for (int worker = 0; worker < workers && frames > 0; ++worker) {
      sizes.push_back(std::min(frames, size));
      frames -= sizes.back();
    }
  }
  return sizes;
}

std::vector<int> chosen_sizes(int frames, const ChunkPlan& plan) {
  const int workers = plan.workers > 0 ? plan.workers : unknown_workers;
  // Lengthens the tasks at the end until the farm accepts their number.
  for (int least = 1;; least += 1 + least / 8) {
    std::vector<int> sizes = falling_sizes(frames, workers, least, std::max(least, longest));
    if (static_cast<int>(sizes.size()) <= std::max(1, plan.most)) return sizes;
  }
}

std::vector<int> sizes_of(int frames, const ChunkPlan& plan) {
  if (plan.size == 0) return chosen_sizes(frames, plan);
  return falling_sizes(frames, frames, plan.size, plan.size);
}

void refuse_too_many(std::size_t tasks, std::size_t frames, int most) {
  if (tasks <= static_cast<std::size_t>(std::max(1, most))) return;
  const std::size_t least =
      (frames + static_cast<std::size_t>(most) - 1) / static_cast<std::size_t>(most);
  throw std::invalid_argument(
      fmt::format("{} frames would be {} tasks, and the farm takes {} per shot: --chunk must be at "
                  "least {}",
                  frames, tasks, most, least));
}

}  // namespace

std::vector<Frames> chunks_of(const Frames& frames, const ChunkPlan& plan) {
  std::vector<Frames> chunks;
  const std::vector<Frames> all = passes(frames, plan.order);
  ChunkPlan part = plan;
  part.most = plan.most / static_cast<int>(all.size());
  for (const Frames& pass : all) {
    auto next = pass.begin();
    for (const int size : sizes_of(static_cast<int>(pass.size()), part)) {
      chunks.emplace_back(next, next + size);
      next += size;
    }
  }
  if (plan.size > 0) refuse_too_many(chunks.size(), frames.size(), plan.most);
  return chunks;
}

std::string frames_text(const Frames& frames) {
  std::string text;
  for (std::size_t i = 0; i < frames.size();) {
    // The longest run of equal steps from here.
    std::size_t end = i + 1;
    const int step = end < frames.size() ? frames[end] - frames[i] : 1;
    while (end < frames.size() && frames[end] - frames[end - 1] == step) ++end;
    // Two frames that are not neighbours are listed one by one.
    if (end - i == 2 && step > 1) end = i + 1;
    if (!text.empty()) text += ',';
    text += std::to_string(frames[i]);
    if (end - i > 1) text += fmt::format("-{}", frames[end - 1]);
    if (end - i > 1 && step > 1) text += fmt::format("x{}", step);
    i = end;
  }
  return text;
}

}  // namespace gambol
