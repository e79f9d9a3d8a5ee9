// Writes a page that plays a shot's poses in a browser.

#include <fmt/format.h>

#include "base/say.h"
#include "cli/motion.h"
#include "cli/seen_scene.h"
#include "cli/verbs.h"
#include "exchange/replay.h"
#include "shot/results_name.h"
#include "shot/shot_spec.h"

namespace gambol {

ExitCode view_verb(const ShotOptions& options, int segments) {
  const ShotSpec shot = load_sound_shot(options.shot);
  const Output output(options.out, results_name(shot));
  const Poses poses = up_to_date_poses(shot, output);
  const std::string page = output.exported("html");
  const Replay replay(seen_film(shot, poses, segments));
  write_replay(replay, page);
  fmt::print("{}\n", page);
  if (replay.parts() > 1)
    say("the film is long: the page needs the folder {} beside it\n", parts_folder(page));
  return judge(shot, poses, {});
}

}  // namespace gambol
