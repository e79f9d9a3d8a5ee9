// What cues must satisfy: everything that they name exists.

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
#include "shot/check_names.h"
#include "shot/names.h"
#include "shot/values.h"

namespace gambol {
namespace {

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

}  // namespace

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

}  // namespace gambol
