#include "exchange/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exchange/replay_json.h"

namespace gambol {

Replay::Replay(FilmedScene film, const ReplayCut& cut)
    : film_(std::move(film)), part_frames_(frames()) {
  // Frames differ in particles and contacts alone: a few of them tell how large all are.
  std::size_t bytes = 1;
  for (const std::size_t frame : {std::size_t{0}, frames() / 2, frames() - 1})
    bytes = std::max(bytes, shown(frame, 1).text().size());
  const double fps = film_.scene.fps, count = static_cast<double>(frames());
  if (count <= cut.whole * fps && count * double(bytes) <= cut.whole_bytes) return;
  const double most = std::min(cut.part * fps, cut.part_bytes / double(bytes));
  part_frames_ = static_cast<std::size_t>(std::max(std::round(most), 1.0));
}

Json Replay::shown(std::size_t first, std::size_t count) const {
  const std::size_t last = std::min(first + count, frames()) - 1;
  const std::lock_guard lock(mutex_);
  film_.show({static_cast<int>(first), static_cast<int>(last)}, film_.scene);
  return replay_frames(film_.scene);
}

Json Replay::data(const std::vector<std::string>& addresses) const {
  Json list = Json::array();
  for (const std::string& address : addresses) list.push(address);
  return replay_scene(film_.scene)
      .add("partFrames", part_frames_)
      .add("addresses", list)
      .add("film", shown(0, part_frames_));
}

std::string Replay::script(std::size_t part) const {
  return fmt::format("gambolPart({});\n", shown(part * part_frames_, part_frames_).text());
}

}  // namespace gambol
