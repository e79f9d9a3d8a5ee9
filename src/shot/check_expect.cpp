// Checks expectations.

#include <fmt/format.h>

#include <algorithm>

#include "base/clock.h"
#include "base/pattern.h"
#include "figure/joint_names.h"
#include "schema/names.h"
#include "schema/values.h"
#include "shot/check_names.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// Reports `name`, a name or a pattern, if it matches none of `known`.
void check_matches(const Place& owner, const char* field, const std::string& name, const char* kind,
                   const std::vector<std::string>& known, Findings& findings) {
  for (const std::string& k : known)
    if (matches(name, k)) return;
  report_unknown(findings, owner, field, name, kind, known);
}

// Formats a bound, given in SI units.
std::string shown(double bound, const std::optional<BoundUnit>& unit) {
  const std::string si = unit ? unit->dimension.unit() : "";
  return fmt::format("{:.6g}{}{}", bound, si.empty() ? "" : " ", si);
}

// An expectation has exactly one kind, and only a measure has bounds.
void check_kind(const ExpectSpec& e, Findings& findings) {
  std::vector<std::string> kinds;
  for (const char* kind : {"measure", "slip", "upright", "may_touch", "event", "pose"})
    if (findings.written(e.place, kind)) kinds.push_back(kind);
  if (kinds.size() != 1)
    findings.report(e.place, kinds.empty() ? "measure" : kinds[1].c_str(),
                    kinds.empty() ? "nothing" : "a second kind beside " + kinds[0],
                    "one of measure, slip, upright, may_touch, event or pose");
  if (kinds.empty() || kinds[0] == "measure") return;
  for (const char* field : {"min", "max", "reference", "body", "share", "curve", "band"})
    if (findings.written(e.place, field))
      findings.report(e.place, field, fmt::format("`{}` beside `{}`", field, kinds[0]),
                      "this key beside a measure only");
  if (kinds[0] == "pose" && e.over == Over::starts)
    findings.report(e.place, "over", "`over: starts` beside `pose`", "it beside what has a value");
  if (kinds[0] == "pose" && findings.written(e.place, "from"))
    findings.report(e.place, "from", "`from` beside `pose`", "`to` alone: the time of the pose");
}

void check_parts(const CastSpec* cast, const ExpectSpec& e, Findings& findings) {
  if (e.event && e.event->mark.empty() == e.event->touch.empty())
    findings.report(e.event->place, e.event->mark.empty() ? "mark" : "touch",
                    e.event->mark.empty() ? "neither" : "both", "one of mark and touch");
  if (!is_loaded(cast)) return;
  const std::string of = " of " + in_quotes(cast->name);
  const bool names_touch = e.event && !e.event->touch.empty();
  if (names_touch || !e.may_touch.empty()) {
    const std::vector<std::string> bodies = names_in(cast->figure.bodies);
    const std::string kind = "a body" + of;
    for (const std::string& body : e.may_touch)
      check_matches(e.place, "may_touch", body, kind.c_str(), bodies, findings);
    if (names_touch)
      check_matches(e.event->place, "touch", e.event->touch, kind.c_str(), bodies, findings);
  }
  if (e.slip) {
    const std::vector<std::string> legs = names_in(cast->figure.legs);
    if (legs.empty())
      findings.report(e.place, "slip", "a figure without legs", "a figure whose file has `legs`");
    for (const std::string& leg : e.slip->legs)
      check_matches(e.slip->place, "legs", leg, ("a leg" + of).c_str(), legs, findings);
  }
  if (e.pose && e.pose->name.empty() && e.pose->joints.empty() && !e.pose->height &&
      !e.pose->rotate)
    findings.report(e.pose->place, "name", "nothing", "a pose, joints, height or rotate");
}

// Marks come from cues, from attachments that break, and from dormant figures that are spawned.
void check_mark(const ShotSpec& shot, const EventSpec& event, Findings& findings) {
  if (event.mark.empty()) return;
  std::vector<std::string> known = names_in(shot.motion.cues);
  for (const AttachmentSpec& a : shot.motion.world.attachments) known.push_back(a.name);
  for (const CastSpec& cast : shot.motion.figures)
    if (cast.dormant) known.push_back(cast.name);
  check_matches(event.place, "mark", event.mark, "a cue, attachment or dormant figure of the shot",
                known, findings);
}

