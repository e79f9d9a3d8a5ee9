// Checks the world of a shot.

#include <fmt/format.h>

#include <set>

#include "base/pattern.h"
#include "figure/find.h"
#include "schema/names.h"
#include "schema/values.h"
#include "shot/check_names.h"
#include "shot/obstacle_friction.h"
#include "shot/shot_spec.h"

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

// The body with which `at` moves rigidly, found up through fixed joints; nullptr if it is fixed to
// the world.
const BodySpec* carrier(const BodyPath& at) {
  const BodySpec* body = at.body;
  for (std::size_t k = 0; k < at.cast->figure.bodies.size(); ++k) {  // bad parents may form a loop
    const bool fixed = body && !body->parent.empty() && body->joint.type == JointType::fixed;
    if (fixed) body = find_body(at.cast->figure, body->parent);
  }
  return body && body->parent.empty() && at.cast->fixed_root ? nullptr : body;
}

// Reports an attachment whose ends cannot move relative to each other. (Ends that begin at one
// place are valid: they close a loop.)
void check_ends(const ShotSpec& shot, const AttachmentSpec& a, Findings& findings) {
  const BodyPath one = find_body_path(shot, a.a), other = find_body_path(shot, a.b);
  if (!one.body || (!other.body && a.b != "world") || a.a == a.b) return;
  const BodySpec* carried = carrier(one);
  if (carried != (a.b == "world" ? nullptr : carrier(other))) return;
  findings.report(a.place, "b",
                  carried ? in_quotes(a.b) + ", which moves with " + in_quotes(a.a)
                          : in_quotes(a.b) + ", and both ends are fixed",
                  "a body that moves relative to the other");
}

bool any_cue_attaches(const ShotSpec& shot, const std::string& name) {
  for (const CueSpec& cue : shot.motion.cues)
    for (const std::string& pattern : cue.attach)
      if (matches(pattern, name)) return true;
  return false;
}

