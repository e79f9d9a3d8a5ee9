// Checks cues: each has exactly one trigger, and everything that it names exists.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <unordered_map>

#include "base/nearest.h"
#include "base/pattern.h"
#include "schema/names.h"
#include "schema/values.h"
#include "shot/check_names.h"
#include "shot/condition.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// "an act (did you mean sit?)", or with the names that there are.
std::string one_of_named(const char* kind, const std::string& name,
                         const std::vector<std::string>& known,
                         const std::vector<std::string>& without_figures) {
  constexpr std::size_t few = 8, most = 30;
  if (known.size() <= few || !nearest(name, known).empty()) return one_of(kind, name, known);
  if (without_figures.size() <= most)
    return fmt::format("{} ({})", kind, alternatives(without_figures));
  const std::vector<std::string> first(without_figures.begin(), without_figures.begin() + most);
  return fmt::format("{} ({}, and {} more)", kind, fmt::join(first, ", "),
                     without_figures.size() - most);
}

// Reports `name` unless it is FIGURE.NAME, or a NAME that exactly one figure has. `names` lists the
// names of a figure.
void check_reference(const ShotSpec& shot, const Place& owner, const char* field,
                     const std::string& name, const char* kind,
                     std::vector<std::string> (*names)(const CastSpec&), Findings& findings) {
  if (name.empty()) return;
  std::vector<std::string> known, without_figures, owners;
  for (const CastSpec& cast : shot.motion.figures) {
    if (!is_loaded(&cast)) return;
    for (const std::string& n : names(cast)) {
      if (n == name) owners.push_back(cast.name + "." + n);
      if (std::find(known.begin(), known.end(), n) == known.end()) {
        known.push_back(n);
        without_figures.push_back(n);
      }
      known.push_back(cast.name + "." + n);
    }
  }
  if (owners.size() > 1)
    findings.report(owner, field, in_quotes(name) + ", which several figures have",
                    alternatives(owners));
  else if (std::find(known.begin(), known.end(), name) == known.end())
    findings.report(owner, field, in_quotes(name),
                    findings.is_full() ? kind : one_of_named(kind, name, known, without_figures));
}

std::vector<std::string> controller_names(const CastSpec& cast) {
  return names_in(cast.controllers);
}
// What controllers play by themselves, in its own time.
std::vector<std::string> act_names(const CastSpec& cast) {
  std::vector<std::string> all;
  for (const ControllerSpec& c : cast.controllers)
    for (const std::string& name : c.kind.programs()) all.push_back(name);
  return all;
}
std::vector<std::string> program_names(const CastSpec& cast) {
  std::vector<std::string> all = names_in(cast.figure.motor_programs);
  for (const std::string& act : act_names(cast)) all.push_back(act);
  return all;
}
// Whether `run` means one of the names that `names` lists of a figure.
bool runs_one(const ShotSpec& shot, const std::string& run,
              std::vector<std::string> (*names)(const CastSpec&)) {
  const std::size_t dot = run.find('.');
  const std::string name = dot == std::string::npos ? run : run.substr(dot + 1);
  return std::any_of(shot.motion.figures.begin(), shot.motion.figures.end(), [&](const auto& cast) {
    const std::vector<std::string> all = names(cast);
    return std::find(all.begin(), all.end(), name) != all.end();
  });
}

void check_subject(const ShotSpec& shot, const CueSpec& cue, const Condition& c,
                   Findings& findings) {
  const bool of_figure = c.kind == ConditionKind::tilted || c.kind == ConditionKind::slower;
  if (c.kind == ConditionKind::broken) {
    check_patterns(cue.place, "when", {c.subject}, "an attachment of the world",
                   names_in(shot.motion.world.attachments), findings);
  } else if (of_figure) {
    check_patterns(cue.place, "when", {c.subject}, "a figure of the shot",
                   names_in(shot.motion.figures), findings);
  } else if (c.measured != Condition::Measured::height) {
    check_joint_condition(shot, cue, c, findings);
  } else {
    check_body_path(shot, cue.place, "when", c.subject, false, findings);
  }
  if (c.kind == ConditionKind::touches && !c.object.empty() && c.object != "ground")
    check_body_path(shot, cue.place, "when", c.object, false, findings);
  if (c.kind == ConditionKind::touches && c.object == "ground" && !shot.motion.world.ground)
    findings.report(cue.place, "when", "ground in a world without ground",
                    "a condition that can come true");
}

