#include "farm/status.h"

#include <fmt/format.h>

#include "cli/takes.h"
#include "cli/verbs.h"
#include "cli/work/farm_shot.h"
#include "shot/check.h"

namespace gambol {
namespace {

FarmStatus print_status(const ShotOptions& options, const PictureOptions& picture, Look look,
                        std::vector<Json>* json) {
  FarmShot shot(options, picture);
  const FarmStatus status = shot.status(look, ask_slurm(pointers_to(shot.submissions())));
  const std::string logs = shot.submissions().empty() ? "" : shot.submissions().back().logs();
  if (json)
    json->push_back(status_json(status, shot.shot().name, shot.preset(), logs));
  else
    fmt::print("{}", status_text(status, shot.title(), logs));
  if (shot.interrupted()) note_interruption(shot.title());
  return status;
}

// Prints the status of one shot, or of all takes that match a pattern.
ExitCode print_all(const ShotOptions& options, const PictureOptions& picture, Look look,
                   bool json) {
  std::vector<Json> documents;
  const ExitCode code = for_each_shot(options, [&](const ShotOptions& one) {
    const FarmStatus status = print_status(one, picture, look, json ? &documents : nullptr);
    const bool as_asked = look == Look::quick || status.stage == "done";
    return as_asked ? ExitCode::ok : ExitCode::failed;
  });
  if (json) print_documents(documents, means_many(options.shot));
  return code;
}

}  // namespace

ExitCode status_verb(const ShotOptions& options, const PictureOptions& picture, bool json) {
  if (is_sequence(options.shot)) return status_sequence(options, picture, json);
  return print_all(options, picture, Look::quick, json);
}

ExitCode verify_verb(const ShotOptions& options, const PictureOptions& picture, bool json) {
  if (is_sequence(options.shot)) return verify_sequence(options, picture, json);
  return print_all(options, picture, Look::thorough, json);
}

}  // namespace gambol
