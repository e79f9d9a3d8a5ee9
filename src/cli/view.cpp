// Writes a page that plays a shot's poses in a browser.

#include <fmt/format.h>

#include "base/atomic_file.h"
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
  write_file(page, replay_page(seen_scene(shot, poses, segments)));
  fmt::print("{}\n", page);
  return judge(shot, poses, {});
}

}  // namespace gambol