void check_trigger(const ShotSpec& shot, const CueSpec& cue, std::size_t index,
                   Findings& findings) {
  const bool at = findings.written(cue.place, "at"),
             waits = !cue.after.empty() || !cue.when.empty();
  if (at == waits)
    findings.report(cue.place, at ? "when" : "at", at ? "several triggers" : "nothing",
                    "either at, or after, or when, or after and when");
  try {
    if (!cue.when.empty()) check_subject(shot, cue, parse_condition(cue.when), findings);
  } catch (const std::invalid_argument& error) {
    findings.report(cue.place, "when", in_quotes(cue.when), error.what());
  }
  if (cue.after.empty()) return;
  try {
    std::vector<std::string> others;
    for (std::size_t i = 0; i < shot.motion.cues.size(); ++i)
      if (i != index) others.push_back(shot.motion.cues[i].name);
    const std::string before = parse_after(cue.after).cue;
    if (std::find(others.begin(), others.end(), before) == others.end())
      report_unknown(findings, cue.place, "after", before, "another cue", others);
  } catch (const std::invalid_argument& error) {
    findings.report(cue.place, "after", in_quotes(cue.after), error.what());
  }
}

// Only what may come again lets a cue repeat.
void check_repeats(const ShotSpec& shot, const CueSpec& cue, Findings& findings) {
  if (!cue.repeats) return;
  if (findings.written(cue.place, "at"))
    findings.report(cue.place, "repeats", "a cue `at` a time, which comes once",
                    "a cue with `when`, or `after` one that repeats");
  if (cue.after.empty()) return;
  try {
    const std::string before = parse_after(cue.after).cue;
    for (const CueSpec& other : shot.motion.cues)
      if (other.name == before && !other.repeats)
        findings.report(cue.place, "repeats",
                        fmt::format("a cue after {}, which happens once", in_quotes(before)),
                        "`repeats: true` of that cue too");
  } catch (const std::invalid_argument&) {
    // check_trigger() reports it
  }
}

// Cues that wait for each other never happen.
void check_circles(const ShotSpec& shot, Findings& findings) {
  const auto& cues = shot.motion.cues;
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < cues.size(); ++i) index.emplace(cues[i].name, i);
  std::vector<std::optional<std::size_t>> before(cues.size());
  for (std::size_t i = 0; i < cues.size(); ++i) {
    if (cues[i].after.empty()) continue;
    try {
      const auto found = index.find(parse_after(cues[i].after).cue);
      if (found != index.end()) before[i] = found->second;
    } catch (const std::invalid_argument&) {
      // check_trigger() reports it
    }
  }
  for (std::size_t i = 0; i < cues.size(); ++i) {
    const CueSpec& cue = cues[i];
    std::optional<std::size_t> at = before[i];
    for (std::size_t k = 0; at && *at != i && k < cues.size(); ++k) at = before[*at];
    if (at == i)
      findings.report(cue.place, "after", "a cue that waits for itself, directly or through others",
                      "a chain that begins with `at` or `when`");
  }
}

// Calls look(figure, controller) for each controller that `name` means.
template <class Look>
void each_controller(const ShotSpec& shot, const std::string& name, Look&& look) {
  for (const CastSpec& cast : shot.motion.figures)
    for (const ControllerSpec& c : cast.controllers)
      if (name == c.name || name == cast.name + "." + c.name) look(cast, c);
}

