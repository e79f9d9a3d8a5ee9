#pragma once

// What the pages are shown. The thread that follows the files, and the one that path-traces, put
// things here; the server's threads take them. Everything is a whole: a page never sees half of it.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
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

// A scene that the pages can fetch, and the parts of its film, which are made as they are asked
// for.
struct ShownScene {
  std::string json;
  // Parts are scripts, which a page of another origin can run and so read if its browser sends the
  // cookie along: their addresses have this secret, which such a page cannot read.
  std::string key;
  std::function<std::string(std::size_t)> part;  // throws as Poses do
  std::size_t parts = 0;
};

class Board {
 public:
  // `whole`: false while the simulation goes on.
  void show_scene(ShownScene scene, bool whole);
  // "loading", "simulating" with the fraction that is done, "ready", or "broken".
  void show_state(const std::string& state, double done = 0);
  void show_problems(const Json& problems);
  void show_picture(TracedPicture picture);

  // All that is new, as an object of JSON, once there is something newer than `seen`, which is
  // brought up to date; "" after `most` without news, or at the end.
  std::string news(std::uint64_t& seen, std::chrono::milliseconds most) const;
  // The scene with this number; nullptr if it is not the newest.
  SharedBytes scene(std::uint64_t number) const;
  // A part of the scene with this key; nullptr if there is none, or if no page can still show it:
  // pages keep a whole film until the next one is long enough, and take any other after the next.
  SharedBytes part(const std::string& key, std::size_t number) const;
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
  std::shared_ptr<const ShownScene> scene_, scene_before_, whole_scene_;
  TracedPicture picture_;
};

}  // namespace gambol
