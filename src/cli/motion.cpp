#include "cli/motion.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "analysis/fall.h"
#include "base/progress.h"
#include "base/say.h"
#include "cli/calibration_report.h"
#include "cli/check_report.h"
#include "poses/motion_file.h"
#include "search/starts.h"
#include "shot/shot_hash.h"
#include "simulation/overlaps.h"
#include "simulation/simulate.h"
#include "simulation/state/checkpoint.h"
#include "simulation/warnings.h"

namespace gambol {

ShotSpec load_sound_shot(const std::string& path) {
  ShotSpec shot = load_shot(path);
  if (const std::vector<Problem> problems = problems_of_measures(shot); !problems.empty())
    throw InputError(problems);
  return shot;
}

namespace {

// Throws before a long simulation if its result could not be written. Creates nothing.
void require_room(const std::string& folder) {
  namespace fs = std::filesystem;
  fs::path there = fs::absolute(folder);
  // A link that leads nowhere is there: no folder can be made in its place.
  while (!fs::exists(fs::symlink_status(there)) && there.has_relative_path())
    there = there.parent_path();
  const int error = !fs::exists(there)                     ? ENOENT
                    : !fs::is_directory(there)             ? ENOTDIR
                    : ::access(there.c_str(), W_OK | X_OK) ? errno
                                                           : 0;
  if (error)
    throw RunError(ExitCode::failed, fmt::format("cannot write into {}: {}: {}", folder,
                                                 there.string(), std::strerror(error)));
}

}  // namespace

Poses simulate_to_file(const ShotSpec& shot, const Output& output) {
  require_room(output.folder);
  for (const Problem& warning : warnings_of(shot)) say("{}\n", as_warning(warning).to_string());
  Progress progress("simulating");
  constexpr double checkpoint_pause = 20;  // s of wall-clock time
  Poses poses = simulate(
      shot, [&](double done) { progress.at(done); }, output.states(), checkpoint_pause,
      [](const Calibration& c) { say("{}\n", summary_of(c)); });
  if (poses.failure.empty()) progress.at(1);
  for (const OverlapNote& note : overlaps_of(shot.motion, poses))
    say("note: {}\n", note.to_string(&poses));
  remove_checkpoint(shot, output.states());
  return poses;
}

Poses up_to_date_poses(const ShotSpec& shot, const Output& output, Beside beside,
                       const std::optional<FrameSpan>& frames) {
  if (read_poses_header(output.poses()).motion_hash == motion_hash(shot)) {
    try {
      Poses poses = load_poses(output.poses());
      frames ? poses.stored->require_sound(*frames) : poses.stored->require_sound();
      show_as_one_file(output.poses());
      if (beside == Beside::end_state && poses.failure.empty())
        require_end_state(shot, poses, output.states());
      return poses;
    } catch (const InputError& error) {
      say("{}; simulating again\n", error.what());
    }
  }
  return simulate_to_file(shot, output);
}

Poses poses_of_motion(const ShotSpec& shot, const Output& output, const std::string& hash) {
  const auto refuse = [](const std::string& sentence) {
    throw RunError(ExitCode::bad_input, sentence);
  };
  if (const std::string now = motion_hash(shot); now != hash)
    refuse(
        fmt::format("the motion of {} has been edited since poses {} were asked for: now it is {}",
                    shot.name, hash, now));
  const std::string found = read_poses_header(output.poses()).motion_hash;
  if (found.empty())
    refuse(fmt::format("{}: there are no poses of gambol, and poses {} were asked for",
                       output.poses(), hash));
  if (found != hash)
    refuse(fmt::format("{}: these are poses {} of another motion, and poses {} were asked for",
                       output.poses(), found, hash));
  return load_poses(output.poses());
}

ExitCode judge(const ShotSpec& shot, const Poses& poses,
               const std::vector<Measurement>& measurements) {
  // Names the take, because it may be one of many.
  const std::string whose = shot.name.find('@') == shot.name.npos ? "" : shot.name + ": ";
  ExitCode code = ExitCode::ok;
  if (!poses.failure.empty()) {
    say("{}{}\n", whose, poses.failure);
    code = ExitCode::bad_motion;
  }
  for (const RecordedFall& fall : falls_of(shot, poses))
    say("warning: {}{}\n", whose, to_string(fall, poses));
  for (const Measurement& m : measurements) {
    if (m.passed) continue;
    say("missed: {}{}: {}\n", whose, title(m), m.why);
    code = ExitCode::bad_motion;
  }
  return code;
}

ExitCode judge_for_film(const ShotSpec& shot, const Poses& poses, const Output& output) {
  const ExitCode code = judge(shot, poses, measure_with_starts(shot, poses, output.states()));
  if (code != ExitCode::ok)
    say("no film is made of a motion that failed or missed expectations; it is in {}\n",
        output.poses());
  return code;
}

}  // namespace gambol
