// Checks that no degree of freedom is commanded by two controllers at once that cannot share it.

#include <fmt/format.h>

#include <map>
#include <set>

#include "schema/values.h"
#include "shot/check_names.h"
#include "shot/shot_spec.h"

namespace gambol {

namespace {

bool takes_over(const ControllerSpec& c) { return c.weight.is_constant() && c.weight.at(0) == 1; }

void report_twice(const ControllerSpec& c, const ControllerSpec& other, const std::string& dof,
                  const std::string& expected, Findings& findings) {
  const bool named = findings.written(c.place, "joints") != nullptr;
  findings.report(c.place, named ? "joints" : "type",
                  fmt::format("{}, which {} (line {}) commands too", dof, in_quotes(other.name),
                              other.place.line),
                  expected);
}

}  // namespace

// Controllers that cues start may take turns. Later ones share what earlier ones command by
// torques, but may leave nothing of it.
void check_commands(const CastSpec& cast, Findings& findings) {
  struct Owner {
    const ControllerSpec* c;
    bool shares;
  };
  std::map<std::string, Owner> owners;                // the last one, by degree of freedom
  std::map<const ControllerSpec*, std::size_t> left;  // degrees of freedom that nobody takes over
  for (const ControllerSpec& c : cast.controllers) {
    if (!c.active) continue;
    const CommandedDofs commanded = c.kind.commands(cast.figure);
    left[&c] = commanded.drives.size();
    for (const std::string& dof : commanded.drives) {
      const auto [at, is_new] = owners.try_emplace(dof, Owner{&c, commanded.shares});
      const Owner other = at->second;
      if (is_new || other.c == &c) continue;
      if (!commanded.shares || !other.shares) {
        report_twice(c, *other.c, dof, "one active skill for each degree of freedom", findings);
        break;
      }
      if (takes_over(c) && --left[other.c] == 0) {
        report_twice(
            c, *other.c, dof,
            fmt::format("a skill that leaves {} a joint, or a `weight`", in_quotes(other.c->name)),
            findings);
        break;
      }
      at->second = {&c, true};
    }
  }
}

bool share_joints(const CastSpec& cast) {
  std::set<std::string> before;
  for (const ControllerSpec& c : cast.controllers) {
    CommandedDofs commanded = c.kind.commands(cast.figure);
    if (!commanded.shares) continue;
    for (std::string& dof : commanded.drives)
      if (!before.insert(std::move(dof)).second) return true;
  }
  return false;
}

std::set<std::string> commanded_dofs(const CastSpec& cast) {
  std::set<std::string> all;
  for (const ControllerSpec& c : cast.controllers)
    for (std::string& dof : c.kind.commands(cast.figure).drives) all.insert(std::move(dof));
  return all;
}

}  // namespace gambol
