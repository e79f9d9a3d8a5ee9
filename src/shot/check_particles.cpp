// Checks the emitters of particles.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/pattern.h"
#include "schema/names.h"
#include "schema/values.h"
#include "shot/check_names.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

void check_touches(const ShotSpec& shot, const TouchEmissionSpec& t, Findings& findings) {
  std::vector<std::string> known;
  for (const CastSpec& cast : shot.motion.figures) {
    if (!is_loaded(&cast)) return;
    known.push_back(cast.name);
    for (const BodySpec& body : cast.figure.bodies) known.push_back(cast.name + "." + body.name);
  }
  check_patterns(t.place, "of", t.of, "a figure or FIGURE.BODY", known, findings);
  if (shot.motion.world.ground) known.push_back("ground");
  check_patterns(t.place, "with", t.with, "a figure, FIGURE.BODY or ground", known, findings);
  const bool only_ground = t.with == std::vector<std::string>{"ground"};
  if (!only_ground && !t.with.empty() && !shot.motion.world.collisions.any() &&
      shot.motion.world.obstacles.empty())
    findings.report(t.place, "with", "figures that pass through each other",
                    "world.collisions, or ground");
}

void check_range(const EmitterSpec& e, const char* field, const Vec2& range, Findings& findings) {
  if (range.x() > range.y())
    findings.report(e.place, field, fmt::format("[{}, {}]", range.x(), range.y()),
                    "the minimum first, then the maximum");
}

bool is_asked_for(const ShotSpec& shot, const EmitterSpec& e) {
  for (const CueSpec& cue : shot.motion.cues)
    for (const std::string& wanted : cue.emit)
      if (matches(wanted, e.name)) return true;
  return false;
}

void check_emitter(const ShotSpec& shot, const EmitterSpec& e, Findings& findings) {
  if (e.breaks.empty() && !e.touches && !e.point)
    findings.report(e.place, "breaks", "particles that nothing emits", "breaks, touches or point");
  check_patterns(e.place, "breaks", e.breaks, "an attachment of the world",
                 names_in(shot.motion.world.attachments), findings);
  if (e.touches) check_touches(shot, *e.touches, findings);
  if (e.point) {
    check_body_path(shot, e.point->place, "body", e.point->body, true, findings);
    if (e.point->direction.norm() == 0)
      findings.report(e.point->place, "direction", "no direction", "a vector that is not 0");
    if (!is_asked_for(shot, e))
      findings.report(e.place, "point", "a point from which no cue emits particles",
                      fmt::format("a cue with `emit: {}`", e.name));
  }
  check_range(e, "count", e.count, findings);
  check_range(e, "burst", e.burst, findings);
  check_range(e, "speed", e.speed, findings);
  check_range(e, "life", e.life, findings);
  if (e.life.y() == 0)
    findings.report(e.place, "life", "a maximum of 0 s", "a maximum greater than 0 s");
  if (e.lasting > 0 && e.rate == 0)
    findings.report(e.place, "lasting", "a duration without `rate`",
                    "`rate`, the bursts per second");
}

}  // namespace

void check_particles(const ShotSpec& shot, Findings& findings) {
  std::set<std::string> names;
  for (const EmitterSpec& e : shot.motion.world.particles) {
    check_emitter(shot, e, findings);
    if (e.name.empty()) findings.report(e.place, "name", "nothing", "a name");
    if (!e.name.empty() && !names.insert(e.name).second)
      findings.report(e.place, "name", in_quotes(e.name) + " a second time", "a name of its own");
  }
}

}  // namespace gambol
