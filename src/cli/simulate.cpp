#include "simulation/simulate.h"

#include <fmt/format.h>

#include "cli/motion.h"
#include "cli/verbs.h"
#include "search/starts.h"
#include "shot/results_name.h"

namespace gambol {

ExitCode simulate_verb(const ShotOptions& options) {
  const ShotSpec shot = load_sound_shot(options.shot);
  const Output output(options.out, results_name(shot));
  const Poses poses = simulate_to_file(shot, output);
  fmt::print("{}\n", output.poses());
  return judge(shot, poses, measure_with_starts(shot, poses, output.states()));
}

}  // namespace gambol
