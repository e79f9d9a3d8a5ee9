// Checks the regions of hair against the figures on which it grows.

#include <algorithm>
#include <set>

#include "base/pattern.h"
#include "schema/report.h"
#include "shot/check_names.h"
#include "shot/shot_spec.h"

namespace gambol {

std::set<std::string> materials_of(const FigureSpec& figure) {
  std::set<std::string> all{figure.material};
  for (const BodySpec& body : figure.bodies) {
    all.insert(body.material);
    for (const ShapeSpec& shape : body.visible) all.insert(shape.material);
  }
  for (const SkinSpec& skin : figure.skins) all.insert(skin.material);
  return all;
}

namespace {

// Names of the bodies of all figures with one of the hair's materials.
std::vector<std::string> bodies_below(const HairSpec& hair, const ShotSpec& shot) {
  std::vector<std::string> names;
  for (const CastSpec& cast : shot.motion.figures) {
    const std::set<std::string> materials = materials_of(cast.figure);
    if (std::any_of(hair.on.begin(), hair.on.end(),
                    [&](const std::string& on) { return materials.contains(on); }))
      for (const BodySpec& body : cast.figure.bodies) names.push_back(body.name);
  }
  return names;
}

}  // namespace

void check_grown_hair(const ShotSpec& shot, Findings& findings) {
  for (const HairSpec& hair : shot.look.hair) {
    if (!any_matches(shot.look.grow, hair.name)) continue;
    const std::vector<std::string> known = bodies_below(hair, shot);
    if (known.empty()) continue;
    for (const HairRegionSpec& region : hair.regions) {
      check_patterns(region.place, "bodies", region.bodies, "a body of the figure", known,
                     findings);
      if (!region.frame.empty() &&
          std::find(known.begin(), known.end(), region.frame) == known.end())
        report_unknown(findings, region.place, "frame", region.frame, "a body of the figure",
                       known);
    }
  }
}

}  // namespace gambol
