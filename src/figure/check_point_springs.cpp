// Checks actuators between two points.

#include <fmt/format.h>

#include <algorithm>

#include "figure/find.h"
#include "figure/reading.h"
#include "schema/names.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {

void check_point_spring(const FigureSpec& figure, const ActuatorSpec& a, Findings& findings) {
  if (findings.written(a.place, "joints"))
    findings.report(a.place, "between", "joints as well", "one of the two");
  if (a.between.size() != 2) {
    findings.report(a.place, "between", fmt::format("{} points", a.between.size()), "two");
    return;
  }
  for (const BodyPointSpec& point : a.between)
    if (!point.body.empty() && !find_body(figure, point.body))
      report_unknown(findings, point.place, "body", point.body, "a body of the figure",
                     names_in(figure.bodies));
  if (a.between[0].body == a.between[1].body)
    findings.report(a.between[1].place, "body", in_quotes(a.between[1].body) + " twice",
                    "two bodies");
  if (a.scale != MassScale::none && a.scale != MassScale::total_mass)
    findings.report(a.place, "scale", fmt::format("{}, between two points", name_of(a.scale)),
                    "none or total_mass: no joint is meant");
}

}  // namespace gambol
