#pragma once

// Builds YAML trees whose parts stand at the place of what they were made from.

#include <memory>
#include <string>
#include <vector>

#include "schema/yaml_tree.h"

namespace gambol {

inline void add(YamlNode& mapping, const char* key, YamlNode value) {
  const int line = value.line, col = value.col;
  mapping.entries.push_back({key, line, col, std::move(value)});
}

class TreeGrower {
 public:
  explicit TreeGrower(const Place& place) { stand_at(place); }
  // Of what follows.
  void stand_at(const Place& place);
  YamlNode map();
  YamlNode list(std::vector<YamlNode> items);
  YamlNode text(const std::string& text);
  YamlNode number(double x);  // reads back to the same bits
  YamlNode numbers(const std::vector<double>& x);

 private:
  YamlNode node(YamlNode::Kind kind);
  std::shared_ptr<const std::string> file_;
  int line_ = 0;
  int next_ = 1;  // structs are known by their places (schema/findings.h): each has its column
};

}  // namespace gambol