void check_attachment(const ShotSpec& shot, const AttachmentSpec& a, Findings& findings) {
  check_body_path(shot, a.place, "a", a.a, false, findings);
  check_body_path(shot, a.place, "b", a.b, true, findings);
  if (!a.a.empty() && a.a == a.b)
    findings.report(a.place, "b", in_quotes(a.b) + " a second time", "another body");
  check_ends(shot, a, findings);
  if (!a.on && !any_cue_attaches(shot, a.name))
    findings.report(a.place, "on", "false, and no cue that attaches it", "true, or such a cue");
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

// `open` is the model of friction where the author writes none.
void check_contact(const ContactSpec& contact, FrictionModel open, Findings& findings) {
  check_scaled(contact.place, contact.scale, {"strength"}, findings);
  const bool sticks = contact.friction_model.value_or(open) == FrictionModel::stick;
  if (!sticks && contact.friction_stiffness)
    findings.report(contact.place, "friction_stiffness", "a stiffness without friction_model stick",
                    "friction_model: stick, or none");
  if (!sticks && contact.friction_restitution)
    findings.report(contact.place, "friction_restitution", "a factor without friction_model stick",
                    "friction_model: stick, or none");
}

// What a pair can mean: figures, and bodies, that have collision shapes.
std::vector<std::string> colliding_names(const ShotSpec& shot) {
  std::vector<std::string> names;
  for (const CastSpec& cast : shot.motion.figures) {
    names.push_back(cast.name);
    for (const BodySpec& body : cast.figure.bodies)
      if (!body.collision.empty()) names.push_back(cast.name + "." + body.name);
  }
  return names;
}

// The bodies that can collide and that `path` means.
std::vector<BodyPath> colliding_bodies(const ShotSpec& shot, const std::string& path) {
  std::vector<BodyPath> bodies;
  for (const CastSpec& cast : shot.motion.figures)
    for (const BodySpec& body : cast.figure.bodies)
      if (!body.collision.empty() && path_means(path, cast.name, body.name))
        bodies.push_back({&cast, &body});
  return bodies;
}

// Neighbours in a figure between which there is no hinge, so that they never collide.
bool slide_or_stay(const BodyPath& a, const BodyPath& b) {
  if (a.cast != b.cast) return false;
  const bool a_is_carried = a.body->parent == b.body->name;
  if (!a_is_carried && b.body->parent != a.body->name) return false;
  return !is_hinge((a_is_carried ? a : b).body->joint.type);
}

// Whether the pair joins two bodies that can touch.
bool joins_any(const ShotSpec& shot, const CollidingPairSpec& pair) {
  const std::vector<BodyPath> others = colliding_bodies(shot, pair.b);
  for (const BodyPath& one : colliding_bodies(shot, pair.a))
    for (const BodyPath& other : others)
      if (one.body != other.body && !slide_or_stay(one, other)) return true;
  return false;
}

void check_pairs(const ShotSpec& shot, const CollisionsSpec& c, Findings& findings) {
  if (c.pairs.empty()) return;
  for (const char* key : {"figures", "self"})
    if (findings.written(c.place, key))
      findings.report(c.place, key, "pairs as well", "pairs, or figures and self");
  for (const CastSpec& cast : shot.motion.figures)
    if (!is_loaded(&cast)) return;
  const std::vector<std::string> known = colliding_names(shot);
  for (const CollidingPairSpec& pair : c.pairs) {
    const std::size_t before = findings.problems.size();
    check_patterns(pair.place, "a", {pair.a}, "a figure, or a body that collides", known, findings);
    check_patterns(pair.place, "b", {pair.b}, "a figure, or a body that collides", known, findings);
    if (findings.problems.size() == before && !joins_any(shot, pair))
      findings.report(
          pair.place, "b", "no two bodies that could collide",
          "two bodies, and if they are neighbours in a figure, with a joint that turns");
  }
}

void check_collisions(const ShotSpec& shot, const CollisionsSpec& c, Findings& findings) {
  const std::vector<std::string> known = names_in(shot.motion.figures);
  for (const auto& [key, names] : {std::pair("figures", &c.figures), std::pair("self", &c.self)})
    if (shot.motion.world.writes_collisions() && findings.written(c.place, key))
      check_patterns(c.place, key, *names, "a figure of the shot", known, findings);
  check_pairs(shot, c, findings);
  const bool holds = is_law_of_obstacles(shot.motion.world);
  check_contact(c.contact, holds ? FrictionModel::stick : FrictionModel::damper, findings);
  if (c.contact.friction_model == FrictionModel::stick && !holds)
    findings.report(c.contact.place, "friction_model", "stick",
                    "damper, coulomb or arctan: only ground and obstacles hold");
}

// What impulses have no use for must not be written in vain.
void check_impulses(const ShotSpec& shot, Findings& findings) {
  const WorldSpec& world = shot.motion.world;
  const WorldContactSpec& contact = *world.contact;
  if (contact.type == ContactType::penalty) {
    for (const char* key : {"friction", "restitution", "law", "bounce_speed", "slop", "separation",
                            "tolerance", "most_rounds"})
      if (findings.written(contact.place, key))
        findings.report(contact.place, key, "a number of impulses, with type penalty",
                        "type: impulse, or ground.contact and collisions.contact");
    return;
  }
  if (shot.motion.integrator.method != IntegrationMethod::implicit)
    findings.report(
        contact.place, "type",
        fmt::format("impulse, and integrator.method {}", name_of(shot.motion.integrator.method)),
        "integrator: {method: implicit}, or type: penalty");
  for (const CastSpec& cast : shot.motion.figures)
    for (const BodySpec& body : cast.figure.bodies)
      if (body.cushion) {
        findings.report(contact.place, "type",
                        fmt::format("impulse, and the cushion of {} of {}", body.name, cast.name),
                        "type: penalty, or a figure without cushions: they are springs");
        break;
      }
  if (world.ground && world.ground->sticky)
    findings.report(world.ground->place, "sticky", "sticky pads with contact by impulses",
                    "contact: {type: penalty}, or no pads");
  // What a shot takes over from the one that it extends need not be taken away.
  const auto writes = [&](const Place& owner) {
    const Written* springs = findings.written(owner, "contact");
    return springs && springs->place.file == contact.place.file;
  };
  if (world.ground && writes(world.ground->place))
    findings.report(world.ground->place, "contact", "springs as well as impulses",
                    "world.contact: {type: penalty}, or no springs");
  if (world.writes_collisions() && writes(world.collisions.place))
    findings.report(world.collisions.place, "contact", "springs as well as impulses",
                    "world.contact: {type: penalty}, or no springs");
}

}  // namespace

void check_world(const ShotSpec& shot, Findings& findings) {
  const WorldSpec& world = shot.motion.world;
  check_attachments(shot, findings);
  if (world.contact) check_impulses(shot, findings);
  check_collisions(shot, world.collisions, findings);
  for (const CastSpec& cast : shot.motion.figures)
    if (cast.contact) check_contact(*cast.contact, FrictionModel::stick, findings);
  if (!world.ground) return;
  check_contact(world.ground->contact, FrictionModel::stick, findings);
  if (const auto& sticky = world.ground->sticky)
    check_scaled(sticky->place, sticky->scale, {"strength", "break_force", "pull_force"}, findings);
}

}  // namespace gambol