// A cue sets fields that its controller's kind declares settable.
void check_values(const ShotSpec& shot, const SettingsSpec& set, Findings& findings) {
  each_controller(shot, set.controller, [&](const CastSpec& cast, const ControllerSpec& c) {
    std::vector<std::pair<std::string, double>> with;
    for (std::size_t k = 0; k < set.values.size(); ++k)
      if (set.values[k]) with.emplace_back(settable_names()[k], *set.values[k]);
    for (std::size_t k = 0; k < set.values.size(); ++k) {
      if (!set.values[k]) continue;
      const std::string& field = settable_names()[k];
      if (!c.kind.is_settable(field))
        findings.report(set.place, field, fmt::format("a skill of type {}", c.kind.name()),
                        fmt::format("one whose {} a cue can set", field));
      else if (is_loaded(&cast))
        c.kind.check_set(cast.figure, {field, *set.values[k], set.place, with}, findings);
    }
  });
}

void check_settings(const ShotSpec& shot, const CueSpec& cue, Findings& findings) {
  const SettingsSpec& set = *cue.set;
  const bool of_controller = std::any_of(set.values.begin(), set.values.end(),
                                         [](const auto& value) { return value.has_value(); });
  if (of_controller && set.controller.empty())
    findings.report(set.place, "skill", "nothing", "this key: the skill whose fields are set");
  check_reference(shot, set.place, "skill", set.controller, "a skill", controller_names, findings);
  if (of_controller) check_values(shot, set, findings);
  const WorldSpec& world = shot.motion.world;
  if ((set.friction || set.elasticity) && !world.ground && world.obstacles.empty() &&
      !world.collisions.any())
    findings.report(set.place, set.friction ? "friction" : "elasticity", "a world without contacts",
                    "ground or collisions in the world");
  if (set.elasticity && *set.elasticity > 1 && shot.motion.world.has_impulses())
    findings.report(set.place, "elasticity", fmt::format("{}", *set.elasticity),
                    "at most 1, with contact by impulses: what a bounce gives back");
}

void check_spawn(const ShotSpec& shot, const SpawnSpec& spawn, Findings& findings) {
  std::vector<std::string> dormant;
  for (const CastSpec& cast : shot.motion.figures)
    if (cast.dormant) dormant.push_back(cast.name);
  const std::vector<std::string> all = names_in(shot.motion.figures);
  for (const std::string& wanted : spawn.figures) {
    const auto fits = [&](const std::string& name) { return matches(wanted, name); };
    if (std::any_of(dormant.begin(), dormant.end(), fits)) continue;
    if (std::any_of(all.begin(), all.end(), fits))
      findings.report(spawn.place, "figures", in_quotes(wanted) + ", which is there from the start",
                      "a figure with `dormant: true`");
    else
      report_unknown(findings, spawn.place, "figures", wanted, "a dormant figure", dormant);
  }
}

void check_dormant(const ShotSpec& shot, Findings& findings) {
  for (const CastSpec& cast : shot.motion.figures) {
    if (!cast.dormant) continue;
    const CueSpec* first = nullptr;
    for (const CueSpec& cue : shot.motion.cues) {
      if (!cue.spawn) continue;
      const auto& wanted = cue.spawn->figures;
      if (std::none_of(wanted.begin(), wanted.end(),
                       [&](const std::string& name) { return matches(name, cast.name); }))
        continue;
      if (first)
        findings.report(
            cue.spawn->place, "figures",
            fmt::format("{}, which {} spawns too", in_quotes(cast.name), in_quotes(first->name)),
            "a figure that no other cue spawns");
      first = &cue;
    }
    if (!first)
      findings.report(cast.place, "dormant", "a dormant figure that no cue spawns",
                      fmt::format("a cue with `spawn: {}`", cast.name));
  }
}

void check_reverse(const ShotSpec& shot, const ReverseSpec& reverse, Findings& findings) {
  check_reference(shot, reverse.place, "skill", reverse.controller, "a skill", controller_names,
                  findings);
  each_controller(shot, reverse.controller, [&](const CastSpec& cast, const ControllerSpec& c) {
    if (!c.kind.reverses())
      findings.report(reverse.place, "skill", in_quotes(reverse.controller),
                      "a skill that can reverse legs, such as oscillators");
    else if (is_loaded(&cast))
      check_patterns(reverse.place, "legs", reverse.legs, "a leg of the figure",
                     names_in(cast.figure.legs), findings);
  });
}

