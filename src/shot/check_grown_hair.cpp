// Checks the regions of hair against the figures on which it grows.

#include <algorithm>
#include <set>

#include "base/pattern.h"
#include "schema/report.h"
#include "shot/check_names.h"
#include "shot/shot_spec.h"

namespace gambol {

namespace {

template <class Figure, class Visit>
void visit_materials(Figure& figure, const Visit& visit) {
  visit(figure.material);
  for (auto& body : figure.bodies) {
    visit(body.material);
    for (auto& shape : body.visible) visit(shape.material);
  }
  for (auto& skin : figure.skins) visit(skin.material);
}

}  // namespace

std::set<std::string> materials_of(const FigureSpec& figure) {
  std::set<std::string> all;
  visit_materials(figure, [&](const std::string& name) { all.insert(name); });
  return all;
}

void rename_materials(FigureSpec& figure, const std::map<std::string, std::string>& names) {
  visit_materials(figure, [&](std::string& name) {
    if (const auto found = names.find(name); found != names.end()) name = found->second;
  });
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
