#pragma once

// The classes of defaults of MJCF, and the attributes that an element has by its class.

#include <map>
#include <string>
#include <vector>

#include "exchange/mujoco/robot_text.h"

namespace gambol {

class MjcfDefaults {
 public:
  explicit MjcfDefaults(const XmlNode& root);

  // Returns the value of an attribute: the element's own, or that of its class; "" if neither has
  // one. `childclass` counts for elements that name no class; "" is the main class.
  std::string value(const XmlNode& node, const std::string& childclass,
                    const std::string& attribute) const;

 private:
  struct Class {
    std::string parent;
    std::map<std::string, std::map<std::string, std::string>> values;  // [tag][attribute]
  };

  void add(const XmlNode& node, const std::string& parent);

  std::map<std::string, Class> classes_;
};

}  // namespace gambol
