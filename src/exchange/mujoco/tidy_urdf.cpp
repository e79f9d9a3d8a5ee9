// URDF (Unified Robot Description Format, as ROS documents it), tidied for MuJoCo's reader, which
// crashes on joints of unknown types and on shapes without a solid, and passes over much in
// silence.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "exchange/mujoco/robot_text.h"
#include "exchange/mujoco/tidy_limits.h"

namespace gambol {
namespace {

const std::set<std::string> joint_types{"revolute", "continuous", "prismatic",
                                        "fixed",    "floating",   "planar"};

const XmlNode* child_of(const XmlNode& node, const std::string& tag) {
  for (const XmlNode& child : node.children)
    if (child.tag == tag) return &child;
  return nullptr;
}

std::string end_of(const XmlNode& joint, const char* which) {
  const XmlNode* end = child_of(joint, which);
  return end ? end->get("link") : "";
}

// Of a list of numbers or of one; 0 if there is none.
double first_number(const std::string& text) {
  const std::vector<double> numbers = numbers_in(text);
  return numbers.empty() ? 0 : numbers[0];
}

double mass_of(const XmlNode& link) {
  const XmlNode* inertial = child_of(link, "inertial");
  const XmlNode* mass = inertial ? child_of(*inertial, "mass") : nullptr;
  return mass ? first_number(mass->get("value")) : 0;
}
bool has_mass(const XmlNode& link) { return mass_of(link) > 0; }

// Attributes that are numbers, by the elements that have them, and how many.
const std::map<std::string, std::map<std::string, std::size_t>> numeric{
    {"limit", {{"lower", 1}, {"upper", 1}, {"effort", 1}}},
    {"mass", {{"value", 1}}},
    {"inertia", {{"ixx", 1}, {"ixy", 1}, {"ixz", 1}, {"iyy", 1}, {"iyz", 1}, {"izz", 1}}},
    {"origin", {{"xyz", 3}, {"rpy", 3}}},
    {"axis", {{"xyz", 3}}},
    {"box", {{"size", 3}}},
    {"cylinder", {{"radius", 1}, {"length", 1}}},
    {"sphere", {{"radius", 1}}},
    {"dynamics", {{"damping", 1}, {"friction", 1}}}};

class UrdfTidying {
 public:
  explicit UrdfTidying(RobotTidying& tidying) : t_(tidying), robot_(tidying.out.root) {}

  void tidy() {
    if (uses_xacro(robot_)) {
      t_.refuse(robot_, "", "a file with macros (xacro)",
                "the robot that they make: `xacro FILE > robot.urdf`, in ROS");
      return;
    }
    leave_out_foreign();
    if (!has_room()) return;
    check_links();
    check_joints();
    check_numbers(robot_);
    if (!t_.problems.empty()) return;
    open_loops();
    find_root();
    if (!t_.problems.empty()) return;
    judge_masses();
    for (XmlNode& node : robot_.children) {
      if (node.tag == "link") tidy_link(node);
      if (node.tag == "joint") tidy_joint(node);
      if (node.tag == "material") tidy_material(node);
    }
    set_compiler();
  }

 private:
  static bool uses_xacro(const XmlNode& node) {
    if (node.tag.starts_with("xacro:")) return true;
    for (const auto& [name, value] : node.attributes)
      if (value.find("${") != value.npos) return true;
    return std::any_of(node.children.begin(), node.children.end(), uses_xacro);
  }

  // What is of other programs.
  void leave_out_foreign() {
    std::erase_if(robot_.children, [&](const XmlNode& node) {
      if (node.tag == "link" || node.tag == "joint" || node.tag == "material" ||
          node.tag == "mujoco")
        return false;
      t_.leave_out(node, node.tag == "transmission"
                             ? "an author chooses how a figure is driven: springs, servos, gaits"
                             : "it is of another program");
      return true;
    });
  }

  bool has_room() {
    const auto count = [&](const char* tag) {
      return static_cast<std::size_t>(
          std::count_if(robot_.children.begin(), robot_.children.end(),
                        [&](const XmlNode& n) { return n.tag == tag; }));
    };
    return t_.has_room_for(count("link"), "links") && t_.has_room_for(count("joint"), "joints");
  }

