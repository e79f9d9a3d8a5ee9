#include <fmt/format.h>

#include <set>

#include "figure/fractions_spec.h"
#include "schema/loader.h"
#include "schema/yaml_tree.h"

namespace gambol {
namespace {

void check_segment(const FractionSegmentSpec& s, Findings& findings) {
  if (s.bodies.empty() == s.joints.empty())
    findings.report(s.place, s.joints.empty() ? "bodies" : "joints",
                    s.joints.empty() ? "nothing" : "bodies as well",
                    "bodies that are scaled, or joints that are moved");
  if (s.joints.empty()) return;
  if (s.mass) findings.report(s.place, "mass", "a mass of joints", "bodies, which have mass");
  if (!s.length && !findings.written(s.place, "length"))
    findings.report(s.place, "length", "nothing", "this key: where the joints are moved to");
  if (s.from.empty() && s.along != Along::y)
    findings.report(s.place, "from", "nothing",
                    "a joint from which the length is measured, or `along: y`");
}

// Masses are printed with three digits.
constexpr double mass_rounding = 2e-3;

void check_fractions(const FractionsSpec& set, Findings& findings) {
  std::set<std::string> names;
  double mass = 0;
  bool complete = true;
  for (const FractionSegmentSpec& s : set.segments) {
    check_segment(s, findings);
    if (!s.name.empty() && !names.insert(s.name).second)
      findings.report(s.place, "name", in_quotes(s.name) + " a second time", "a name of its own");
    mass += s.mass.value_or(0);
    complete = complete && (s.mass || s.bodies.empty());
  }
  const bool fits = mass < 1 + mass_rounding && (!complete || mass > 1 - mass_rounding);
  if (!fits)
    findings.report(
        set.place, "segments", fmt::format("masses that add up to {:.4g} of the person's", mass),
        complete ? "1 in all" : "less than 1, as segments without `mass` have mass too");
}

}  // namespace

FractionsSpec load_fractions(const std::string& path, Findings& findings) {
  FractionsSpec set;
  LoadContext context{path, findings};
  const std::size_t before = findings.problems.size();
  try {
    load_document(context, read_yaml(path, findings.problems), "fractions", set, set.name);
  } catch (const InputError& e) {
    findings.problems.insert(findings.problems.end(), e.problems().begin(), e.problems().end());
    return set;
  }
  if (findings.problems.size() == before) check_fractions(set, findings);
  return set;
}

FractionsSpec load_fractions(const std::string& path) {
  Findings findings;
  FractionsSpec set = load_fractions(path, findings);
  findings.throw_if_any();
  return set;
}

}  // namespace gambol
