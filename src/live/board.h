#pragma once

// What the pages are shown. The thread that follows the files, and the one that path-traces, put
// things here; the server's threads take them. Everything is a whole: a page never sees half of it.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "base/json.h"

namespace gambol {

using SharedBytes = std::shared_ptr<const std::string>;

// A picture that is being refined.
struct TracedPicture {
  std::string asked;  // by which request
  int samples = 0;    // per pixel
  bool ended = false;
  SharedBytes bytes;  // width and height (32 bits each, little-endian), then red, green, blue
  std::string failure;
};

class Board {
 public:
  // A scene that the pages can fetch. `whole`: false while the simulation goes on.
  void show_scene(std::string json, bool whole);
  // "loading", "simulating" with the fraction that is done, "ready", or "broken".
  void show_state(const std::string& state, double done = 0);
  void show_problems(const Json& problems);
  void show_picture(TracedPicture picture);

  // All that is new, as an object of JSON, once there is something newer than `seen`, which is
  // brought up to date; "" after `most` without news, or at the end.
  std::string news(std::uint64_t& seen, std::chrono::milliseconds most) const;
  // The scene with this number; nullptr if it is not the newest.
  SharedBytes scene(std::uint64_t number) const;
  SharedBytes picture(const std::string& asked) const;

  void end();
  bool has_ended() const;

 private:
  std::string text() const;
  void tell();

  mutable std::mutex mutex_;
  mutable std::condition_variable told_;
  std::uint64_t version_ = 1;
  bool ended_ = false;
  std::string state_ = "loading";
  double done_ = 0;
  std::string problems_ = "[]";
  std::uint64_t scene_number_ = 0;
  bool scene_is_whole_ = false;
  SharedBytes scene_;
  TracedPicture picture_;
};

}  // namespace gambol