  void check_links() {
    for (const XmlNode& node : robot_.children) {
      if (node.tag != "link") continue;
      const std::string name = node.get("name");
      t_.out.places[name] = node.place;
      if (name.empty())
        t_.refuse(node, "link", "a link without a name", "a name");
      else if (!links_.insert(name).second)
        t_.refuse(node, "link", fmt::format("\"{}\" a second time", name), "a name of its own");
    }
    if (links_.empty() && t_.problems.empty())
      t_.refuse(robot_, "", "a robot without links", "at least one link");
  }

  void check_joints() {
    std::set<std::string> names;
    for (const XmlNode& node : robot_.children) {
      if (node.tag != "joint") continue;
      const std::string name = node.get("name"), type = node.get("type");
      if (name.empty())
        t_.refuse(node, "joint", "a joint without a name", "a name");
      else if (!names.insert(name).second)
        t_.refuse(node, "joint", fmt::format("\"{}\" a second time", name), "a name of its own");
      if (!joint_types.contains(type))
        t_.refuse(node, "joint.type", fmt::format("\"{}\"", type),
                  "revolute, continuous, prismatic, fixed, floating or planar");
      const XmlNode* axis = child_of(node, "axis");
      if (axis && type != "fixed" && type != "floating" && is_null(axis->get("xyz")))
        t_.refuse(*axis, "axis.xyz", fmt::format("\"{}\"", axis->get("xyz")), "a direction");
      for (const char* which : {"parent", "child"}) {
        const std::string link = end_of(node, which);
        if (!links_.contains(link))
          t_.refuse(node, fmt::format("joint.{}", which), fmt::format("\"{}\"", link),
                    "the name of a link");
      }
    }
  }

  static bool is_blank(const std::string& text) {
    return text.find_first_not_of(" \t\r\n") == text.npos;
  }
  static bool is_null(const std::string& direction) {
    const std::vector<double> x = numbers_in(direction);
    return x.size() == 3 && Vec3(x[0], x[1], x[2]).isZero(0);
  }

  // MuJoCo would read "1,5" as 1, and nothing as 0.
  void check_numbers(const XmlNode& node) {
    if (const auto known = numeric.find(node.tag); known != numeric.end())
      for (const auto& [key, count] : known->second) {
        const std::string* text = node.find(key);
        if (!text || is_blank(*text) || (numbers_in(*text).size() == count && are_numbers(*text)))
          continue;
        t_.refuse(node, fmt::format("{}.{}", node.tag, key), fmt::format("\"{}\"", *text),
                  count == 1 ? "a number" : "three numbers");
      }
    for (const XmlNode& child : node.children) check_numbers(child);
  }

  // A link hangs on the first joint of which it is the child; other joints would close a loop.
  void open_loops() {
    std::map<std::string, std::string> parent;
    const auto closes = [&](const XmlNode& joint) {
      const std::string from = end_of(joint, "parent"), to = end_of(joint, "child");
      if (parent.contains(to)) return true;
      for (std::string up = from; !up.empty(); up = parent.contains(up) ? parent[up] : "")
        if (up == to) return true;
      parent[to] = from;
      return false;
    };
    std::erase_if(robot_.children, [&](const XmlNode& node) {
      if (node.tag != "joint" || !closes(node)) return false;
      t_.leave_out(node,
                   "it closes a loop; a figure is a tree, and a stiff spring `between` two "
                   "points holds a loop together");
      return true;
    });
    for (const auto& [child, up] : parent) hanging_.insert(child);
  }

  void find_root() {
    std::vector<const XmlNode*> roots;
    for (const XmlNode& node : robot_.children)
      if (node.tag == "link" && !hanging_.contains(node.get("name"))) roots.push_back(&node);
    if (roots.size() > 1)
      t_.refuse(*roots[1], "link",
                fmt::format("\"{}\", which hangs on no joint, like \"{}\"", roots[1]->get("name"),
                            roots[0]->get("name")),
                "a tree of links: all but one are children of joints");
    if (roots.empty()) return t_.refuse(robot_, "", "no link that a robot begins with", "one");
    root_ = roots[0]->get("name");
    t_.out.held = root_ == "world";
  }

