#include "shot/check_names.h"

#include "shot/values.h"

namespace gambol {

const CastSpec* find_cast(const ShotSpec& shot, const std::string& name) {
  for (const CastSpec& cast : shot.motion.figures)
    if (cast.name == name) return &cast;
  return nullptr;
}

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

}  // namespace gambol
