#pragma once

// Path-traces one frame after the other, as pages ask for them, in a thread of its own. The newest
// request is the one that counts. While nobody asks, it gets ready: loads the libraries and sets
// the scene up, so that the first picture after a save comes as soon as all others.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/vec.h"
#include "live/board.h"
#include "poses/poses.h"
#include "render/frame_renderer.h"
#include "shot/shot_spec.h"

namespace gambol {

// A shot and its poses, which pictures are made of.
struct Played {
  std::shared_ptr<const ShotSpec> shot;
  std::shared_ptr<const Poses> poses;
};

// A camera that the viewer moves, instead of the shot's: it looks from `position` at `target`, with
// z up, and sees `angle` (rad) from the bottom to the top of the picture.
struct FreeCamera {
  Vec3 position = Vec3::Zero(), target = Vec3::Zero();
  double angle = 0.5;
  double aspect = 16.0 / 9;  // width over height
  bool operator==(const FreeCamera&) const = default;
};

struct TraceRequest {
  std::string name;  // chosen by the page
  int frame = 0;     // counts from 0
  std::optional<FreeCamera> camera;
};

class Tracer {
 public:
  explicit Tracer(Board& board);
  ~Tracer();
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  // From now on, pictures are made of these. Ends the present picture. Gets ready for them once
  // nothing else has come for `rest`.
  void play(Played played);
  static constexpr std::chrono::milliseconds rest{1000};  // who saves twice waits for no scene
  // Ends the present picture, and begins that of `request`.
  void ask(TraceRequest request);
  // Ends the picture of the request of this name; "" of any, and then does not get ready either.
  void end(const std::string& name);

  int set_ups() const { return set_ups_; }  // scenes that were set up so far

 private:
  using Clock = std::chrono::steady_clock;
  struct Work {
    std::optional<TraceRequest> request;  // none: gets ready
    Played played;
  };

  void run();
  std::optional<Work> await_work();  // none at the end
  void trace(const TraceRequest& request, const Played& played);
  void get_ready(const Played& played);
  void require_renderer(const std::optional<FreeCamera>& camera, const Played& played);

  Board& board_;
  std::mutex mutex_;
  std::condition_variable asked_;
  bool ends_ = false;
  std::optional<TraceRequest> next_;
  std::string now_;  // name of the request whose picture is being made
  Played played_;
  std::optional<Clock::time_point> gets_ready_at_;
  std::atomic<bool> give_up_ = false;
  std::atomic<int> set_ups_ = 0;
  // What the thread made last: kept for further frames.
  Played made_of_;
  std::optional<FreeCamera> made_for_;
  std::shared_ptr<const ShotSpec> seen_by_it_;
  std::unique_ptr<FrameRenderer> renderer_;
  std::thread thread_;  // the last member: it uses all others
};

// The shot as the free camera sees it.
ShotSpec seen_by(const FreeCamera& camera, const ShotSpec& shot);

// The bytes of TracedPicture.
std::string picture_bytes(const Image8& picture);

}  // namespace gambol
