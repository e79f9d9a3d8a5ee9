// Checks the hair of a look.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "schema/report.h"
#include "schema/values.h"
#include "shot/look_spec.h"
#include "shot/reading.h"

namespace gambol {
namespace {

void check_region(const HairRegionSpec& r, Findings& findings) {
  const auto with_at = [&](const char* field) {
    if (!r.at && findings.written(r.place, field))
      findings.report(r.place, field, fmt::format("{} without at", field), "`at` beside it");
  };
  for (const char* field : {"to", "radius", "fade", "mirrored"}) with_at(field);
  if (!r.at && !r.whorl && !r.frame.empty())
    findings.report(r.place, "frame", "a frame in which nothing is", "`at` or `whorl` beside it");
  if (r.lie && r.whorl) findings.report(r.place, "whorl", "whorl and lie", "one of the two");
  if (!r.at && r.bodies.empty())
    findings.report(r.place, "name", "a region of everything", "`bodies` or `at`");
  if (r.lie && r.lie->norm() == 0)
    findings.report(r.place, "lie", "a direction of length 0", "a direction");
}

void check_one(const HairSpec& hair, const LookSpec& look, Findings& findings) {
  const std::vector<std::string> known = names_in(look.materials);
  for (const std::string& name : hair.on)
    if (std::find(known.begin(), known.end(), name) == known.end())
      report_unknown(findings, hair.place, "on", name, "a material of the look", known);
  const auto own = std::find_if(look.materials.begin(), look.materials.end(),
                                [&](const MaterialSpec& m) { return m.name == hair.material; });
  if (own == look.materials.end()) {
    if (!hair.material.empty())
      report_unknown(findings, hair.place, "material", hair.material, "a material of the look",
                     known);
  } else if (own->emission.norm() > 0 || own->transmission > 0) {
    findings.report(hair.place, "material", in_quotes(own->name) + ", which glows or is glass",
                    "a material with `fibre`, or an opaque one");
  }
  const auto on_fibre = [&](const MaterialSpec& m) {
    return m.fibre && std::find(hair.on.begin(), hair.on.end(), m.name) != hair.on.end();
  };
  if (std::any_of(look.materials.begin(), look.materials.end(), on_fibre))
    findings.report(hair.place, "on", "a fibre", "materials of surfaces");
  if (hair.lie.norm() == 0)
    findings.report(hair.place, "lie", "a direction of length 0", "a direction");
  for (const HairMapSpec& map : hair.maps)
    if (map.on == HairTarget::density && map.value > 1)
      findings.report(map.place, "value", fmt::format("{} on density", map.value),
                      "at most 1: patterns thin out, `density` is the most");
  for (const HairRegionSpec& r : hair.regions) check_region(r, findings);
}

}  // namespace

void check_hair(const LookSpec& look, Findings& findings) {
  std::set<std::string> seen;
  for (const HairSpec& hair : look.hair) {
    if (!seen.insert(hair.name).second)
      findings.report(hair.place, "name", in_quotes(hair.name) + " a second time",
                      "a name of its own");
    check_one(hair, look, findings);
  }
  check_patterns(look.place, "grow", look.grow, "hair of the look", names_in(look.hair), findings);
}

}  // namespace gambol
