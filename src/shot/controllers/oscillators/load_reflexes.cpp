#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "base/allowed_paths.h"
#include "base/text_file.h"
#include "schema/loader.h"
#include "shot/controllers/oscillators/reflex_spec.h"

namespace gambol {

void load_base(LoadContext& context, const Written& reference, ReflexSpec& reflexes) {
  Findings& findings = context.findings;
  const std::string path = resolve_path(reference.place.file, reflexes.file);
  const auto& chain = context.including;
  if (path == context.file || std::find(chain.begin(), chain.end(), path) != chain.end()) {
    findings.add(reference.place, reference.key, in_quotes(reflexes.file),
                 "a reflex file that does not begin with this one");
    return;
  }
  if (chain.size() >= most_files_in_a_row) {
    findings.add(reference.place, reference.key, in_quotes(reflexes.file),
                 too_long_a_chain("reflex files that begin with each other"));
    return;
  }
  if (const std::string why = why_no_file(path, "a reflex file"); !why.empty()) {
    findings.add(reference.place, reference.key, in_quotes(reflexes.file),
                 why + "; gambol calibrate writes one");
    return;
  }
  LoadContext inner{path, findings, context.fps, chain};
  inner.including.push_back(context.file);
  reflexes.file.clear();
  try {
    load_document(inner, read_yaml(path, findings.problems), "reflexes", reflexes, reflexes.name);
  } catch (const InputError& e) {
    findings.problems.insert(findings.problems.end(), e.problems().begin(), e.problems().end());
  }
  reflexes.file = path;
}

namespace {

// A position triggers steps; a torque or force indicates obstacles.
void check_trigger(const std::optional<TriggerSpec>& trigger, bool position, Findings& findings) {
  const Written* at = trigger ? findings.written(trigger->place, "at") : nullptr;
  if (!at || !at->dimension) return;
  const bool is_position =
      at->dimension->same_as(dim::angle) || at->dimension->same_as(dim::length);
  if (is_position == position) return;
  findings.report(trigger->place, "at", describe(*at->dimension),
                  position ? "an angle or a length" : "a torque or a force");
}

}  // namespace

void check_reflexes(const ReflexSpec& reflexes, Findings& findings) {
  std::set<std::string> seen;
  for (const LegReflexSpec& leg : reflexes.legs)
    if (!seen.insert(leg.name).second)
      findings.report(leg.place, "name", in_quotes(leg.name) + " a second time",
                      "a name of its own");
  if (reflexes.raised > reflexes.lowering)
    findings.report(reflexes.place, "raised", fmt::format("{}", reflexes.raised),
                    fmt::format("at most lowering, {}", reflexes.lowering));
  for (const LegReflexSpec& leg : reflexes.legs) {
    check_trigger(leg.step, true, findings);
    check_trigger(leg.obstacle, false, findings);
  }
}

double LegReflexSpec::landed_at(double share) const {
  if (landed.empty()) return std::numeric_limits<double>::infinity();
  const auto part = static_cast<std::size_t>(share * static_cast<double>(landed.size()));
  return landed[std::min(part, landed.size() - 1)];
}

ReflexSpec load_reflexes(const std::string& path) {
  return load_file<ReflexSpec>(path, "reflexes", check_reflexes);
}

}  // namespace gambol
