// What a shot file must satisfy beyond its fields' types.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/nearest.h"
#include "shot/names.h"
#include "shot/reading.h"
#include "shot/values.h"

namespace gambol {
namespace {

const CastSpec* find_cast(const ShotSpec& shot, const std::string& name) {
  for (const CastSpec& cast : shot.motion.figures)
    if (cast.name == name) return &cast;
  return nullptr;
}

// A figure whose file could not be read has no bodies; what refers to them is not judged.
bool is_loaded(const CastSpec* cast) { return cast && !cast->figure.bodies.empty(); }

const CastSpec* check_figure_name(const ShotSpec& shot, const Place& owner, const std::string& name,
                                  Findings& findings) {
  const CastSpec* cast = find_cast(shot, name);
  if (cast) return cast;
  if (!name.empty())
    report_unknown(findings, owner, "figure", name, "a figure of the shot",
                   names_in(shot.motion.figures));
  else if (shot.motion.figures.size() > 1)
    findings.report(owner, "figure", "nothing", "this key, as the shot has several figures");
  return nullptr;
}

void check_body_name(const CastSpec* cast, const Place& owner, const std::string& body,
                     Findings& findings) {
  if (is_loaded(cast) && !body.empty() && !find_body(cast->figure, body))
    report_unknown(findings, owner, "body", body, "a body of " + in_quotes(cast->name),
                   names_in(cast->figure.bodies));
}

void check_gait(const CastSpec& cast, const ControllerSpec& c, const OscillatorGaitSpec& gait,
                Findings& findings) {
  if (gait.frequency && gait.goal_speed)
    findings.report(c.place, "goal_speed", "frequency as well", "one of the two");
  if (!gait.frequency && !gait.goal_speed && !findings.written(c.place, "frequency") &&
      !findings.written(c.place, "goal_speed"))
    findings.report(c.place, "frequency", "nothing", "this key, or goal_speed and stride");
  if (gait.goal_speed && !findings.written(c.place, "stride"))
    findings.report(c.place, "stride", "nothing", "this key, which goal_speed needs");
  if (gait.step_reflex && !findings.written(c.place, "step_reflex_angle"))
    findings.report(c.place, "step_reflex_angle", "nothing", "this key, which step_reflex needs");
  if (gait.load_reflex && !findings.written(c.place, "load_reflex_torque"))
    findings.report(c.place, "load_reflex_torque", "nothing", "this key, which load_reflex needs");
  if (!is_loaded(&cast)) return;
  if (cast.figure.legs.empty())
    findings.report(c.place, "type", "oscillators", "a figure with legs");
  for (const LegSpec& leg : cast.figure.legs) {
    if (gait.step_reflex && leg.upper_joint.empty())
      findings.report(c.place, "step_reflex", fmt::format("leg {} without upper_joint", leg.name),
                      "every leg of the figure to have one");
    if (gait.load_reflex && leg.support_joint.empty())
      findings.report(c.place, "load_reflex", fmt::format("leg {} without support_joint", leg.name),
                      "every leg of the figure to have one");
  }
}

void check_cast(const ShotSpec& shot, Findings& findings) {
  std::set<std::string> names;
  for (const CastSpec& cast : shot.motion.figures) {
    if (!cast.name.empty() && !names.insert(cast.name).second)
      findings.report(cast.place, "name", in_quotes(cast.name) + " a second time",
                      "a name of its own");
    if (cast.name.find_first_of("./") != cast.name.npos)
      findings.report(cast.place, "name", in_quotes(cast.name), "a name without `.` and `/`");
    std::set<std::string> controllers;
    for (const ControllerSpec& c : cast.controllers) {
      if (!controllers.insert(c.name).second)
        findings.report(c.place, "name", in_quotes(c.name) + " a second time", "a name of its own");
      if (const auto* gait = std::get_if<OscillatorGaitSpec>(&c.kind))
        check_gait(cast, c, *gait, findings);
    }
  }
  if (shot.motion.figures.empty() && findings.written(shot.place, "figures"))
    findings.report(shot.place, "figures", "no figures", "at least one");
}

// All names that `NAME` or `FIGURE.NAME` may mean, and how many figures have the plain one.
void check_reference(const ShotSpec& shot, const CueSpec& cue, const char* field,
                     const std::string& name, const char* kind,
                     std::vector<std::string> (*names)(const CastSpec&), Findings& findings) {
  if (name.empty()) return;
  std::vector<std::string> known;
  std::vector<std::string> owners;
  for (const CastSpec& cast : shot.motion.figures) {
    if (!is_loaded(&cast)) return;
    for (const std::string& n : names(cast)) {
      if (n == name) owners.push_back(cast.name + "." + n);
      if (std::find(known.begin(), known.end(), n) == known.end()) known.push_back(n);
      known.push_back(cast.name + "." + n);
    }
  }
  if (owners.size() > 1)
    findings.report(cue.place, field, in_quotes(name) + ", which several figures have",
                    alternatives(owners));
  else if (std::find(known.begin(), known.end(), name) == known.end())
    report_unknown(findings, cue.place, field, name, kind, known);
}

std::vector<std::string> controller_names(const CastSpec& cast) {
  return names_in(cast.controllers);
}
std::vector<std::string> program_names(const CastSpec& cast) {
  return names_in(cast.figure.motor_programs);
}

void check_cues(const ShotSpec& shot, Findings& findings) {
  for (const CueSpec& cue : shot.motion.cues) {
    check_reference(shot, cue, "start", cue.start, "a controller", controller_names, findings);
    check_reference(shot, cue, "stop", cue.stop, "a controller", controller_names, findings);
    check_reference(shot, cue, "run", cue.run, "a motor program", program_names, findings);
    if (!cue.run.empty() && !findings.written(cue.place, "over"))
      findings.report(cue.place, "over", "nothing", "this key: how long `run` takes");
    if (cue.run.empty() && findings.written(cue.place, "over") &&
        !findings.written(cue.place, "run"))
      findings.report(cue.place, "over", "a duration without `run`", "both or none");
    if (!cue.push) continue;
    const CastSpec* cast = check_figure_name(shot, cue.push->place, cue.push->figure, findings);
    check_body_name(cast, cue.push->place, cue.push->body, findings);
  }
}

void check_times(const ShotSpec& shot, Findings& findings) {
  constexpr double rounding = 1e-9;
  const double end = shot.simulated_time(shot.film.duration);
  if (shot.motion.simulate_until < end - rounding)
    findings.report(shot.place, "simulate_until", fmt::format("{} s", shot.motion.simulate_until),
                    fmt::format("at least the end of the film, {} s", end));
  constexpr double most_frames = 1e6;
  if (shot.film.duration * shot.film.fps > most_frames)
    findings.report(shot.place, "film",
                    fmt::format("{:.0f} frames", shot.film.duration * shot.film.fps),
                    "at most a million");
  if (shot.motion.integrator.min_step > shot.motion.integrator.max_step)
    findings.report(shot.motion.integrator.place, "min_step",
                    fmt::format("{} s", shot.motion.integrator.min_step),
                    fmt::format("at most max_step, {} s", shot.motion.integrator.max_step));
}

void check_world(const ShotSpec& shot, Findings& findings) {
  if (!shot.motion.world.ground) return;
  const ContactSpec& contact = shot.motion.world.ground->contact;
  if (contact.scale != MassScale::none && contact.scale != MassScale::total_mass)
    findings.report(contact.place, "scale", name_of(contact.scale), "none or total_mass");
  const Written* strength = findings.written(contact.place, "strength");
  if (!strength || !strength->dimension) return;
  const Dimension wanted = contact.scale == MassScale::none ? dim::force : dim::force_per_mass;
  if (!strength->dimension->same_as(wanted))
    findings.report(contact.place, "strength", describe(*strength->dimension),
                    fmt::format("{}, as scale is {}", describe(wanted), name_of(contact.scale)));
}

void check_expectation(const ShotSpec& shot, const ExpectSpec& e, Findings& findings) {
  const CastSpec* cast = check_figure_name(shot, e.place, e.figure, findings);
  if (is_loaded(cast) && !e.body.empty()) {
    std::vector<std::string> known = names_in(cast->figure.bodies);
    for (const LegSpec& leg : cast->figure.legs) known.push_back(leg.name);
    if (std::find(known.begin(), known.end(), e.body) == known.end())
      report_unknown(findings, e.place, "body", e.body, "a body or leg of " + in_quotes(cast->name),
                     known);
  }
  const double to = e.to.value_or(shot.motion.simulate_until);
  if (!(e.from < to))
    findings.report(e.place, e.to ? "to" : "from", fmt::format("from {} s to {} s", e.from, to),
                    "from < to");
  if (e.min && e.max && *e.min > *e.max)
    findings.report(e.place, "max", fmt::format("{}, with min at {}", *e.max, *e.min),
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

void check_materials(const ShotSpec& shot, Findings& findings) {
  // A look that could not be read names nothing, and is reported already.
  if (shot.look.materials.empty() && !shot.look.file.empty()) return;
  const std::vector<std::string> known = names_in(shot.look.materials);
  std::set<std::string> reported;
  const auto check = [&](const Place& owner, const std::string& name) {
    if (name.empty() || std::find(known.begin(), known.end(), name) != known.end()) return;
    if (reported.insert(name).second)
      report_unknown(findings, owner, "material", name, "a material of the look", known);
  };
  for (const CastSpec& cast : shot.motion.figures) {
    check(cast.figure.place, cast.figure.material);
    for (const BodySpec& body : cast.figure.bodies) {
      check(body.place, body.material);
      for (const ShapeSpec& shape : body.visible) check(shape.place, shape.material);
    }
  }
}

void check_camera(const ShotSpec& shot, Findings& findings) {
  if (const auto& follow = shot.camera.follow) {
    const CastSpec* cast = check_figure_name(shot, follow->place, follow->figure, findings);
    check_body_name(cast, follow->place, follow->body, findings);
  }
  if (shot.camera.position.is_constant() && shot.camera.target.is_constant() &&
      shot.camera.position.keys[0].value == shot.camera.target.keys[0].value)
    findings.report(shot.place, "camera", "a camera that looks at where it stands",
                    "a target away from its position");
}

}  // namespace

void complete_shot(ShotSpec& shot, const Findings& findings) {
  const bool single = shot.motion.figures.size() == 1;
  const auto only = [&](std::string& figure) {
    if (single && figure.empty()) figure = shot.motion.figures[0].name;
  };
  for (CastSpec& cast : shot.motion.figures)
    for (ControllerSpec& c : cast.controllers)
      if (c.name.empty())
        c.name = std::visit(
            [](const auto& kind) {
              return std::string(variant_name<std::decay_t<decltype(kind)>>);
            },
            c.kind);
  for (CueSpec& cue : shot.motion.cues)
    if (cue.push) only(cue.push->figure);
  if (shot.camera.follow) only(shot.camera.follow->figure);
  for (ExpectSpec& e : shot.expect) {
    only(e.figure);
    for (const char* field : {"min", "max", "reference"}) {
      const Written* at = findings.written(e.place, field);
      if (at && at->dimension && !e.dimension) e.dimension = at->dimension;
    }
  }
  if (!findings.written(shot.place, "simulate_until"))
    shot.motion.simulate_until = shot.simulated_time(shot.film.duration);
}

void check_shot(const ShotSpec& shot, Findings& findings) {
  check_cast(shot, findings);
  check_cues(shot, findings);
  check_times(shot, findings);
  check_world(shot, findings);
  for (const ExpectSpec& e : shot.expect) check_expectation(shot, e, findings);
  check_camera(shot, findings);
  check_look(shot.look, findings);
  check_materials(shot, findings);
}

}  // namespace gambol
