// What the figures of a shot and their controllers must satisfy.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "shot/check_names.h"
#include "shot/names.h"
#include "shot/reading.h"
#include "shot/values.h"

namespace gambol {
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
      check_controller(cast, c, findings);
    }
  }
  if (shot.motion.figures.empty() && findings.written(shot.place, "figures"))
    findings.report(shot.place, "figures", "no figures", "at least one");
}

}  // namespace gambol
