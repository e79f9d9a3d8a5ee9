#include "schema/tree_parts.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace gambol {

const FieldInfo* find_field(const std::vector<FieldInfo>& fields, std::string_view name) {
  for (const FieldInfo& f : fields)
    if (f.name == name) return &f;
  return nullptr;
}

std::string text_of(const YamlNode& mapping, const std::string& key) {
  const YamlNode* node = mapping.find(key);
  return node && node->kind == YamlNode::Kind::scalar ? node->text : "";
}

// The description of a key of `mapping`, whose alternative is named in `mapping` or else in
// `other`.
const FieldInfo* field_of(const FieldInfo& info, const YamlNode& mapping, const YamlNode& other,
                          std::string_view key) {
  if (const FieldInfo* f = find_field(info.fields, key)) return f;
  std::string chosen = text_of(mapping, info.alternative_key);
  if (chosen.empty()) chosen = text_of(other, info.alternative_key);
  for (const FieldInfo::Alternative& a : info.alternatives)
    if (a.name == chosen)
      if (const FieldInfo* f = find_field(a.fields, key)) return f;
  return nullptr;
}

// Expands a shorthand to the full mapping.
YamlNode in_full(YamlNode node, const FieldInfo& info) {
  if (!info.field.or_as || node.kind == YamlNode::Kind::mapping ||
      node.kind == YamlNode::Kind::null)
    return node;
  YamlNode full;
  full.kind = YamlNode::Kind::mapping;
  full.file = node.file;
  full.line = node.line;
  full.col = node.col;
  full.version = node.version;
  const int line = node.line, col = node.col;
  full.entries.push_back({info.field.or_as, line, col, std::move(node)});
  return full;
}

bool merges_by_name(const FieldInfo& info) {
  return info.kind == ValueKind::structures &&
         (info.field.known_by || find_field(info.fields, "name"));
}

// Converts a list that is written as a mapping from names to a list.
YamlNode as_list(YamlNode node, const FieldInfo& info) {
  if (node.kind != YamlNode::Kind::mapping || !info.field.by_name) return node;
  YamlNode list;
  list.kind = YamlNode::Kind::sequence;
  list.file = node.file;
  list.line = node.line;
  list.col = node.col;
  list.version = node.version;
  for (YamlEntry& entry : node.entries) {
    YamlNode element = in_full(std::move(entry.value), info);
    YamlNode name;
    name.kind = YamlNode::Kind::scalar;
    name.file = element.file;
    name.line = entry.line;
    name.col = entry.col;
    name.text = entry.key;
    if (element.kind == YamlNode::Kind::mapping)
      element.entries.insert(element.entries.begin(), {"name", entry.line, entry.col, name});
    list.items.push_back(std::move(element));
  }
  return list;
}

// What identifies an element of a list: its name, or the keys of `known_by`; "" if nothing does.
std::string identity(const YamlNode& element, const FieldInfo& info) {
  if (element.kind != YamlNode::Kind::mapping) return "";
  if (const std::string name = text_of(element, "name"); !name.empty()) return name;
  if (!info.field.known_by) return "";
  std::string id;
  std::istringstream keys(info.field.known_by);
  for (std::string key; std::getline(keys, key, ',');) {
    const bool presence = key.ends_with('?');
    if (presence) key.pop_back();
    const YamlNode* node = element.find(key);
    if (!node) continue;
    const FieldInfo* f = find_field(info.fields, key);
    const YamlNode full = f ? in_full(*node, *f) : *node;
    std::string text = presence ? key : full.text;
    if (!presence && f && f->field.or_as && full.kind == YamlNode::Kind::mapping)
      text = text_of(full, f->field.or_as);
    id += (id.empty() ? "" : " ") + (text.empty() ? key : text);
  }
  return id;
}

std::vector<std::size_t> elements_known_as(const YamlNode& list, const std::string& id,
                                           const FieldInfo& info) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < list.items.size(); ++i)
    if (identity(list.items[i], info) == id) found.push_back(i);
  return found;
}

FieldInfo element_of(const FieldInfo& list) {
  FieldInfo element = list;
  element.kind = ValueKind::structure;
  return element;
}

YamlNode scalar_at(const YamlNode& at, const std::string& text) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.text = text;
  node.quoted = at.quoted;
  node.file = at.file;
  node.line = at.line;
  node.col = at.col;
  node.version = at.version;
  return node;
}

YamlNode list_with(YamlNode element) {
  YamlNode list = scalar_at(element, "");
  list.kind = YamlNode::Kind::sequence;
  list.items.push_back(std::move(element));
  return list;
}

void set_entry(YamlNode& mapping, const char* key, YamlNode value) {
  std::erase_if(mapping.entries, [&](const YamlEntry& entry) { return entry.key == key; });
  mapping.entries.push_back({key, value.line, value.col, std::move(value)});
}

}  // namespace gambol
