#include "exchange/mujoco/mjcf_defaults.h"

namespace gambol {

MjcfDefaults::MjcfDefaults(const XmlNode& root) {
  for (const XmlNode& section : root.children)
    if (section.tag == "default") add(section, "");
}

// The outermost class is the main one, whatever its name.
void MjcfDefaults::add(const XmlNode& node, const std::string& parent) {
  const std::string own = node.get("class");
  const std::string name = parent.empty() ? "main" : own;
  Class& c = classes_[name];
  c.parent = parent;
  for (const XmlNode& child : node.children)
    if (child.tag != "default")
      for (const auto& [key, value] : child.attributes) c.values[child.tag][key] = value;
  for (const XmlNode& child : node.children)
    if (child.tag == "default") add(child, name);
  if (parent.empty() && !own.empty() && own != "main") classes_[own] = {"main", {}};
}

std::string MjcfDefaults::value(const XmlNode& node, const std::string& childclass,
                                const std::string& attribute) const {
  if (const std::string* own = node.find(attribute)) return *own;
  std::string name = node.find("class") ? node.get("class") : childclass;
  if (name.empty()) name = "main";
  for (int depth = 0; depth < 1'000 && !name.empty(); ++depth) {
    const auto at = classes_.find(name);
    if (at == classes_.end()) return "";
    if (const auto tag = at->second.values.find(node.tag); tag != at->second.values.end())
      if (const auto found = tag->second.find(attribute); found != tag->second.end())
        return found->second;
    name = at->second.parent;
  }
  return "";
}

}  // namespace gambol
