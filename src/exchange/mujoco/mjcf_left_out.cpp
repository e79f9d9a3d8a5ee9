#include "exchange/mujoco/mjcf_left_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace gambol {
namespace {

constexpr long most_copies = 1'000;  // bodies of a <composite>

// Sections of the file that are not passed on, and why their elements are left out; "" if they say
// nothing about a figure. What actuators say of joints' torques is used.
const std::map<std::string, const char*> sections{
    {"equality",
     "a figure is a tree without loops and couplings; a stiff spring `between` two points holds a "
     "loop together"},
    {"tendon", "figures have no tendons; springs `between` two points are the nearest"},
    {"actuator", "an author chooses how a figure is driven: springs, servos, gaits"},
    {"contact", "a shot says what collides"},
    {"sensor", "everything that moves is on record"},
    {"custom", "figures have none"},
    {"deformable", "figures are of rigid bodies"},
    {"extension", "plugins are code"},
    {"visual", ""},
    {"statistic", ""},
    {"size", ""}};
const std::map<std::string, const char*> listed_in_bodies{
    {"site", "a body with a fixed joint and without shapes is a named point of a figure"},
    {"camera", "a shot has cameras of its own"},
    {"light", "a look has lights of its own"},
    {"plugin", "plugins are code"}};
// Kinds of <composite> that MuJoCo 2.2 makes.
const std::set<std::string> composites{"particle", "grid", "rope",     "loop",
                                       "cloth",    "box",  "cylinder", "ellipsoid"};

bool holds_bodies(const XmlNode& node) {
  for (const char* tag : {"body", "geom", "joint", "freejoint", "inertial"})
    if (node.tag == tag) return true;
  return std::any_of(node.children.begin(), node.children.end(), holds_bodies);
}

void check_composite(RobotTidying& t, const XmlNode& composite) {
  if (const std::string type = composite.get("type"); !composites.contains(type))
    t.refuse(composite, "composite.type", fmt::format("\"{}\"", type),
             "bodies and joints of their own: MuJoCo 2.2, which reads the file, does not make "
             "them");
  double copies = 1;
  for (const double n : numbers_in(composite.get("count"))) copies *= n;
  if (!(copies <= most_copies))
    t.refuse(composite, "composite.count", fmt::format("\"{}\"", composite.get("count")),
             fmt::format("at most {} bodies", most_copies));
}

void leave_out_of_body(RobotTidying& t, XmlNode& body) {
  std::erase_if(body.children, [&](XmlNode& node) {
    if (node.tag == "flexcomp")
      t.refuse(node, node.tag, "<flexcomp>", "a robot of rigid bodies: soft ones are not read");
    if (node.tag == "composite") check_composite(t, node);
    if (const auto listed = listed_in_bodies.find(node.tag); listed != listed_in_bodies.end()) {
      t.leave_out(node, listed->second);
      return true;
    }
    if (node.tag == "body" || node.tag == "frame" || node.tag == "replicate") {
      leave_out_of_body(t, node);
    } else if (node.tag != "composite" && node.tag != "geom" &&
               std::any_of(node.children.begin(), node.children.end(), holds_bodies)) {
      t.refuse(node, node.tag, fmt::format("<{}> with bodies in it", node.tag),
               "what gambol knows of MJCF: without it, the robot would lose parts");
    }
    return false;
  });
}

// Closed meshes have exact masses here, whatever they ask for.
void leave_out_inertia(RobotTidying& t, XmlNode& node) {
  if (node.tag == "mesh" && node.find("inertia")) {
    if (const std::string asked = node.get("inertia"); asked != "exact")
      add_left_out(t.left_out, node.place, "attribute",
                   fmt::format("inertia=\"{}\" of <mesh>", asked),
                   "closed meshes weigh what they enclose");
    node.remove("inertia");
  }
  for (XmlNode& child : node.children) leave_out_inertia(t, child);
}

void tidy_keyframes(RobotTidying& t, XmlNode& section) {
  for (XmlNode& key : section.children) {
    for (const char* more : {"act", "ctrl", "mpos", "mquat"})
      if (key.find(more))
        add_left_out(t.left_out, key.place, more, "of key " + key.get("name"),
                     "a posture has positions and velocities of joints");
    for (const char* more : {"act", "ctrl", "mpos", "mquat", "time"}) key.remove(more);
  }
}

void read_flags(RobotTidying& t, const XmlNode& flag, XmlNode& option, bool& limits) {
  for (const auto& [key, value] : flag.attributes) {
    const bool off = value == "disable";
    if (key == "gravity") {
      if (off) option.set("gravity", "0 0 0");
    } else if (key == "spring") {
      t.out.springs = !off;
    } else if (key == "damper") {
      t.out.dampers = !off;
    } else if (key == "passive") {
      t.out.springs = t.out.dampers = !off;
    } else if (key == "limit") {
      limits = !off;
    } else {
      add_left_out(
          t.left_out, flag.place, "flag", fmt::format("{}=\"{}\"", key, value),
          key == "contact" ? "a shot says what collides" : "a shot has options of its own");
    }
  }
}

// Of a figure's world, a shot has gravity alone.
void tidy_option(RobotTidying& t, XmlNode& option, bool& limits) {
  for (const auto& [key, value] : option.attributes)
    if (key == "density" || key == "viscosity" || key == "wind") {
      if (value.find_first_of("123456789") != value.npos)
        add_left_out(t.left_out, option.place, key, value, "figures move in a vacuum");
    } else if (key != "gravity") {
      add_left_out(t.left_out, option.place, "option", fmt::format("{}=\"{}\"", key, value),
                   "a shot has an integrator and options of its own");
    }
  std::erase_if(option.attributes, [](const auto& pair) { return pair.first != "gravity"; });
  for (const XmlNode& child : option.children)
    if (child.tag == "flag")
      read_flags(t, child, option, limits);
    else
      t.leave_out(child, "a shot has options of its own");
  option.children.clear();
}

}  // namespace

void leave_out_of_mjcf(RobotTidying& tidying, XmlNode& root) {
  for (XmlNode& section : root.children) {
    const auto listed = sections.find(section.tag);
    if (listed != sections.end() && *listed->second)
      for (const XmlNode& node : section.children) tidying.leave_out(node, listed->second);
    if (section.tag == "worldbody")
      leave_out_of_body(tidying, section);
    else
      leave_out_inertia(tidying, section);
  }
  std::erase_if(root.children, [](const XmlNode& section) {
    return sections.contains(section.tag) && section.tag != "actuator";
  });
}

bool tidy_options(RobotTidying& tidying, XmlNode& root) {
  bool limits = true;
  for (XmlNode& section : root.children) {
    if (section.tag == "keyframe") tidy_keyframes(tidying, section);
    if (section.tag == "option") tidy_option(tidying, section, limits);
  }
  return limits;
}

}  // namespace gambol
