#include "exchange/mujoco/mjcf_defaults.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "exchange/mujoco/mjcf_conventions.h"
#include "exchange/mujoco/mjcf_schema.h"

namespace gambol {
namespace {

using Values = std::map<std::string, std::string>;

// All kinds of actuators share one default; these attributes mean the same in each.
constexpr const char* any_actuator = "actuator of any kind";
const std::set<std::string> of_any_actuator{"ctrllimited", "forcelimited", "ctrlrange",
                                            "forcerange",  "gear",         "joint"};
// Newer words that are translated.
const std::set<std::string> newer{"actuatorfrcrange", "actuatorfrclimited"};

class Defaults {
 public:
  Defaults(RobotTidying& tidying, XmlNode& root) : t_(tidying), schema_(mjcf_schema()) {
    if (const auto at = schema_.children.find("actuator"); at != schema_.children.end())
      for (const auto& [tag, of_tag] : at->second.children) actuators_.insert(tag);
    classes_["main"];
    for (XmlNode& section : root.children)
      if (section.tag == "default") add(section, "");
  }

  void apply(XmlNode& root) {
    for (XmlNode& section : root.children) {
      if (section.tag == "worldbody") apply_in_body(section, "main", "worldbody");
      if (section.tag == "asset" || section.tag == "actuator")
        for (XmlNode& node : section.children) fill(node, "main", section.tag);
    }
  }

 private:
  struct Class {
    std::string parent;
    std::map<std::string, Values> values;  // [tag]
  };

  // The outermost class is the main one, whatever its name.
  void add(XmlNode& node, const std::string& parent) {
    const std::string own = node.get("class");
    const std::string name = parent.empty() ? "main" : own;
    Class& c = classes_[name];
    c.parent = parent;
    for (XmlNode& child : node.children) {
      if (child.tag == "default") continue;
      for (const auto& [key, value] : child.attributes) {
        c.values[child.tag][key] = value;
        if (actuators_.contains(child.tag) && of_any_actuator.contains(key))
          c.values[any_actuator][key] = value;
      }
      std::erase_if(child.attributes, [](const auto& a) { return newer.contains(a.first); });
    }
    for (XmlNode& child : node.children)
      if (child.tag == "default") add(child, name);
    if (parent.empty() && !own.empty() && own != "main") classes_[own] = {"main", {}};
  }

  // `of_body`: the class of elements that name none.
  void apply_in_body(XmlNode& body, const std::string& of_body, const std::string& section) {
    for (XmlNode& node : body.children) {
      if (node.tag == "body" || node.tag == "frame" || node.tag == "replicate") {
        const std::string own = node.get("childclass");
        node.remove("childclass");
        const bool is_there = classes_.contains(own);
        if (!own.empty() && !is_there) refuse(node, "childclass", own);
        apply_in_body(node, is_there ? own : of_body, section);
      } else if (node.tag == "geom" || node.tag == "joint") {
        fill(node, of_body, section);
      }
    }
  }

  void refuse(const XmlNode& node, const char* key, const std::string& name) {
    t_.refuse(node, fmt::format("{}.{}", node.tag, key), fmt::format("\"{}\"", name),
              "a class of <default>");
  }

  void fill(XmlNode& node, const std::string& of_body, const std::string& section) {
    const std::string own = node.get("class");
    node.remove("class");
    const std::string& name = own.empty() ? of_body : own;
    if (!classes_.contains(name)) return refuse(node, "class", name);
    std::vector<const Values*> levels;  // nearest first
    for (std::string at = name; !at.empty(); at = classes_.at(at).parent) {
      const auto& values = classes_.at(at).values;
      for (const char* tag : {node.tag.c_str(), any_actuator})
        if (const auto found = values.find(tag);
            found != values.end() && (tag == node.tag || section == "actuator"))
          levels.push_back(&found->second);
    }
    const bool has_ends =
        node.find("fromto") || std::any_of(levels.begin(), levels.end(),
                                           [](const Values* v) { return v->contains("fromto"); });
    if (node.tag == "geom" && !has_ends) fill_orientation(node, levels);
    const std::set<std::string>& known = schema_.children[section].children[node.tag].attributes;
    for (const Values* values : levels)
      for (const auto& [key, value] : *values) {
        if (node.find(key) || (!known.contains(key) && !newer.contains(key))) continue;
        if (node.tag == "geom" && (is_orientation(key) || (has_ends && key == "pos"))) continue;
        node.set(key, value);
      }
  }

  static void fill_orientation(XmlNode& geom, const std::vector<const Values*>& levels) {
    for (const auto& [key, value] : geom.attributes)
      if (is_orientation(key) && key != "quat") return;
    for (const Values* values : levels)
      for (const auto& [key, value] : *values)
        if (is_orientation(key) && key != "quat") {
          geom.remove("quat");
          return geom.set(key, value);
        }
    for (const Values* values : levels)
      if (const auto quat = values->find("quat"); quat != values->end() && !geom.find("quat"))
        geom.set("quat", quat->second);
  }

  RobotTidying& t_;
  MjcfElement schema_;
  std::set<std::string> actuators_;  // tags
  std::map<std::string, Class> classes_;
};

}  // namespace

void apply_defaults(RobotTidying& tidying, XmlNode& root) { Defaults(tidying, root).apply(root); }

}  // namespace gambol
