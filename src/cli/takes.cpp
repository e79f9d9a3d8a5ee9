#include "cli/takes.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "base/nearest.h"
#include "base/pattern.h"
#include "base/say.h"
#include "base/stop.h"
#include "cli/process.h"
#include "shot/shot_reference.h"
#include "shot/shot_spec.h"

namespace gambol {

bool means_many(const std::string& text) { return is_pattern(parse_shot_reference(text).take); }

std::vector<std::string> shots_named(const std::string& text) {
  if (!means_many(text)) return {text};
  const ShotReference reference = parse_shot_reference(text);
  const std::vector<std::string> takes = load_shot(reference.file).takes.names;
  std::vector<std::string> shots;
  for (const std::string& take : takes)
    if (matches(reference.take, take)) shots.push_back(reference.file + "@" + take);
  if (!shots.empty()) return shots;
  Problem problem;
  problem.place.file = reference.file;
  problem.key = "takes";
  problem.found = '"' + reference.take + '"';
  problem.expected = takes.empty() ? "a pattern that matches a take (there is none)"
                                   : "a pattern that matches a take: " + alternatives(takes);
  throw InputError(problem);
}

ExitCode for_each_shot(const ShotOptions& options,
                       const std::function<ExitCode(const ShotOptions&)>& verb) {
  const std::vector<std::string> shots = shots_named(options.shot);
  if (shots.size() == 1) return verb({shots[0], options.out});
  ExitCode worst = ExitCode::ok;
  for (const std::string& shot : shots) {
    ExitCode code = ExitCode::ok;
    try {
      code = verb({shot, options.out});
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      if (stop_asked()) throw;
      const Failure failure = current_failure();
      say("{}{}\n", failure.located ? "" : shot + ": ", failure.message);
      code = failure.code;
    }
    worst = std::max(worst, code);
  }
  return worst;
}

void print_documents(const std::vector<Json>& documents, bool many) {
  Json all = Json::array(Json::Layout::stacked);
  for (const Json& document : documents) all.push(document.ended());
  fmt::print("{}\n", many ? all.text() : documents.at(0).text());
}

}  // namespace gambol
