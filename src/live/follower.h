#pragma once

// Follows a shot's files: loads the shot, simulates what changed of its motion, and shows it on the
// board.

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file_stamps.h"
#include "exchange/scene.h"
#include "live/board.h"
#include "live/folder_watch.h"
#include "live/tracer.h"
#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// What is followed, and what the command line does with a shot, which stands above this folder.
struct WatchedShot {
  std::string file;                // the shot's
  std::string project;             // its folder
  std::string states;              // folder of the states of all shots
  std::string poses;               // the file of its poses
  std::function<ShotSpec()> load;  // throws InputError
  // The shot and its poses must outlive it; throws as make_scene() does.
  std::function<FilmedScene(const ShotSpec&, const Poses&)> film;
  std::function<std::vector<Problem>(const ShotSpec&, const Poses&)> missed;  // expectations
};

class Follower {
 public:
  Follower(const WatchedShot& followed, Board& board, Tracer& tracer, bool deaf = false)
      : followed_(followed), board_(board), tracer_(tracer), watch_(deaf) {}

  // Loads and shows the shot as it is now. Whatever is wrong with it is shown as a problem; throws
  // RunError only if an end is requested (base/stop.h).
  void look();
  // Waits until a file has changed since it was looked at, and is no longer being written; after a
  // look that failed, until it is time for another try, because what it lacked (descriptors, room,
  // rights, a network) may come back without a change of any file. Throws likewise.
  void await_change();

  int simulations() const { return simulations_; }  // that were begun so far

 private:
  struct Superseded {};  // a file has changed while something was made from it
  using Clock = std::chrono::steady_clock;

  void show(const std::shared_ptr<const ShotSpec>& shot);
  std::shared_ptr<const Poses> poses_of(const std::shared_ptr<const ShotSpec>& shot);
  std::shared_ptr<const Poses> known(const std::string& motion) const;
  Poses simulated(const std::shared_ptr<const ShotSpec>& shot);
  void keep(const std::shared_ptr<const Poses>& poses);
  void show_scene(const Played& played, bool whole);
  void show_film(const Played& played);
  void complain(const Json& problems, const std::string& text);
  bool has_changed();

  const WatchedShot followed_;
  Board& board_;
  Tracer& tracer_;
  FolderWatch watch_;
  FileStamps used_;
  std::deque<std::shared_ptr<const Poses>> recent_;  // the newest first
  std::shared_ptr<const ShotSpec> film_shown_of_;    // the shot whose whole film is on the board
  Clock::time_point looked_ = Clock::now();
  Clock::time_point begun_;                   // the last look
  std::string complaint_;                     // of it; "" if nothing was wrong
  std::chrono::milliseconds retry_after_{0};  // if there is one
  bool is_retry_ = false;                     // the next look is one without a change
  int simulations_ = 0;
};

}  // namespace gambol
