#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/json.h"
#include "base/progress.h"
#include "cli/columns.h"
#include "cli/motion.h"
#include "cli/takes.h"
#include "cli/verbs.h"
#include "search/loops/mutations.h"

namespace gambol {
namespace {

std::string moved(const MutationResult& r) {
  if (!r.applies) return "";
  return std::isinf(r.moved) ? "cannot begin" : fmt::format("{:.2g}", r.moved);
}

std::string verdict(const MutationResult& r) {
  if (!r.applies) return "does not apply";
  if (r.caught()) return "caught";
  if (!r.seen()) return "is not seen";
  return r.tolerated.empty() ? "SURVIVES" : "tolerated";
}

std::string noticed_by(const MutationResult& r) {
  constexpr std::size_t most = 4;
  if (!r.failure.empty()) return "the simulation fails";
  if (r.survives()) return r.tolerated;
  std::vector<std::string> some = r.missed;
  if (some.size() > most) some.resize(most);
  return fmt::format(
      "{}{}", fmt::join(some, ", "),
      r.missed.size() > most ? fmt::format(" and {} more", r.missed.size() - most) : "");
}

void print_table(const std::string& shot, const std::vector<MutationResult>& results) {
  std::vector<std::vector<std::string>> rows{{shot, "moves by", "", "missed"}};
  for (const MutationResult& r : results)
    rows.push_back({std::string(r.mutation->name()), moved(r), verdict(r), noticed_by(r)});
  print_columns(rows, rows[0].size());
}

Json json_of(const ShotSpec& shot, const std::vector<MutationResult>& results) {
  Json faults = Json::array(Json::Layout::lines);
  for (const MutationResult& r : results) {
    Json missed = Json::array(Json::Layout::spaced);
    for (const std::string& title : r.missed) missed.push(title);
    faults.push(Json::object(Json::Layout::spaced)
                    .add("fault", std::string(r.mutation->name()))
                    .add("what", r.mutation->what)
                    .add("verdict", verdict(r))
                    .add("moved", Json::number(r.moved, 6))
                    .add("missed", missed)
                    .add("failure", r.failure)
                    .add("tolerated", r.tolerated));
  }
  return Json::object(Json::Layout::lines).add("shot", shot.name).add("faults", faults);
}

// `documents`: gets the results instead of standard output.
ExitCode mutate_shot(const ShotOptions& options, std::vector<Json>* documents) {
  const ShotSpec shot = load_sound_shot(options.shot);
  Progress progress("mutating");
  const std::vector<MutationResult> results =
      mutate(shot, options.out, [&](double done) { progress.at(done); });
  if (documents)
    documents->push_back(json_of(shot, results));
  else
    print_table(shot.name, results);
  const bool fine = std::none_of(results.begin(), results.end(), [](const MutationResult& r) {
    return r.survives() && r.tolerated.empty();
  });
  return fine ? ExitCode::ok : ExitCode::bad_motion;
}

}  // namespace

ExitCode mutate_verb(const ShotOptions& options, bool json) {
  std::vector<Json> documents;
  const ExitCode code = for_each_shot(options, [&](const ShotOptions& one) {
    return mutate_shot(one, json ? &documents : nullptr);
  });
  if (json) print_documents(documents, means_many(options.shot));
  return code;
}

}  // namespace gambol
