// Checks which contact points of a leg's feet are pads.

#include <fmt/format.h>

#include <algorithm>

#include "figure/find.h"
#include "figure/reading.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {
namespace {

// Whether the points of a body's contacts are known without reading other files.
bool has_known_points(const BodySpec& body) {
  return std::none_of(body.collision.begin(), body.collision.end(), [](const ShapeSpec& s) {
    return s.shape.kind == ShapeKind::mesh || s.shape.kind == ShapeKind::height_field;
  });
}

bool has_point(const BodySpec& body, const FootPadSpec& pad) {
  for (const ShapeSpec& s : body.collision)
    for (const ContactPoint& point : contact_points(s.shape))
      if (!pad.within || (point.p_B - pad.at).norm() <= *pad.within) return true;
  return false;
}

}  // namespace

void check_foot_pads(const FigureSpec& figure, const LegSpec& leg, Findings& findings) {
  if (!leg.pads) return;
  for (const FootPadSpec& pad : *leg.pads) {
    if (!pad.body.empty() &&
        std::find(leg.feet.begin(), leg.feet.end(), pad.body) == leg.feet.end())
      report_unknown(findings, pad.place, "body", pad.body, "one of the leg's feet", leg.feet);
    if (!pad.within && findings.written(pad.place, "at"))
      findings.report(pad.place, "within", "nothing, beside `at`",
                      "the distance from there within which contact points are pads");
    const BodySpec* body = find_body(figure, pad.body);
    if (!body || !has_known_points(*body) || has_point(*body, pad)) continue;
    findings.report(
        pad.place, pad.within ? "within" : "body",
        fmt::format("no contact point of {}{}", pad.body, pad.within ? " as close as this" : ""),
        "a place where the foot touches the ground");
  }
}

}  // namespace gambol
