#include <fmt/format.h>

#include <set>

#include "base/data_file.h"
#include "gait/gait_spec.h"
#include "schema/loader.h"

namespace gambol {

void check_gait(const GaitPattern& gait, Findings& findings) {
  if (gait.duty_factor && *gait.duty_factor >= 1)
    findings.report(gait.place, "duty_factor", fmt::format("{}", *gait.duty_factor),
                    "a number below 1: a foot must leave the ground");
  if (gait.phases && gait.rule)
    findings.report(gait.place, "rule", "phases as well", "one of phases and rule");
  if (gait.phases && gait.phases->left.empty() && gait.phases->right.empty() &&
      gait.phases->middle.empty())
    findings.report(gait.place, "phases", "no phase", "left or right, a phase for each leg");
}

namespace {

void check_table(const GaitTable& table, Findings& findings) {
  std::set<std::string> seen;
  for (const GaitPattern& gait : table.patterns) {
    check_gait(gait, findings);
    if (gait.name.empty())
      findings.report(gait.place, "name", "nothing", "a name");
    else if (!seen.insert(gait.name).second)
      findings.report(gait.place, "name", in_quotes(gait.name) + " a second time",
                      "a name of its own");
    if (!gait.duty_factor && !findings.written(gait.place, "duty_factor"))
      findings.report(gait.place, "duty_factor", "nothing",
                      "this key: the share of a cycle that a foot is on the ground");
    if (!gait.phases && !gait.rule && !findings.written(gait.place, "phases") &&
        !findings.written(gait.place, "rule"))
      findings.report(gait.place, "phases", "nothing", "this key, or rule");
  }
}

}  // namespace

std::string common_gaits_file() { return find_data_file("figures/gaits.yaml"); }

GaitTable load_gaits(const std::string& path) {
  return load_file<GaitTable>(path, "gaits", check_table);
}

}  // namespace gambol
