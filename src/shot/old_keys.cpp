#include "shot/old_keys.h"

#include <algorithm>

namespace gambol {

const YamlNode* node_on(const YamlNode& root, const KeyWay& way) {
  const YamlNode* node = &root;
  for (const KeyStep& step : way) {
    if (!step.key.empty())
      node = node->find(step.key);
    else
      node = step.index < node->items.size() ? &node->items[step.index] : nullptr;
    if (!node) return nullptr;
  }
  return node;
}

std::string path_along(const KeyWay& way, const std::string& below) {
  std::string path;
  for (const KeyStep& step : way)
    path += (step.key.empty() ? std::to_string(step.index) : step.key) + ".";
  return path + below;
}

Place place_along(const YamlNode& root, const std::string& path) {
  const YamlNode* node = &root;
  Place place = root.place();
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('.', at), path.size());
    const std::string part = path.substr(at, end - at);
    at = end + 1;
    const auto entry = std::find_if(node->entries.begin(), node->entries.end(),
                                    [&](const YamlEntry& e) { return e.key == part; });
    if (entry != node->entries.end()) {
      place.line = entry->line;
      place.col = entry->col;
      node = &entry->value;
    } else if (node->kind == YamlNode::Kind::sequence && !part.empty() && part.size() < 9 &&
               part.find_first_not_of("0123456789") == part.npos &&
               std::stoul(part) < node->items.size()) {
      node = &node->items[std::stoul(part)];
      place = node->place();
    } else {
      break;
    }
  }
  return place;
}

std::string parent_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == path.npos ? "" : path.substr(0, dot);
}
std::string last_of(const std::string& path) { return path.substr(path.rfind('.') + 1); }

std::optional<OldKey> first_old_key(const YamlNode& node, const KeyWay& way,
                                    const std::string& from, const std::string& to,
                                    const MovedKey& moved) {
  const std::size_t star = from.find("*.");
  if (star == from.npos) {
    const YamlNode* holder = node_at(node, parent_of(from));
    if (!holder || !holder->find(last_of(from))) return {};
    return OldKey{way, from, to, &moved};
  }
  const std::string before = from.substr(0, star == 0 ? 0 : star - 1);
  const YamlNode* all = node_at(node, before);
  if (!all) return {};
  KeyWay inner = way;
  for (std::size_t at = 0; at < before.size();) {
    const std::size_t end = std::min(before.find('.', at), before.size());
    inner.push_back({before.substr(at, end - at)});
    at = end + 1;
  }
  const std::string rest = from.substr(star + 2), rest_to = to.empty() ? "" : to.substr(star + 2);
  const auto look = [&](const YamlNode& element, KeyStep step) {
    KeyWay on = inner;
    on.push_back(std::move(step));
    return first_old_key(element, on, rest, rest_to, moved);
  };
  for (std::size_t i = 0; i < all->items.size(); ++i)
    if (auto found = look(all->items[i], {"", i})) return found;
  for (const YamlEntry& entry : all->entries)
    if (auto found = look(entry.value, {entry.key})) return found;
  return {};
}

}  // namespace gambol
