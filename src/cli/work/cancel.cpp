#include <fmt/format.h>

#include "base/error.h"
#include "base/say.h"
#include "cli/verbs.h"
#include "cli/work/farm_shot.h"
#include "shot/check.h"

namespace gambol {

ExitCode cancel_all(const std::string& title, const std::vector<Submission*>& submissions) {
  const std::vector<std::string> alive = living_jobs(answer_of_slurm(submissions, "cancelled"));
  if (alive.empty()) {
    say("{}: there are no jobs on the farm\n", title);
    return ExitCode::ok;
  }
  cancel_jobs(alive);
  for (const std::string& job : alive) fmt::print("{}\n", job);
  return ExitCode::ok;
}

ExitCode cancel_verb(const ShotOptions& options, const PictureOptions& picture) {
  if (is_sequence(options.shot)) return cancel_sequence(options, picture);
  FarmShot shot(options, picture);
  if (!shot.submissions().empty()) shot.lock();
  return cancel_all(shot.title(), pointers_to(shot.submissions()));
}

}  // namespace gambol
