#include "shot/check.h"

#include <fmt/format.h>

#include "cli/motion.h"
#include "cli/verbs.h"

namespace gambol {
namespace {

// A file that is sound but is no shot has no expectations.
std::vector<Problem> problems_of(const std::string& path) {
  std::vector<Problem> problems = check_file(path);
  if (!problems.empty()) return problems;
  try {
    return unknown_measures(load_shot(path));
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

ExitCode check_verb(const std::string& path) {
  const std::vector<Problem> problems = problems_of(path);
  for (const Problem& problem : problems) fmt::print(stderr, "{}\n", problem.to_string());
  if (!problems.empty()) return ExitCode::bad_input;
  fmt::print("{}: ok\n", path);
  return ExitCode::ok;
}

}  // namespace gambol
