// Converts shapes as authors write them to solids.

#include <fmt/format.h>

#include "base/nearest.h"
#include "figure/shapes/written_shape.h"
#include "schema/values.h"

namespace gambol {
namespace {

// Checks that exactly one solid is written.
bool check_count(Findings& findings, const WrittenShape& w) {
  int count = 0;
  ShapeKeys::for_each(w.solids, [&](auto, const auto& value) { count += value.has_value(); });
  if (count == 1) return true;
  const Written* at = findings.written(w.place, "");
  // A solid that could not be read has been reported already.
  for (const std::string& name : ShapeKeys::names())
    if (count == 0 && findings.written(w.place, name)) return false;
  findings.add(w.place, at ? at->key : "", count == 0 ? "no solid" : "several solids",
               fmt::format("one of {}", alternatives(ShapeKeys::names())));
  return false;
}

// The names of the keys beside which an author may write the extra key `extra`.
std::string takers(bool ShapeExtras::*extra, const WrittenShape& w) {
  std::vector<std::string> names;
  ShapeKeys::for_each(w.solids, [&](auto key, const auto&) {
    if (key.takes.*extra) names.push_back(key.name);
  });
  return alternatives(names);
}

void check_extras(Findings& findings, const WrittenShape& w, const ShapeExtras& takes) {
  if (w.bevel != 0 && !takes.bevel)
    findings.report(w.place, "bevel", "a bevel",
                    fmt::format("a bevel on a {} only", takers(&ShapeExtras::bevel, w)));
  if (w.subdivision != 0 && !takes.subdivision)
    findings.report(
        w.place, "subdivision", "a subdivision",
        fmt::format("a subdivision of a {} only", takers(&ShapeExtras::subdivision, w)));
}

void check_edge(Findings& findings, const WrittenShape& w, const ShapeExtras& takes,
                const Shape& shape) {
  if (w.edge == 0) return;
  if (!takes.edge) {
    findings.report(w.place, "edge", "a rounded edge",
                    fmt::format("an edge on a {} only", takers(&ShapeExtras::edge, w)));
    return;
  }
  const double room = edge_room(shape);
  const char* expected = "at most half of the thinnest side ({} m)";
  if (is_tapered(shape) || !is_round(shape))
    expected = room > 0 ? "at most what leaves part of every side ({:.3g} m)"
                        : "none, as the solid ends in an edge";
  if (w.edge > room)
    findings.report(w.place, "edge", fmt::format("{} m", w.edge),
                    fmt::format(fmt::runtime(expected), room));
}

}  // namespace

bool convert(LoadContext& context, const WrittenShape& w, ShapeSpec& out) {
  Findings& findings = context.findings;
  out.place = w.place;
  out.density = w.density;
  out.material = w.material;
  out.layer = w.layer;
  out.shape.bevel = w.bevel;
  out.shape.edge = w.edge;
  out.shape.subdivision = w.subdivision;
  out.shape.X_BS = {rotation_of(w.rotate), w.at};
  if (!check_count(findings, w)) return false;
  bool good = false;
  ShapeKeys::for_each(w.solids, [&](auto key, const auto& value) {
    if (!value) return;
    out.shape.kind = key.kind;
    check_extras(findings, w, key.takes);
    good = key.make(*value, out, findings);
    if (good) check_edge(findings, w, key.takes, out.shape);
  });
  return good;
}

}  // namespace gambol
