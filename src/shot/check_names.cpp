#include "shot/check_names.h"

#include <algorithm>

#include "base/pattern.h"
#include "figure/find.h"
#include "figure/joint_names.h"
#include "figure/weld_joints.h"
#include "schema/values.h"
#include "shot/shot_spec.h"

namespace gambol {

const CastSpec* find_cast(const ShotSpec& shot, const std::string& name) {
  for (const CastSpec& cast : shot.motion.figures)
    if (cast.name == name) return &cast;
  return nullptr;
}

bool is_loaded(const CastSpec* cast) { return cast && !cast->figure.bodies.empty(); }

namespace {

// Whether a figure has legs shows in its file.
bool are_loaded(const std::vector<CastSpec>& figures) {
  return std::all_of(figures.begin(), figures.end(),
                     [](const CastSpec& cast) { return is_loaded(&cast); });
}

}  // namespace

const CastSpec* check_figure_name(const ShotSpec& shot, const Place& owner, const std::string& name,
                                  Findings& findings) {
  const CastSpec* cast = find_cast(shot, name);
  if (cast) return cast;
  if (!name.empty())
    report_unknown(findings, owner, "figure", name, "a figure of the shot",
                   names_in(shot.motion.figures));
  else if (const CastSpec* meant = meant_figure(shot.motion.figures))
    return meant;
  else if (acting(shot.motion.figures) > 1 && are_loaded(shot.motion.figures))
    findings.report(owner, "figure", "nothing", "this key, as the shot has several figures");
  return nullptr;
}

void check_body_name(const CastSpec* cast, const Place& owner, const std::string& body,
                     Findings& findings) {
  if (is_loaded(cast) && !body.empty() && !find_body(cast->figure, body))
    report_unknown(findings, owner, "body", body, "a body of " + in_quotes(cast->name),
                   names_in(cast->figure.bodies));
}

void check_joint_names(const CastSpec& cast, const Place& owner, const char* field,
                       const std::vector<std::string>& names, Findings& findings) {
  const JointsByName joints(cast.figure);
  for (const std::string& name : names) {
    if (joints.has(name)) continue;
    if (is_welded(cast.figure, name))
      findings.report(owner, field, in_quotes(name) + ", which is welded", "a joint that moves");
    else
      report_unknown(findings, owner, field, name, "a joint of the figure",
                     joint_names(cast.figure));
  }
}

void check_body_path(const ShotSpec& shot, const Place& owner, const char* field,
                     const std::string& name, bool world_allowed, Findings& findings) {
  if (name.empty() || (world_allowed && name == "world")) return;
  std::vector<std::string> known;
  if (world_allowed) known.push_back("world");
  const CastSpec* meant = meant_figure(shot.motion.figures);
  for (const CastSpec& cast : shot.motion.figures) {
    if (!is_loaded(&cast)) return;
    for (const BodySpec& body : cast.figure.bodies) {
      if (may_go_unnamed(cast, meant)) known.push_back(body.name);
      known.push_back(cast.name + "." + body.name);
    }
  }
  if (std::find(known.begin(), known.end(), name) == known.end())
    report_unknown(findings, owner, field, name, "a body of the shot, FIGURE.BODY", known);
}

BodyPath find_body_path(const ShotSpec& shot, const std::string& name) {
  const CastSpec* meant = meant_figure(shot.motion.figures);
  for (const CastSpec& cast : shot.motion.figures) {
    const bool full = name.starts_with(cast.name + ".");
    if (!full && !may_go_unnamed(cast, meant)) continue;
    const std::string body = full ? name.substr(cast.name.size() + 1) : name;
    if (const BodySpec* found = find_body(cast.figure, body)) return {&cast, found};
  }
  return {};
}

}  // namespace gambol
