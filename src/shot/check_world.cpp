// What the world of a shot must satisfy.

#include <fmt/format.h>

#include <set>

#include "shot/check_names.h"
#include "shot/names.h"
#include "shot/values.h"

namespace gambol {
namespace {

void check_scaled(const Place& owner, MassScale scale, std::initializer_list<const char*> scaled,
                  Findings& findings) {
  if (scale != MassScale::none && scale != MassScale::total_mass)
    findings.report(owner, "scale", name_of(scale), "none or total_mass");
  const Dimension wanted = scale == MassScale::none ? dim::force : dim::force_per_mass;
  for (const char* field : scaled) {
    const Written* at = findings.written(owner, field);
    if (at && at->dimension && !at->dimension->same_as(wanted))
      findings.report(owner, field, describe(*at->dimension),
                      fmt::format("{}, as scale is {}", describe(wanted), name_of(scale)));
  }
}

void check_attachment(const ShotSpec& shot, const AttachmentSpec& a, Findings& findings) {
  check_body_path(shot, a.place, "a", a.a, false, findings);
  check_body_path(shot, a.place, "b", a.b, true, findings);
  if (!a.a.empty() && a.a == a.b)
    findings.report(a.place, "b", in_quotes(a.b) + " a second time", "another body");
  if (a.strength == 0 && a.stiffness == 0 && a.damping == 0)
    findings.report(a.place, "strength", "an attachment without any force",
                    "strength and rise, stiffness or damping");
  if ((a.strength > 0) != (a.rise > 0))
    findings.report(a.place, a.strength > 0 ? "rise" : "strength", "one without the other",
                    "strength and rise both");
}

void check_attachments(const ShotSpec& shot, Findings& findings) {
  std::set<std::string> names;
  for (const AttachmentSpec& a : shot.motion.world.attachments) {
    check_attachment(shot, a, findings);
    if (a.name.empty()) findings.report(a.place, "name", "nothing", "a name for cues to use");
    if (!a.name.empty() && !names.insert(a.name).second)
      findings.report(a.place, "name", in_quotes(a.name) + " a second time", "a name of its own");
  }
}

void check_contact(const ContactSpec& contact, Findings& findings) {
  check_scaled(contact.place, contact.scale, {"strength"}, findings);
}

void check_collisions(const ShotSpec& shot, const CollisionsSpec& c, Findings& findings) {
  const std::vector<std::string> known = names_in(shot.motion.figures);
  check_patterns(c.place, "figures", c.figures, "a figure of the shot", known, findings);
  check_patterns(c.place, "self", c.self, "a figure of the shot", known, findings);
  check_contact(c.contact, findings);
}

}  // namespace

void check_world(const ShotSpec& shot, Findings& findings) {
  const WorldSpec& world = shot.motion.world;
  check_attachments(shot, findings);
  if (world.collisions) check_collisions(shot, *world.collisions, findings);
  if (!world.ground) return;
  check_contact(world.ground->contact, findings);
  if (const auto& sticky = world.ground->sticky)
    check_scaled(sticky->place, sticky->scale, {"strength", "break_force", "pull_force"}, findings);
}

}  // namespace gambol