// Some measures take a pattern; analysis/check_measures.cpp refuses it for the others. Joints are
// named only if no body or leg matches: it takes as long as all other checks.
void check_body(const CastSpec& cast, const ExpectSpec& e, Findings& findings) {
  const auto is_meant = [&](const auto& part) { return matches(e.body, part.name); };
  const FigureSpec& figure = cast.figure;
  if (e.body.empty() || std::any_of(figure.bodies.begin(), figure.bodies.end(), is_meant) ||
      std::any_of(figure.legs.begin(), figure.legs.end(), is_meant))
    return;
  const std::vector<std::string> joints = joint_names(figure);
  if (std::any_of(joints.begin(), joints.end(),
                  [&](const std::string& joint) { return matches(e.body, joint); }))
    return;
  std::vector<std::string> known = names_in(figure.bodies);
  for (const LegSpec& leg : figure.legs) known.push_back(leg.name);
  for (const std::string& joint : joints)
    if (std::find(known.begin(), known.end(), joint) == known.end()) known.push_back(joint);
  report_unknown(findings, e.place, "body", e.body,
                 "a body, leg or joint of " + in_quotes(cast.name), known);
}

// Of a pattern's figures the first one whose parts are wrong is reported: they are often alike.
void check_figures(const ShotSpec& shot, const ExpectSpec& e, Findings& findings) {
  if (!is_pattern(e.figure)) {
    const CastSpec* cast = check_figure_name(shot, e.place, e.figure, findings);
    check_parts(cast, e, findings);
    if (is_loaded(cast)) check_body(*cast, e, findings);
    return;
  }
  const std::vector<const CastSpec*> meant = figures_named(shot.motion.figures, e.figure);
  if (meant.empty())
    report_unknown(findings, e.place, "figure", e.figure,
                   "a pattern that means figures of the shot", names_in(shot.motion.figures));
  if (e.pose) findings.report(e.place, "figure", in_quotes(e.figure), "one figure beside `pose`");
  const std::size_t before = findings.problems.size();
  for (const CastSpec* cast : meant) {
    check_parts(cast, e, findings);
    if (is_loaded(cast)) check_body(*cast, e, findings);
    if (findings.problems.size() > before) return;
  }
}

void check_expectation(const ShotSpec& shot, const ExpectSpec& e, Findings& findings) {
  check_kind(e, findings);
  check_figures(shot, e, findings);
  if (e.over == Over::starts && !shot.starts)
    findings.report(e.place, "over", "`over: starts`", "it in a shot that has `starts`");
  if (e.event) check_mark(shot, *e.event, findings);
  const double to = e.to.value_or(shot.motion.simulate_until);
  if (!e.pose && !(e.from < to))
    findings.report(e.place, e.to ? "to" : "from",
                    fmt::format("from {:.6g} s to {:.6g} s", e.from, to), "from < to");
  if (e.to && *e.to > shot.motion.simulate_until + clock_slack)
    findings.report(e.place, "to", fmt::format("{:.6g} s", *e.to),
                    fmt::format("a time of the simulation, which ends at {:.6g} s",
                                shot.motion.simulate_until));
  if (e.min && e.max && *e.min > *e.max)
    findings.report(e.place, "max",
                    fmt::format("{}, with min at {}", shown(*e.max, e.unit), shown(*e.min, e.unit)),
                    "min <= max");
  const Written* first = nullptr;
  for (const char* field : {"min", "max", "reference"}) {
    const Written* at = findings.written(e.place, field);
    if (!at || !at->dimension) continue;
    if (first && !at->dimension->same_as(*first->dimension))
      findings.report(e.place, field, describe(*at->dimension), describe(*first->dimension));
    if (!first) first = at;
  }
}

}  // namespace

void check_expectations(const ShotSpec& shot, Findings& findings) {
  for (const ExpectSpec& e : shot.expect) check_expectation(shot, e, findings);
}

}  // namespace gambol
