// Checks the skins and layers of a figure.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/allowed_paths.h"
#include "base/pattern.h"
#include "base/text_file.h"
#include "figure/find.h"
#include "figure/layers.h"
#include "figure/reading.h"
#include "geometry/mesh_facts.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {
namespace {

// Reports keys that belong to the other source of a skin, and missing keys.
void check_source(const SkinSpec& skin, Findings& findings) {
  const bool grown = skin.from == SkinSource::shapes;
  const auto only = [&](const char* field, bool allowed, const char* expected) {
    if (!allowed && findings.written(skin.place, field))
      findings.report(skin.place, field, fmt::format("{} in the other kind of skin", field),
                      expected);
  };
  for (const char* field : {"cell", "melt", "soften", "offset", "around"})
    only(field, grown, "this key with `from: shapes` only");
  for (const char* field : {"mesh", "at", "rotate"})
    only(field, !grown, "this key without `from: shapes` only");
  if (grown && !findings.written(skin.place, "cell"))
    findings.report(skin.place, "cell", "nothing", "this key, which a grown skin needs");
  if (!grown && !findings.written(skin.place, "mesh"))
    findings.report(skin.place, "mesh", "nothing", "a mesh file, or `from: shapes`");
}

bool takes(const SkinSpec& skin, const std::string& body) {
  return skin.bodies.empty() ||
         std::any_of(skin.bodies.begin(), skin.bodies.end(),
                     [&](const std::string& p) { return p == body || matches(p, body); });
}

// A skin needs a visible shape to hold it, or to be grown around.
void check_shapes(const FigureSpec& figure, const SkinSpec& skin, Findings& findings) {
  const auto counts = [&](const ShapeSpec& shape) {
    return skin.around.empty() || std::find(skin.around.begin(), skin.around.end(),
                                            layer_of(figure, shape)) != skin.around.end();
  };
  for (const BodySpec& body : figure.bodies)
    if (takes(skin, body.name) && std::any_of(body.visible.begin(), body.visible.end(), counts))
      return;
  findings.report(skin.place, "bodies", "no visible shapes on its bodies",
                  "at least one, to hold the skin");
}

// Resolves and reads the mesh file. Returns whether the file itself binds the skin to bodies, by
// bones, or could not be read.
bool check_file(const FigureSpec& figure, SkinSpec& skin, Findings& findings) {
  const Written* written = findings.written(skin.place, "mesh");
  if (!written || skin.mesh.empty()) return true;
  const std::string as_written = skin.mesh;
  skin.mesh = resolve_path(written->place.file, skin.mesh);
  if (const std::string why = why_no_file(skin.mesh, "a file"); !why.empty()) {
    findings.report(skin.place, "mesh", in_quotes(as_written), why);
    return true;
  }
  try {
    const std::vector<std::string> names = names_in(figure.bodies);
    const std::vector<std::string> bones = bones_of_mesh(skin.mesh);
    for (const std::string& bone : bones)
      if (skin.bodies.empty() && std::find(names.begin(), names.end(), bone) == names.end())
        report_unknown(findings, skin.place, "mesh", bone,
                       "bones in the file with the names of bodies", names);
    return !bones.empty();
  } catch (const InputError& error) {
    for (const Problem& p : error.problems()) findings.add(p.place, p.key, p.found, p.expected);
  }
  return true;
}

}  // namespace

void check_skins(FigureSpec& figure, Findings& findings) {
  const std::vector<std::string> layers = layers_of(figure);
  const std::vector<std::string> bodies = names_in(figure.bodies);
  std::set<std::string> names;
  for (SkinSpec& skin : figure.skins) {
    if (!skin.name.empty() && !names.insert(skin.name).second)
      findings.report(skin.place, "name", in_quotes(skin.name) + " a second time",
                      "a name of its own");
    check_source(skin, findings);
    check_patterns(skin.place, "bodies", skin.bodies, "a body", bodies, findings);
    for (const std::string& layer : skin.around)
      if (std::find(layers.begin(), layers.end(), layer) == layers.end())
        report_unknown(findings, skin.place, "around", layer, "a layer of the figure", layers);
    const bool held_by_file = skin.from == SkinSource::mesh && check_file(figure, skin, findings);
    if (!held_by_file) check_shapes(figure, skin, findings);
    if (!held_by_file && !findings.written(skin.place, "blend"))
      findings.report(skin.place, "blend", "nothing",
                      "this key: the length over which the influence of bodies fades");
  }
  if (!figure.layers) return;
  for (const std::string& layer : *figure.layers)
    if (std::find(layers.begin(), layers.end(), layer) == layers.end())
      report_unknown(findings, figure.place, "layers", layer, "a layer of the figure", layers);
}

}  // namespace gambol
