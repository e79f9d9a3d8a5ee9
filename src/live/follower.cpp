#include "live/follower.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/allowed_paths.h"
#include "base/data_file.h"
#include "base/say.h"
#include "base/stop.h"
#include "exchange/replay.h"
#include "live/guard.h"
#include "live/problem_list.h"
#include "poses/motion_file.h"
#include "shot/shot_hash.h"
#include "simulation/simulate.h"
#include "simulation/state/checkpoint.h"

namespace gambol {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t most_recent = 4;              // motions in memory: an edit that is taken back
constexpr milliseconds quiet{15}, most_noise{300};  // a save is over after this much of silence
constexpr milliseconds unasked{
    100};                           // between two looks at the files when no folder tells anything
constexpr milliseconds glance{10};  // between two looks at the folders while simulating
constexpr milliseconds first_part{60};   // of a simulation that is shown; then doubled
constexpr double checkpoint_pause = 20;  // s
// Between tries of what failed; doubled each time. A try takes a tenth of the time at most.
constexpr milliseconds first_retry{200}, last_retry{10000};

// Tells which files a shot is read from while it is loaded.
class Telling {
 public:
  explicit Telling(FileStamps& to) {
    tell_paths([&to](const std::string& path) { to.add(path); });
  }
  ~Telling() { tell_paths({}); }
  Telling(const Telling&) = delete;
  Telling& operator=(const Telling&) = delete;
};

bool asks_for_an_end(const RunError& error) {
  return error.code == ExitCode::interrupted || error.code == ExitCode::terminated;
}

}  // namespace

void Follower::complain(const Json& problems, const std::string& text) {
  if (!is_retry_ || text != complaint_) say("{}\n", text);
  complaint_ = text;
  board_.show_problems(problems);
  board_.show_state("broken");
  const auto took = std::chrono::duration_cast<milliseconds>(Clock::now() - begun_);
  retry_after_ = is_retry_ ? std::min(2 * retry_after_, last_retry) : first_retry;
  retry_after_ = std::max(retry_after_, 10 * took);
}

void Follower::look() try {
  begun_ = Clock::now();
  if (!is_retry_) board_.show_state("loading");
  used_ = FileStamps({followed_.file});
  for (const char* preset : {"preview", "watch"})
    if (const std::string path = find_data_file(fmt::format("render/presets/{}.yaml", preset));
        !path.empty())
      used_.add(path);
  std::shared_ptr<const ShotSpec> shot;
  {
    const Telling telling(used_);
    try {
      shot = std::make_shared<const ShotSpec>(followed_.load());
    } catch (...) {
      watch_.follow(used_.files());
      throw;
    }
  }
  for (const std::string& file : shot->files.files()) used_.add(file);
  watch_.follow(used_.files());
  show(shot);
  complaint_.clear();
} catch (const Superseded&) {
  complaint_.clear();
} catch (const InputError& error) {
  complain(problem_list(error.problems(), followed_.project), error.what());
} catch (const RunError& error) {
  if (asks_for_an_end(error)) throw;
  complain(problem_list(error.what()), error.what());
} catch (const std::exception& error) {
  complain(problem_list(error.what()), error.what());
}

void Follower::show(const std::shared_ptr<const ShotSpec>& shot) {
  if (!is_retry_) board_.show_problems(Json::array());
  const std::shared_ptr<const Poses> poses = poses_of(shot);
  if (film_shown_of_ != shot || !poses->failure.empty()) show_film({shot, poses});
  board_.show_problems(problem_list(followed_.missed(*shot, *poses), followed_.project));
  board_.show_state("ready", 1);
}

void Follower::show_scene(const Played& played, bool whole) {
  const auto replay = std::make_shared<const Replay>(followed_.film(*played.shot, *played.poses));
  ShownScene scene;
  scene.key = secret_token();
  scene.parts = replay->parts();
  // `played` lives as long as its parts may be asked for.
  scene.part = [played, replay](std::size_t part) { return replay->script(part); };
  std::vector<std::string> addresses;
  for (std::size_t part = 1; part < scene.parts; ++part)
    addresses.push_back(fmt::format("/part?of={}&number={}", scene.key, part));
  scene.json = replay->data(addresses).text();
  board_.show_scene(std::move(scene), whole);
}

void Follower::show_film(const Played& played) {
  tracer_.play(played);  // first: a page may ask for a picture of the scene that it gets
  show_scene(played, true);
  film_shown_of_ = played.shot;
}

std::shared_ptr<const Poses> Follower::known(const std::string& motion) const {
  for (const auto& poses : recent_)
    if (poses->motion_hash == motion) return poses;
  return nullptr;
}

void Follower::keep(const std::shared_ptr<const Poses>& poses) {
  std::erase(recent_, poses);
  recent_.push_front(poses);
  if (recent_.size() > most_recent) recent_.pop_back();
}

std::shared_ptr<const Poses> Follower::poses_of(const std::shared_ptr<const ShotSpec>& shot) {
  const std::string motion = motion_hash(*shot);
  std::shared_ptr<const Poses> poses = known(motion);
  if (!poses && read_poses_header(followed_.poses).motion_hash == motion) {
    try {
      poses = std::make_shared<const Poses>(load_poses(followed_.poses));
      poses->stored->require_sound();
    } catch (const InputError&) {  // damaged: made again
      poses.reset();
    }
  }
  if (!poses) poses = std::make_shared<const Poses>(simulated(shot));
  keep(poses);
  return poses;
}

// Shows the first part of the film as soon as there is one, and then more, less and less often. The
// film is whole before what is simulated after it.
Poses Follower::simulated(const std::shared_ptr<const ShotSpec>& shot) {
  ++simulations_;
  tracer_.end("");
  board_.show_state("simulating", 0);
  const double film_end = shot->simulated_time(shot->film.duration);
  const Clock::time_point begun = Clock::now();
  Clock::time_point next_glance = begun + glance, next_part = begun + first_part;
  const auto look = [&](double t, const std::function<Poses()>& so_far) {
    const Clock::time_point now = Clock::now();
    if (now >= next_glance) {
      if (has_changed()) throw Superseded();
      next_glance = Clock::now() + glance;
    }
    const bool film_done = t >= film_end;
    if (film_shown_of_ == shot || (!film_done && now < next_part)) return;
    const Played part = {shot, std::make_shared<const Poses>(so_far())};
    if (film_done)
      show_film(part);
    else if (part.poses->frames > 0)
      show_scene(part, false);
    next_part = Clock::now() + (Clock::now() - begun);
  };
  const auto progress = [&](double done) { board_.show_state("simulating", done); };
  Poses poses = simulate(*shot, progress, followed_.states, checkpoint_pause, {}, look);
  const std::chrono::duration<double> took = Clock::now() - begun;
  say("simulated in {:.2f} s\n", took.count());
  remove_checkpoint(*shot, followed_.states);
  return poses;
}

// Looks at the files when their folders tell of something, or after a while.
bool Follower::has_changed() {
  if (!watch_.wait(milliseconds(0)) && Clock::now() - looked_ < unasked) return false;
  looked_ = Clock::now();
  return used_.changed();
}

void Follower::await_change() {
  const bool failed = !complaint_.empty();
  const Clock::time_point again = Clock::now() + retry_after_;
  for (is_retry_ = false; !used_.changed();) {
    heed_stop();
    is_retry_ = failed && Clock::now() >= again;
    if (is_retry_) return;
    watch_.wait(unasked);
  }
  const Clock::time_point begun = Clock::now();
  while (watch_.wait(quiet) && Clock::now() - begun < most_noise) heed_stop();
}

}  // namespace gambol
