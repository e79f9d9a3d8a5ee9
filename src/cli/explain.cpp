#include "schema/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/measures.h"
#include "base/error.h"
#include "base/number_table.h"
#include "cli/verbs.h"
#include "geometry/formula.h"
#include "schema/key_search.h"
#include "shot/file_kinds.h"

namespace gambol {

namespace {

std::string line_of(const MeasureHelp& measure) {
  return fmt::format("  {} [{}]: {}\n", measure.name, measure.unit, measure.help);
}

bool is_key(const std::string& word) {
  const std::vector<std::string> keys = key_names(file_kinds(), word);
  return std::find(keys.begin(), keys.end(), word) != keys.end();
}

// The measures that a word which is no key is about; "" if there are none.
std::string measures_about(const std::string& word) {
  std::string lines;
  if (word.empty() || word.find('.') != word.npos || is_key(word)) return lines;
  for (const MeasureHelp& measure : known_measures())
    if (speaks_of(measure.name, measure.help, word)) lines += line_of(measure);
  return lines.empty() ? "" : "measures of `expect` that are about it:\n" + lines;
}

// Explains a key, or what a word may mean; the description of fields does not know measures.
std::string explanation_of(const std::string& key) {
  const std::string measures = measures_about(key);
  try {
    return explain(file_kinds(), key) + measures;
  } catch (const InputError&) {
    if (measures.empty()) throw;
    return fmt::format("{}: no key has this name; {}", key, measures);
  }
}

}  // namespace

// A table is shown as text. Adds the measures that `expect:` can use, and the names that formulas
// can: the description of fields does not know them.
ExitCode explain_verb(const std::string& key) {
  if (key.ends_with(".npy")) {
    fmt::print("{}", as_text(NumberTable(key)));
    return ExitCode::ok;
  }
  for (const MeasureHelp& measure : known_measures())
    if (measure.name == key) {
      const std::string unit = measure.unit.empty() ? "" : fmt::format(" [{}]", measure.unit);
      fmt::print("{}, a measure of `expect`{}: {}\n", measure.name, unit, measure.help);
      if (!is_key(key)) return ExitCode::ok;
    }
  const std::string text = explanation_of(key);
  fmt::print("{}{}", text, text.ends_with('\n') ? "" : "\n");
  if (key.ends_with("expect.measure"))
    for (const MeasureHelp& measure : known_measures()) fmt::print("{}", line_of(measure));
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
