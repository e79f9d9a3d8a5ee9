#include "figure/grow_tree.h"

#include <fmt/format.h>

namespace gambol {

void TreeGrower::stand_at(const Place& place) {
  if (!file_ || *file_ != place.file) file_ = std::make_shared<const std::string>(place.file);
  line_ = place.line;
}

YamlNode TreeGrower::node(YamlNode::Kind kind) {
  YamlNode node;
  node.kind = kind;
  node.file = file_;
  node.line = line_;
  node.col = next_++;
  return node;
}

YamlNode TreeGrower::map() { return node(YamlNode::Kind::mapping); }

YamlNode TreeGrower::list(std::vector<YamlNode> items) {
  YamlNode list = node(YamlNode::Kind::sequence);
  list.items = std::move(items);
  return list;
}

YamlNode TreeGrower::text(const std::string& text) {
  YamlNode scalar = node(YamlNode::Kind::scalar);
  scalar.text = text;
  return scalar;
}

YamlNode TreeGrower::number(double x) { return text(fmt::format("{}", x)); }

YamlNode TreeGrower::numbers(const std::vector<double>& x) {
  YamlNode list = this->list({});
  for (double value : x) list.items.push_back(number(value));
  return list;
}

}  // namespace gambol
