// What the world of a shot must satisfy.

#include <fmt/format.h>

#include "shot/check_names.h"
#include "shot/names.h"
#include "shot/values.h"

namespace gambol {

void check_world(const ShotSpec& shot, Findings& findings) {
  if (!shot.motion.world.ground) return;
  const ContactSpec& contact = shot.motion.world.ground->contact;
  if (contact.scale != MassScale::none && contact.scale != MassScale::total_mass)
    findings.report(contact.place, "scale", name_of(contact.scale), "none or total_mass");
  const Written* strength = findings.written(contact.place, "strength");
  if (!strength || !strength->dimension) return;
  const Dimension wanted = contact.scale == MassScale::none ? dim::force : dim::force_per_mass;
  if (!strength->dimension->same_as(wanted))
    findings.report(contact.place, "strength", describe(*strength->dimension),
                    fmt::format("{}, as scale is {}", describe(wanted), name_of(contact.scale)));
}

}  // namespace gambol