  // A link has the mass that its <inertial> says. Where no link has any, all weigh as their solids.
  void judge_masses() {
    bool any = false;
    for (const XmlNode& node : robot_.children) any = any || (node.tag == "link" && has_mass(node));
    t_.out.assumes_masses = !any;
    for (const XmlNode& node : robot_.children) {
      if (node.tag != "link") continue;
      hits_ = hits_ || child_of(node, "collision");
      if (mass_of(node) < 0)
        t_.leave_out(node, fmt::format("it is {:g} kg: it weighs nothing", mass_of(node)),
                     "mass of link");
      else if (any && !has_mass(node) && (child_of(node, "visual") || child_of(node, "collision")))
        t_.leave_out(node, "it has no <inertial> with a mass, and so weighs nothing",
                     "mass of link");
    }
  }

  void tidy_link(XmlNode& link) {
    std::vector<XmlNode> kept;
    for (XmlNode& node : link.children) {
      if (node.tag == "inertial") {
        kept.push_back(std::move(node));
      } else if (node.tag != "visual" && node.tag != "collision") {
        t_.leave_out(node, "it is of another program");
      } else {
        for (XmlNode& material : node.children)
          if (material.tag == "material") tidy_material(material);
        take_solid(link, node, kept);
      }
    }
    link.children = std::move(kept);
  }

  void take_solid(const XmlNode& link, XmlNode& node, std::vector<XmlNode>& kept) {
    std::string why, name = link.get("name");
    const auto geometry = std::find_if(node.children.begin(), node.children.end(),
                                       [](const XmlNode& c) { return c.tag == "geometry"; });
    if (geometry == node.children.end() || geometry->children.size() != 1) {
      why = "it has no geometry, or more than one solid";
    } else if (geometry->children[0].tag == "mesh" && geometry->children[0].find("filename")) {
      const XmlNode& mesh = geometry->children[0];
      name = fmt::format("{}, {}", name, mesh.get("filename"));
      take_mesh(node, mesh, why, kept);
    } else if (is_solid(geometry->children[0], why)) {
      kept.push_back(std::move(node));
    }
    if (why.empty()) return;
    if (node.tag == "visual") t_.out.unseen.insert(link.get("name"));
    add_left_out(t_.left_out, node.place, node.tag, name, why);
  }

  static bool is_solid(const XmlNode& solid, std::string& why) {
    const std::map<std::string, std::vector<const char*>> known{{"box", {"size"}},
                                                                {"cylinder", {"radius", "length"}},
                                                                {"sphere", {"radius"}},
                                                                {"mesh", {"filename"}}};
    const auto kind = known.find(solid.tag);
    if (kind == known.end()) why = fmt::format("MuJoCo reads no {}", solid.tag);
    if (!why.empty()) return false;
    for (const char* needed : kind->second)
      if (!solid.find(needed)) why = fmt::format("its {} has no {}", solid.tag, needed);
    return why.empty();
  }

  // What is seen is cut by its colours, unless the robot's file says one.
  void take_mesh(const XmlNode& node, const XmlNode& mesh, std::string& why,
                 std::vector<XmlNode>& kept) {
    MeshUse use;
    if (const std::vector<double> s = numbers_in(mesh.get("scale")); s.size() == 3)
      use.scale = Vec3(s[0], s[1], s[2]);
    use.whole = node.tag == "collision" || child_of(node, "material");
    for (const TakenMesh& part : t_.take_mesh(mesh.get("filename"), use, why)) {
      XmlNode copy = node;
      for (XmlNode& geometry : copy.children)
        if (geometry.tag == "geometry") {
          geometry.children[0].attributes = {{"filename", part.file()}};
        }
      if (node.tag == "visual" && !child_of(node, "material") && !part.rgba.empty())
        copy.children.push_back({"material",
                                 {{"name", part.name + "_" + part.material}},
                                 {{"color", {{"rgba", part.rgba}}, {}, node.place}},
                                 node.place});
      kept.push_back(std::move(copy));
    }
  }

