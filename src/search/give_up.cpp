#include "search/give_up.h"

#include <fmt/format.h>

#include "schema/tree_path.h"

namespace gambol {

std::string give_up_name(std::size_t condition) { return fmt::format("give_up_{}", condition + 1); }

YamlNode mapping_of(std::string key, YamlNode value) {
  YamlNode mapping;
  mapping.kind = YamlNode::Kind::mapping;
  mapping.file = value.file;
  mapping.line = value.line;
  mapping.col = value.col;
  mapping.entries.push_back({std::move(key), value.line, value.col, std::move(value)});
  return mapping;
}

YamlNode give_up_cues(const std::vector<std::string>& conditions, const Place& place) {
  YamlNode list;
  list.kind = YamlNode::Kind::sequence;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    YamlNode cue = mapping_of("name", scalar_node(give_up_name(i), place));
    const YamlNode when = scalar_node(conditions[i], place);
    cue.entries.push_back({"when", when.line, when.col, when});
    list.items.push_back(std::move(cue));
  }
  return mapping_of("cues", std::move(list));
}

}  // namespace gambol
