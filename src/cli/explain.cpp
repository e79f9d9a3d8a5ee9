#include "schema/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/measures.h"
#include "cli/verbs.h"
#include "geometry/formula.h"
#include "shot/file_kinds.h"

namespace gambol {

// Adds the measures that `expect:` can use, and the names that formulas can: the description of
// fields does not know them.
ExitCode explain_verb(const std::string& key) {
  for (const MeasureHelp& measure : known_measures())
    if (measure.name == key) {
      const std::string unit = measure.unit.empty() ? "" : fmt::format(" [{}]", measure.unit);
      fmt::print("{}, a measure of `expect`{}: {}\n", measure.name, unit, measure.help);
      const std::vector<std::string> keys = key_names(file_kinds(), key);
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) return ExitCode::ok;
    }
  const std::string text = explain(file_kinds(), key);
  fmt::print("{}{}", text, text.ends_with('\n') ? "" : "\n");
  if (key.ends_with("expect.measure"))
    for (const MeasureHelp& measure : known_measures())
      fmt::print("  {} [{}]: {}\n", measure.name, measure.unit, measure.help);
  if (key.ends_with("formula"))
    for (const std::string& names : formula_names()) fmt::print("  {}\n", names);
  return ExitCode::ok;
}

ExitCode schema_verb(const std::string& kind) {
  const std::string text = json_schema(file_kinds(), kind);
  fmt::print("{}{}", text, text.ends_with('\n') ? "" : "\n");
  return ExitCode::ok;
}

}  // namespace gambol
