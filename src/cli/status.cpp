#include "farm/status.h"

#include <fmt/format.h>

#include "cli/farm_shot.h"
#include "cli/verbs.h"
#include "shot/check.h"

namespace gambol {
namespace {

FarmStatus print_status(const FarmShot& shot, Look look, bool json) {
  const FarmStatus status = shot.status(look, slurm_tasks(shot.jobs()));
  const std::string logs = shot.submissions().empty() ? "" : shot.submissions().back().logs();
  if (json)
    fmt::print("{}", status_json(status, shot.shot().name, shot.preset(), logs));
  else
    fmt::print("{}", status_text(status, shot.title(), logs));
  if (!shot.submissions().empty() && (shot.submissions().front().motion != shot.motion() ||
                                      shot.submissions().front().picture != shot.picture()))
    fmt::print(stderr, "{}: the shot or the preset has been edited since it was submitted\n",
               shot.title());
  return status;
}

}  // namespace

ExitCode status_verb(const ShotOptions& options, const PictureOptions& picture, bool json) {
  if (is_sequence(options.shot)) return status_sequence(options, picture, json);
  print_status(FarmShot(options, picture), Look::quick, json);
  return ExitCode::ok;
}

ExitCode verify_verb(const ShotOptions& options, const PictureOptions& picture, bool json) {
  if (is_sequence(options.shot)) return verify_sequence(options, picture, json);
  const FarmStatus status = print_status(FarmShot(options, picture), Look::thorough, json);
  return status.stage == "done" ? ExitCode::ok : ExitCode::failed;
}

}  // namespace gambol
