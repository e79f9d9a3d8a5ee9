// The tables of schema/old_words.h. Only texts: what they mean is known to those who load them.

#include "schema/old_words.h"

namespace gambol {
namespace {

std::string text_at(const YamlNode& root, const std::string& path) {
  const YamlNode* node = node_at(root, path);
  return node && node->kind == YamlNode::Kind::scalar ? node->text : "";
}

// Whether springs answer contact at all: beside impulses their constants must not be written.
bool has_springs(const YamlNode& root, const YamlNode&) {
  const YamlNode* contact = node_at(root, "world.contact");
  const std::string type = contact ? text_at(root, "world.contact.type") : "";
  return type.empty() || type == "penalty";
}

bool is_unscaled(const YamlNode& root, const YamlNode& contact) {
  return has_springs(root, contact) && text_at(contact, "scale") == "none";
}

bool is_unscaled_pad(const YamlNode&, const YamlNode& pads) {
  return text_at(pads, "scale") == "none";
}

// Whether bodies collide by springs: they must write `contact` themselves.
bool has_contact(const YamlNode& root, const YamlNode& contact) {
  return has_springs(root, contact) && node_at(root, "world.collisions.contact");
}

bool is_unscaled_collision(const YamlNode& root, const YamlNode& contact) {
  return has_contact(root, contact) && is_unscaled(root, contact);
}

bool has_no_pairs(const YamlNode&, const YamlNode& collisions) { return !collisions.find("pairs"); }

// Nothing collided in a shot that did not write `collisions`.
bool has_no_collisions(const YamlNode& root, const YamlNode&) {
  return !node_at(root, "world.collisions");
}

// Of a default that has not changed: an alias may carry it from the ground to where it says
// nothing.
bool never(const YamlNode&, const YamlNode&) { return false; }

}  // namespace

// To rename a key: {"shot", "world.old_name", "world.new_name"}. To make a mapping the alternative
// of a choice: {"shot", "world.old", "world.choice", "type", "old"}.
const std::vector<MovedKey>& moved_keys() {
  static const std::vector<MovedKey> table = {
      {"shot", "figures.*.controllers", "figures.*.skills", "", "", 3},
      {"shot", "figures.*.skills.*.goal_speed", "figures.*.skills.*.speed", "", "", 3},
      {"shot", "figures.*.heading", "figures.*.faces", "", "", 3},
      {"shot", "figures.*.crowd.members.*.heading", "figures.*.crowd.members.*.faces", "", "", 3},
      {"shot", "world.obstacles.*.heading", "world.obstacles.*.faces", "", "", 3},
      {"shot", "cues.*.set.controller", "cues.*.set.skill", "", "", 3},
      {"shot", "cues.*.set.goal_speed", "cues.*.set.speed", "", "", 3},
      {"shot", "cues.*.reverse.controller", "cues.*.reverse.skill", "", "", 3},
      {"shot", "expect.*.of_starts", "expect.*.of", "", "", 3},
      {"shot", "overlays.*.controller", "overlays.*.skill", "", "", 3},
      {"sequence", "overlays.*.controller", "overlays.*.skill", "", "", 3},
      {"sequence", "parts.*.overlays.*.controller", "parts.*.overlays.*.skill", "", "", 3},
  };
  return table;
}

// In version 1 joints stopped at their limits where an actuator said so, and nowhere else. A figure
// without any limits means that too: one that extends it may have some.
//
// The contact: what suited a roach of 2 g, all of it, also where one shot has no use for it: a shot
// that extends it may. Today these numbers follow from the size of what touches
// (shot/world_spec.h).
const std::vector<OldDefault>& old_defaults() {
  static const std::vector<OldDefault> table = {
      {"figure", "", "limits", "guide"},
      {"shot", "world.ground", "contact.strength", "17.5 N", is_unscaled},
      {"shot", "world.ground", "contact.strength", "17.5 N/kg", has_springs},
      {"shot", "world.ground", "contact.rise", "3000 /m", has_springs},
      {"shot", "world.ground", "contact.damping", "0 N*s/m", has_springs},
      {"shot", "world.ground", "contact.max_depth", "1 cm", has_springs},
      {"shot", "world.ground", "contact.friction_model", "damper", has_springs},
      {"shot", "world.ground", "contact.friction_damping", "0.05 N*s/m", has_springs},
      {"shot", "world.collisions", "contact.strength", "17.5 N", is_unscaled_collision},
      {"shot", "world.collisions", "contact.strength", "17.5 N/kg", has_contact},
      {"shot", "world.collisions", "contact.rise", "3000 /m", has_contact},
      {"shot", "world.collisions", "contact.damping", "0 N*s/m", has_contact},
      {"shot", "world.collisions", "contact.max_depth", "1 cm", has_contact},
      {"shot", "world.collisions", "contact.friction_model", "damper", never},
      {"shot", "world.collisions", "contact.friction_damping", "0.05 N*s/m", has_contact},
      {"shot", "", "world.collisions.figures", "[]", has_no_collisions, 3},
      {"shot", "", "world.collisions.self", "[]", has_no_pairs, 3},
      {"shot", "world.ground.sticky", "strength", "17.5 N", is_unscaled_pad},
      {"shot", "world.ground.sticky", "strength", "17.5 N/kg"},
      {"shot", "world.ground.sticky", "rise", "3000 /m"},
      {"shot", "world.ground.sticky", "damping", "0.03 N*s/m"},
      {"shot", "world.ground.sticky", "restick_speed", "1 cm/s"},
  };
  return table;
}

}  // namespace gambol
