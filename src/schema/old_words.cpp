#include "schema/old_words.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace gambol {
namespace {

using Parts = std::vector<std::string>;

Parts parts_of(const std::string& path) {
  Parts parts;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('.', at), path.size());
    parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

YamlEntry* entry_of(YamlNode& mapping, const std::string& key) {
  for (YamlEntry& entry : mapping.entries)
    if (entry.key == key) return &entry;
  return nullptr;
}

YamlNode mapping_like(const YamlNode& other) {
  YamlNode node;
  node.kind = YamlNode::Kind::mapping;
  node.file = other.file;
  node.line = other.line;
  node.col = other.col;
  node.version = other.version;
  return node;
}

YamlNode scalar_like(const YamlNode& other, const std::string& text) {
  YamlNode node = mapping_like(other);
  node.kind = YamlNode::Kind::scalar;
  node.text = text;
  return node;
}

// A default as OldDefault writes it: a scalar, or `[]`.
YamlNode value_like(const YamlNode& other, const std::string& text) {
  YamlNode node = scalar_like(other, text);
  if (text == "[]") {
    node.kind = YamlNode::Kind::sequence;
    node.text.clear();
  }
  return node;
}

// The mapping at `parts` below `root`, made where it is missing at the place of what holds it;
// nullptr if something else stands in the way.
YamlNode* mapping_at(YamlNode& root, const Parts& parts, std::size_t count) {
  YamlNode* node = &root;
  for (std::size_t i = 0; i < count; ++i) {
    if (node->kind != YamlNode::Kind::mapping) return nullptr;
    YamlEntry* entry = entry_of(*node, parts[i]);
    if (!entry) {
      YamlNode fresh = mapping_like(*node);
      node->entries.push_back({parts[i], node->line, node->col, std::move(fresh)});
      entry = &node->entries.back();
    }
    node = &entry->value;
  }
  return node->kind == YamlNode::Kind::mapping ? node : nullptr;
}

void put(YamlNode& root, const MovedKey& moved, YamlEntry entry) {
  const Parts to = parts_of(moved.to);
  YamlNode* holder = mapping_at(root, to, to.size() - 1);
  if (!holder) return;
  if (*moved.key && entry.value.kind == YamlNode::Kind::mapping && !entry.value.find(moved.key))
    entry.value.entries.insert(
        entry.value.entries.begin(),
        {moved.key, entry.line, entry.col, scalar_like(entry.value, moved.value)});
  entry.key = to.back();
  YamlEntry* there = entry_of(*holder, to.back());
  if (!there) {
    holder->entries.push_back(std::move(entry));
  } else if (there->value.kind == YamlNode::Kind::mapping) {
    for (YamlEntry& more : entry.value.entries)
      if (!there->value.find(more.key)) there->value.entries.push_back(std::move(more));
  }
}

void move_key(YamlNode& root, const MovedKey& moved);

// Moves the key below `node`, of which parts[at] is the next key; a part `*` begins a tree of its
// own, in which `to` has the same beginning.
void move_below(YamlNode& node, const MovedKey& moved) {
  const std::string from = moved.from, to = moved.to;
  const std::size_t star = from.find("*.");
  const Parts before = parts_of(from.substr(0, star == 0 ? 0 : star - 1));
  YamlNode* all = &node;
  for (const std::string& part : before) {
    if (star == 0) break;
    YamlEntry* entry = entry_of(*all, part);
    if (!entry) return;
    all = &entry->value;
  }
  const std::string rest = from.substr(star + 2), rest_to = to.empty() ? "" : to.substr(star + 2);
  const MovedKey inner{moved.kind, rest.c_str(), rest_to.c_str(),
                       moved.key,  moved.value,  moved.since};
  for (YamlNode& item : all->items) move_key(item, inner);
  for (YamlEntry& entry : all->entries) move_key(entry.value, inner);
}

void move_key(YamlNode& root, const MovedKey& moved) {
  if (std::string(moved.from).find("*.") != std::string::npos) return move_below(root, moved);
  const Parts from = parts_of(moved.from);
  YamlNode* holder = &root;
  for (std::size_t i = 0; i + 1 < from.size(); ++i) {
    YamlEntry* entry = entry_of(*holder, from[i]);
    if (!entry) return;
    holder = &entry->value;
  }
  YamlEntry* old = entry_of(*holder, from.back());
  if (!old) return;
  if (*moved.to) {
    const Parts to = parts_of(moved.to);
    if (from.size() == to.size() && std::equal(from.begin(), from.end() - 1, to.begin()) &&
        !*moved.key) {
      if (!entry_of(*holder, to.back())) old->key = to.back();  // in its place
      return;
    }
  }
  YamlEntry entry = std::move(*old);
  holder->entries.erase(holder->entries.begin() + (old - holder->entries.data()));
  if (*moved.to) put(root, moved, std::move(entry));
}

// Lets `change` see the texts of a scalar or of a list of them.
void change_texts(YamlNode* node, const std::function<void(std::string&)>& change) {
  if (!node) return;
  if (node->kind == YamlNode::Kind::scalar) change(node->text);
  for (YamlNode& item : node->items)
    if (item.kind == YamlNode::Kind::scalar) change(item.text);
}

YamlNode* value_of(YamlNode& mapping, const std::string& key) {
  YamlEntry* entry = entry_of(mapping, key);
  return entry ? &entry->value : nullptr;
}

// Paths in `path`, `mirrored` and `scaled` of a search's parameters.
void change_parameter(YamlNode& parameter, const std::vector<MovedKey>& moved) {
  const std::string kind = parameter.find("figure") ? "figure" : "shot";
  const auto today = [&](std::string& path) { path = path_today(path, kind, moved); };
  change_texts(value_of(parameter, "path"), today);
  change_texts(value_of(parameter, "mirrored"), today);
  if (YamlNode* scaled = value_of(parameter, "scaled"))
    for (YamlNode& slip : scaled->items) change_texts(value_of(slip, "path"), today);
}

}  // namespace