  void tidy_material(XmlNode& material) {
    std::erase_if(material.children, [&](const XmlNode& node) {
      if (node.tag == "color") return false;
      add_left_out(t_.left_out, node.place, node.tag, material.get("name"),
                   "materials get their colours; a look can add pictures");
      return true;
    });
  }

  void tidy_joint(XmlNode& joint) {
    const std::string name = joint.get("name");
    if (joint.get("type") == "floating" && end_of(joint, "parent") != "world") {
      t_.leave_out(joint, "only a root floats: its link is fixed to its parent",
                   "freedom of joint");
      joint.set("type", "fixed");
    }
    std::erase_if(joint.children, [&](XmlNode& node) {
      if (node.tag == "limit") {
        if (const double effort = first_number(node.get("effort")); effort > 0 && effort < 1e12)
          t_.out.efforts[name] = effort;
        if (joint.get("type") == "revolute" || joint.get("type") == "prismatic")
          return !limits(joint, node);
        return true;
      }
      if (node.tag == "mimic")
        add_left_out(t_.left_out, node.place, "mimic", name,
                     fmt::format("the joint moves by itself, not as {} does", node.get("joint")));
      else if (node.tag == "safety_controller" || node.tag == "calibration")
        add_left_out(t_.left_out, node.place, node.tag, name, "figures have none");
      else
        return false;
      return true;
    });
  }

  // MuJoCo takes equal ends for none, and without a word swapped ones, too.
  bool limits(const XmlNode& joint, XmlNode& limit) {
    Vec2 ends(first_number(limit.get("lower")), first_number(limit.get("upper")));
    if (ends[0] == ends[1]) {
      t_.leave_out(
          joint,
          fmt::format("both are {:g}: they are taken for none, as in MuJoCo; a joint of the "
                      "type fixed does not move",
                      ends[0]),
          "limits of joint");
      return false;
    }
    if (tidy_limits(t_, joint, ends) == LimitsSaid::none) return false;
    limit.attributes = {{"lower", fmt::format("{:.17g}", ends[0])},
                        {"upper", fmt::format("{:.17g}", ends[1])}};
    return true;
  }

  // One <compiler> with what is ours; of the file's own only what changes masses stays.
  void set_compiler() {
    XmlNode compiler{"compiler", {}, {}, robot_.place};
    std::erase_if(robot_.children, [&](const XmlNode& node) {
      if (node.tag != "mujoco") return false;
      for (const XmlNode& child : node.children)
        for (const auto& [key, value] : child.attributes)
          if (child.tag == "compiler" && kept_.contains(key)) compiler.set(key, value);
      return true;
    });
    compiler.set("fusestatic", "false");
    compiler.set("discardvisual", "false");
    compiler.set("strippath", "true");
    compiler.set("exactmeshinertia", "true");
    if (!compiler.find("inertiafromgeom"))
      compiler.set("inertiafromgeom", t_.out.assumes_masses ? "auto" : "false");
    if (t_.out.assumes_masses && !compiler.find("inertiagrouprange") && hits_)
      compiler.set("inertiagrouprange", "0 0");  // collisions, not visuals
    // Links that only join two joints have no mass; MuJoCo asks for some.
    if (!compiler.find("boundmass")) compiler.set("boundmass", "1e-12");
    if (!compiler.find("boundinertia")) compiler.set("boundinertia", "1e-12");
    robot_.children.insert(robot_.children.begin(),
                           XmlNode{"mujoco", {}, {compiler}, robot_.place});
  }

  RobotTidying& t_;
  XmlNode& robot_;
  std::set<std::string> links_, hanging_;
  std::string root_;
  bool hits_ = false;  // some link has a collision
  const std::set<std::string> kept_{"boundmass",      "boundinertia",    "settotalmass",
                                    "balanceinertia", "inertiafromgeom", "inertiagrouprange"};
};

}  // namespace

void tidy_urdf(RobotTidying& tidying) { UrdfTidying(tidying).tidy(); }

}  // namespace gambol
