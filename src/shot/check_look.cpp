// Checks the parts of a look against each other.

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>

#include "base/nearest.h"
#include "base/units.h"
#include "schema/names.h"
#include "schema/values.h"
#include "shot/look_spec.h"
#include "shot/reading.h"

namespace gambol {
namespace {

// A key that only some kinds of its owner use.
struct Only {
  const char* field;
  std::initializer_list<std::string_view> kinds;
};

const Only only_of_lights[] = {
    {"direction", {"sun"}},
    {"angle", {"sun"}},
    {"position", {"area", "disc", "sphere", "spot"}},
    {"target", {"area", "disc", "spot"}},
    {"width", {"area"}},
    {"height", {"area"}},
    {"radius", {"disc", "sphere", "spot"}},
    {"cone", {"spot"}},
    {"soft", {"spot"}},
    {"follow", {"area", "disc", "sphere", "spot"}},
    {"seen", {"area", "disc", "sphere"}},
};

const Only only_of_skies[] = {
    {"zenith", {"gradient"}},
    {"horizon", {"gradient"}},
    {"nadir", {"gradient", "physical"}},
    {"sun_elevation", {"physical"}},
    {"sun_azimuth", {"physical"}},
    {"sun_angle", {"physical"}},
    {"sun_strength", {"physical"}},
    {"haze", {"physical"}},
    {"image", {"image"}},
    {"turn", {"image"}},
};

template <std::size_t n>
void check_only(const Only (&table)[n], const Place& owner, const std::string& kind,
                Findings& findings) {
  for (const Only& row : table) {
    if (std::find(row.kinds.begin(), row.kinds.end(), kind) != row.kinds.end()) continue;
    if (!findings.written(owner, row.field)) continue;
    std::vector<std::string> of(row.kinds.begin(), row.kinds.end());
    findings.report(owner, row.field, fmt::format("{} with {}", row.field, kind),
                    "this key with " + alternatives(of) + " only");
  }
}

void check_texture(const TextureSpec& t, Findings& findings) {
  const bool bump = t.on == TextureTarget::bump;
  const bool colored = t.on == TextureTarget::color || t.on == TextureTarget::emission;
  if (bump && t.depth == 0)
    findings.report(t.place, "on", "bump without depth", "`depth`, such as 0.2 mm");
  const auto only = [&](const char* field, bool fits, const char* wanted) {
    if (!fits && findings.written(t.place, field))
      findings.report(t.place, field, fmt::format("{} on {}", field, name_of(t.on)), wanted);
  };
  const bool normal = t.on == TextureTarget::normal, holes = t.on == TextureTarget::opacity;
  only("depth", bump, "this key on bump only");
  only("cutoff", holes, "this key on opacity only");
  only("value", !bump && !colored && !normal && !holes,
       "`color` on color and emission, `depth` on bump, `cutoff` on opacity");
  if (normal && !std::holds_alternative<ImageTexture>(t.kind))
    findings.report(t.place, "on", "normal of a pattern", "an image of normals");
  if ((normal || holes) && t.space != TextureSpace::uv)
    findings.report(t.place, "space", fmt::format("{} on {}", name_of(t.space), name_of(t.on)),
                    "uv");
  only("color", colored, "`value` on a number, `depth` on bump");
}

void check_material(const MaterialSpec& m, Findings& findings) {
  for (const TextureSpec& t : m.textures) check_texture(t, findings);
  const auto changes = [&](TextureTarget on) {
    return std::any_of(m.textures.begin(), m.textures.end(),
                       [&](const TextureSpec& t) { return t.on == on; });
  };
  for (const TextureSpec& t : m.textures)
    if (m.fibre && t.on != TextureTarget::color)
      findings.report(t.place, "on", fmt::format("{} of a fibre", name_of(t.on)), "color");
  if (m.fibre && m.fibre->melanin && changes(TextureTarget::color))
    findings.report(m.fibre->place, "melanin", "melanin beside textures on color",
                    "one of the two");
  if (m.film && m.coat == 0 && !changes(TextureTarget::coat))
    findings.report(m.place, "film", "a film without coat", "`coat` beside it");
}

// A sun has no power, and what is per area of a luminous surface is no lamp's that has none.
void check_unit_of_light(const LightSpec& light, Findings& findings) {
  const Written* at = findings.written(light.place, "intensity");
  if (!at || !at->dimension) return;
  const bool per_area = at->dimension->same_as(dim::irradiance);
  if (light.kind == LightKind::sun && !per_area)
    findings.report(light.place, "intensity", describe(*at->dimension) + " of a sun",
                    "an irradiance, such as 3 W/m2 or 2000 lx");
  if (light.kind == LightKind::spot && per_area)
    findings.report(light.place, "intensity", describe(*at->dimension) + " of a spot",
                    "what leaves it (W, lm), or that along its axis (W/sr, cd)");
}

void check_light(const LightSpec& light, Findings& findings) {
  check_only(only_of_lights, light.place, name_of(light.kind), findings);
  const bool flat = light.kind != LightKind::sun && light.kind != LightKind::sphere;
  if (flat && light.position.is_constant() && light.target.is_constant() &&
      light.position.at(0) == light.target.at(0))
    findings.report(light.place, "target", "the position of the light", "another point");
  check_unit_of_light(light, findings);
  if (light.kind == LightKind::sun && light.direction.norm() == 0)
    findings.report(light.place, "direction", "a direction of length 0", "a direction");
}

}  // namespace

void check_look(const LookSpec& look, Findings& findings) {
  const std::vector<std::string> known = names_in(look.materials);
  std::set<std::string> seen;
  for (const MaterialSpec& m : look.materials) {
    if (!seen.insert(m.name).second)
      findings.report(m.place, "name", in_quotes(m.name) + " a second time", "a name of its own");
    check_material(m, findings);
  }
  for (const LightSpec& light : look.lights) check_light(light, findings);
  check_only(only_of_skies, look.sky.place, name_of(look.sky.model), findings);
  if (look.sky.model == SkyModel::image && look.sky.image.empty())
    findings.report(look.sky.place, "model", "a sky without image", "`image` beside it");
  if (look.tone.curve != ToneCurve::filmic && findings.written(look.tone.place, "contrast"))
    findings.report(look.tone.place, "contrast", "contrast with " + name_of(look.tone.curve),
                    "this key with filmic only");
  check_hair(look, findings);
  if (look.ground && !look.ground->material.empty() &&
      std::find(known.begin(), known.end(), look.ground->material) == known.end())
    report_unknown(findings, look.ground->place, "material", look.ground->material,
                   "a material of the look", known);
}

}  // namespace gambol
