#include <fmt/format.h>

#include "base/error.h"
#include "cli/farm_shot.h"
#include "cli/verbs.h"

namespace gambol {

ExitCode cancel_verb(const ShotOptions& options, const PictureOptions& picture) {
  const FarmShot shot(options, picture);
  const SlurmAnswer answer = slurm_tasks(shot.jobs());
  if (!answer.trouble.empty())
    throw RunError(ExitCode::failed,
                   fmt::format("nothing was cancelled, Slurm cannot be asked: {}", answer.trouble));
  const std::vector<std::string> alive = living_jobs(answer);
  if (alive.empty()) {
    fmt::print(stderr, "{}: the farm has no job of it\n", shot.title());
    return ExitCode::ok;
  }
  cancel_jobs(alive);
  for (const std::string& job : alive) fmt::print("{}\n", job);
  return ExitCode::ok;
}

}  // namespace gambol
