// What the world of a shot must satisfy.

#include <fmt/format.h>

#include <set>

#include "shot/check_names.h"
#include "shot/names.h"
#include "shot/values.h"

namespace gambol {

namespace {

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
  if (contact.scale != MassScale::none && contact.scale != MassScale::total_mass)
    findings.report(contact.place, "scale", name_of(contact.scale), "none or total_mass");
  const Written* strength = findings.written(contact.place, "strength");
  if (!strength || !strength->dimension) return;
  const Dimension wanted = contact.scale == MassScale::none ? dim::force : dim::force_per_mass;
  if (!strength->dimension->same_as(wanted))
    findings.report(contact.place, "strength", describe(*strength->dimension),
                    fmt::format("{}, as scale is {}", describe(wanted), name_of(contact.scale)));
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
  if (world.ground) check_contact(world.ground->contact, findings);
}

}  // namespace gambol