const YamlNode* node_at(const YamlNode& root, const std::string& path) {
  const YamlNode* node = &root;
  if (path.empty()) return node;
  for (const std::string& part : parts_of(path)) {
    node = node->find(part);
    if (!node) return nullptr;
  }
  return node;
}

std::string path_today(const std::string& path, const std::string& kind,
                       const std::vector<MovedKey>& moved) {
  std::string today = path;
  for (const MovedKey& m : moved) {
    const Parts parts = parts_of(today), from = parts_of(m.from), to = parts_of(m.to);
    if (kind != m.kind || !*m.to || parts.size() < from.size()) continue;
    bool same = true;
    for (std::size_t i = 0; i < from.size(); ++i)
      same = same && (from[i] == "*" || from[i] == parts[i]);
    if (!same) continue;
    today.clear();
    for (std::size_t i = 0; i < to.size(); ++i)
      today += (i ? "." : "") + (to[i] == "*" && i < parts.size() ? parts[i] : to[i]);
    for (std::size_t i = from.size(); i < parts.size(); ++i) today += "." + parts[i];
  }
  return today;
}

std::vector<MovedKey> moved_since(int version, const std::vector<MovedKey>& moved) {
  std::vector<MovedKey> all;
  for (const MovedKey& m : moved)
    if (m.since > version) all.push_back(m);
  return all;
}

void move_old_keys(YamlNode& root, const std::string& kind, const std::vector<MovedKey>& moved) {
  if (moved.empty()) return;
  for (const MovedKey& m : moved)
    if (kind == m.kind) move_key(root, m);
  change_texts(value_of(root, "without"),
               [&](std::string& path) { path = path_today(path, kind, moved); });
  if (kind == "shot")
    if (YamlNode* takes = value_of(root, "takes"))
      for (YamlEntry& take : takes->entries) move_old_keys(take.value, kind, moved);
  if (kind == "search")
    if (YamlNode* parameters = value_of(root, "parameters")) {
      for (YamlNode& parameter : parameters->items) change_parameter(parameter, moved);
      for (YamlEntry& parameter : parameters->entries) change_parameter(parameter.value, moved);
    }
}

void fill_old_defaults(YamlNode& root, const std::string& kind) {
  for (const OldDefault& old : old_defaults()) {
    if (kind != old.kind) continue;
    const YamlNode* owner = node_at(root, old.owner);
    if (!owner || owner->kind != YamlNode::Kind::mapping || owner->version >= old.since) continue;
    const std::string path = old.path();
    if (node_at(root, path)) continue;
    const Parts parts = parts_of(path);
    const YamlNode* there = node_at(root, parts.size() > 1 ? path.substr(0, path.rfind('.')) : "");
    if (there && there->kind != YamlNode::Kind::mapping) continue;  // loading it tells
    const YamlNode none = mapping_like(*owner);
    if (old.holds && !old.holds(root, there ? *there : none)) continue;
    const YamlNode at = mapping_like(*owner);
    if (YamlNode* holder = mapping_at(root, parts, parts.size() - 1))
      holder->entries.push_back({parts.back(), at.line, at.col, value_like(at, old.value)});
  }
}

}  // namespace gambol