void check_emit(const ShotSpec& shot, const CueSpec& cue, Findings& findings) {
  const auto& emitters = shot.motion.world.particles;
  check_patterns(cue.place, "emit", cue.emit, "particles of the world", names_in(emitters),
                 findings);
  for (const std::string& wanted : cue.emit)
    for (const EmitterSpec& e : emitters)
      if (matches(wanted, e.name) && !e.point)
        findings.report(cue.place, "emit", in_quotes(e.name), "particles that have a `point`");
}

void check_actions(const ShotSpec& shot, const CueSpec& cue, Findings& findings) {
  check_reference(shot, cue.place, "start", cue.start, "a skill", controller_names, findings);
  check_reference(shot, cue.place, "stop", cue.stop, "a skill", controller_names, findings);
  check_reference(shot, cue.place, "run", cue.run, "a motor program or an act", program_names,
                  findings);
  const bool act = runs_one(shot, cue.run, act_names),
             program = !act && runs_one(shot, cue.run, program_names);
  const Written* over = findings.written(cue.place, "over");
  if (act && over && !cue.rest && !cue.set && !cue.springs)
    findings.report(cue.place, "over", fmt::format("{:.6g} s", cue.over),
                    fmt::format("no such key: {} has durations of its own", cue.run));
  if (program && !over)
    findings.report(cue.place, "over", "nothing", "this key: how long `run` takes");
  if (program && over && cue.over <= 0)
    findings.report(cue.place, "over", fmt::format("{:.6g} s", cue.over), "more than 0 for `run`");
  if (cue.run.empty() && !findings.written(cue.place, "run") && !cue.rest && !cue.set &&
      !cue.springs && over)
    findings.report(cue.place, "over", "a duration without `run`, `rest`, `set` or `springs`",
                    "one of these actions, which take time");
  if (cue.ease && !cue.rest && !cue.set && !cue.springs)
    findings.report(cue.place, "ease", "this key without `rest`, `set` or `springs`",
                    "one of these, whose changes take the time `over`");
  if (cue.set) check_settings(shot, cue, findings);
  if (cue.push) {
    const CastSpec* cast = check_figure_name(shot, cue.push->place, cue.push->figure, findings);
    check_body_name(cast, cue.push->place, cue.push->body, findings);
  }
  if (cue.spawn) check_spawn(shot, *cue.spawn, findings);
  if (cue.reverse) check_reverse(shot, *cue.reverse, findings);
  check_emit(shot, cue, findings);
  if (cue.kick) check_kick(shot, *cue.kick, findings);
  const std::vector<std::string> attachments = names_in(shot.motion.world.attachments);
  check_patterns(cue.place, "attach", cue.attach, "an attachment of the world", attachments,
                 findings);
  check_patterns(cue.place, "detach", cue.detach, "an attachment of the world", attachments,
                 findings);
  check_patterns(cue.place, "break", cue.break_, "an attachment of the world", attachments,
                 findings);
}

}  // namespace

void check_cues(const ShotSpec& shot, Findings& findings) {
  constexpr std::size_t most_cues = 1000;  // each may wait for all others
  if (shot.motion.cues.size() > most_cues) {
    findings.report(shot.place, "cues", fmt::format("{} of them", shot.motion.cues.size()),
                    fmt::format("at most {}", most_cues));
    return;
  }
  std::set<std::string> names;
  for (std::size_t i = 0; i < shot.motion.cues.size(); ++i) {
    const CueSpec& cue = shot.motion.cues[i];
    if (!cue.name.empty() && !names.insert(cue.name).second)
      findings.report(cue.place, "name", in_quotes(cue.name) + " a second time",
                      "a name of its own");
    check_trigger(shot, cue, i, findings);
    check_repeats(shot, cue, findings);
    check_actions(shot, cue, findings);
    check_joint_cue(shot, cue, findings);
  }
  check_circles(shot, findings);
  check_conditions(shot, findings);
  check_dormant(shot, findings);
}

}  // namespace gambol
