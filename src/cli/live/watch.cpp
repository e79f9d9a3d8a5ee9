// Shows a shot in a browser, and follows its files.

#include "live/watch.h"

#include <fmt/format.h>

#include <filesystem>

#include "analysis/fall.h"
#include "base/say.h"
#include "cli/confine.h"
#include "cli/motion.h"
#include "cli/seen_scene.h"
#include "cli/takes.h"
#include "cli/verbs.h"
#include "shot/results_name.h"
#include "shot/shot_reference.h"

namespace gambol {
namespace {

// As load_shot() names it; a shot that cannot be loaded has a page too.
std::string name_of_shot(const ShotReference& reference) {
  const std::string stem = std::filesystem::path(reference.file).stem().string();
  return reference.take.empty() ? stem : stem + "@" + reference.take;
}

// The expectations that the motion misses, except those over several starts, which would be
// simulated, and the falls that the shot does not allow.
std::vector<Problem> missed_by(const ShotSpec& whole, const Poses& poses) {
  if (!poses.failure.empty()) return {};  // which the page tells
  ShotSpec shot = whole;
  std::erase_if(shot.expect, [](const ExpectSpec& e) { return e.over == Over::starts; });
  const std::vector<Measurement> measured = measure(shot, poses);
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < measured.size(); ++i)
    if (!measured[i].passed)
      problems.push_back({shot.expect[i].place, "expect", "",
                          fmt::format("missed: {}: {}", title(measured[i]), measured[i].why)});
  for (const RecordedFall& fall : falls_of(shot, poses))
    for (const CastSpec& cast : shot.motion.figures)
      if (cast.name == fall.figure)
        problems.push_back({cast.place, "warning", "", to_string(fall, poses)});
  return problems;
}

// Whether results go to the project's own folder for them, which must not lead out of the project.
bool goes_to_own_results(const ShotOptions& options) try {
  return results_of(options.shot) == options.out;
} catch (const InputError&) {
  return false;
}

}  // namespace

ExitCode watch_verb(const ShotOptions& options, int segments) {
  if (means_many(options.shot)) throw UsageError("watch shows one shot; name one take");
  const ShotReference reference = parse_shot_reference(options.shot);
  const Output output(options.out, results_name(reference.file, name_of_shot(reference)));
  WatchedShot followed;
  followed.file = reference.file;
  followed.project = project_of(options.shot).folder;
  followed.states = output.states();
  followed.poses = output.poses();
  const bool is_in_project = goes_to_own_results(options);
  followed.load = [&, is_in_project] {
    if (is_in_project) results_of(options.shot);  // its folder may have become a link since
    return load_sound_shot(options.shot);
  };
  followed.film = [&](const ShotSpec& shot, const Poses& poses) {
    return seen_film(shot, poses, segments);
  };
  followed.missed = missed_by;
  const std::string door = output.exported("watch.html");
  watch(followed, output.shot, door, [&] {
    fmt::print("{}\n", door);
    std::fflush(stdout);
    say("open this file in a browser; Ctrl-C ends watch\n");
  });
}

}  // namespace gambol
