// Checks that no degree of freedom is commanded by two controllers at once.

#include <fmt/format.h>

#include <map>

#include "schema/values.h"
#include "shot/check_names.h"
#include "shot/shot_spec.h"

namespace gambol {

// Controllers that cues start may take turns; whoever ticks last then has its way.
void check_commands(const CastSpec& cast, Findings& findings) {
  std::map<std::string, const ControllerSpec*> owner;
  for (const ControllerSpec& c : cast.controllers) {
    if (!c.active) continue;
    for (const std::string& dof : c.kind.commands(cast.figure).drives) {
      const auto [at, is_new] = owner.emplace(dof, &c);
      if (is_new || at->second == &c) continue;
      const bool named = findings.written(c.place, "joints") != nullptr;
      findings.report(c.place, named ? "joints" : "type",
                      fmt::format("{}, which {} (line {}) commands too", dof,
                                  in_quotes(at->second->name), at->second->place.line),
                      "one active skill for each degree of freedom");
      break;
    }
  }
}

std::set<std::string> commanded_dofs(const CastSpec& cast) {
  std::set<std::string> all;
  for (const ControllerSpec& c : cast.controllers)
    for (std::string& dof : c.kind.commands(cast.figure).drives) all.insert(std::move(dof));
  return all;
}

}  // namespace gambol
