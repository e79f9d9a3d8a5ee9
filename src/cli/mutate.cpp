#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "base/progress.h"
#include "cli/columns.h"
#include "cli/motion.h"
#include "cli/takes.h"
#include "cli/verbs.h"
#include "search/mutations.h"

namespace gambol {
namespace {

std::string moved(const MutationResult& r) {
  if (!r.applies) return "";
  return std::isinf(r.moved) ? "cannot begin" : fmt::format("{:.2g}", r.moved);
}

std::string verdict(const MutationResult& r) {
  if (!r.applies) return "does not apply";
  if (r.caught()) return "caught";
  return r.seen() ? "SURVIVES" : "is not seen";
}

std::string noticed_by(const MutationResult& r) {
  constexpr std::size_t most = 4;
  if (!r.failure.empty()) return "the simulation fails";
  std::vector<std::string> some = r.missed;
  if (some.size() > most) some.resize(most);
  return fmt::format(
      "{}{}", fmt::join(some, ", "),
      r.missed.size() > most ? fmt::format(" and {} more", r.missed.size() - most) : "");
}

ExitCode mutate_shot(const ShotOptions& options) {
  const ShotSpec shot = load_sound_shot(options.shot);
  Progress progress("mutating");
  const std::vector<MutationResult> results =
      mutate(shot, options.out, [&](double done) { progress.at(done); });
  std::vector<std::vector<std::string>> rows{{shot.name, "moves by", "", "missed"}};
  ExitCode code = ExitCode::ok;
  for (const MutationResult& r : results) {
    rows.push_back({r.mutation->name, moved(r), verdict(r), noticed_by(r)});
    if (r.applies && r.seen() && !r.caught()) code = ExitCode::bad_motion;
  }
  print_columns(rows, rows[0].size());
  return code;
}

}  // namespace

ExitCode mutate_verb(const ShotOptions& options) { return for_each_shot(options, mutate_shot); }

}  // namespace gambol
