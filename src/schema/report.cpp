#include "schema/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
#include "base/pattern.h"
#include "schema/yaml_tree.h"

namespace gambol {

void report_unknown(Findings& findings, const Place& owner, const std::string& field,
                    const std::string& name, const std::string& kind,
                    const std::vector<std::string>& known) {
  // Problems beyond the most that are listed are only counted, so that their text is not needed.
  const std::string expected = findings.is_full() ? kind : one_of(kind, name, known);
  findings.report(owner, field, in_quotes(name), expected);
}

void check_patterns(const Place& owner, const char* field, const std::vector<std::string>& wanted,
                    const char* kind, const std::vector<std::string>& known, Findings& findings) {
  for (const std::string& name : wanted) {
    const bool found = std::any_of(known.begin(), known.end(),
                                   [&](const std::string& k) { return matches(name, k); });
    if (!found) report_unknown(findings, owner, field, name, kind, known);
  }
}

void check_folder_name(const Place& owner, const std::string& key, const std::string& name,
                       Findings& findings) {
  constexpr std::size_t most = 100;  // file names, of 255 bytes, hold two such names and more
  if (name.size() > most)
    findings.report(
        owner, key, in_quotes(name.substr(0, 20) + "..."),
        fmt::format("a name of at most {} bytes: results lie in a folder of this name", most));
  const auto is_odd = [](unsigned char c) { return c == '/' || c < 0x20 || c == 0x7f; };
  if (!name.starts_with('.') && std::none_of(name.begin(), name.end(), is_odd)) return;
  findings.report(
      owner, key, in_quotes(name),
      "a name without slashes, control characters or a leading dot: results lie in a folder "
      "of this name");
}

}  // namespace gambol
