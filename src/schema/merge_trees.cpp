#include "schema/merge_trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/nearest.h"
#include "schema/tree_parts.h"

namespace gambol {
namespace {

// Reports an element whose name is close to that of one of the first `old` of the list, unless it
// has all keys that a new element requires: the name is mistyped.
bool is_mistyped(const YamlNode& item, const YamlNode& list, std::size_t old, const FieldInfo& info,
                 std::vector<Problem>& problems) {
  const std::string name = text_of(item, "name");
  const bool complete =
      std::all_of(info.fields.begin(), info.fields.end(),
                  [&](const FieldInfo& f) { return !f.field.required || item.find(f.name); });
  if (name.empty() || complete) return false;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < old; ++i) known.push_back(text_of(list.items[i], "name"));
  const std::string close = nearest(name, known);
  if (close.empty()) return false;
  problems.push_back({item.find("name")->place(), info.name + ".name", in_quotes(name),
                      fmt::format("one of the {} to change (did you mean {}?), or a new one "
                                  "with all required keys",
                                  info.name, close)});
  return true;
}

std::vector<std::string> identities(const YamlNode& list, const FieldInfo& info) {
  std::vector<std::string> ids;
  for (const YamlNode& item : list.items) ids.push_back(identity(item, info));
  return ids;
}

// Merges structs; `info` may be that of a list of them. Returns false for what is no mapping, and
// leaves it as it is.
bool merge_structs(YamlNode& base, const YamlNode& over, const FieldInfo& info,
                   std::vector<Problem>& problems);

YamlNode merge_lists(YamlNode base, const YamlNode& over, const FieldInfo& info,
                     std::vector<Problem>& problems) {
  YamlNode merged = as_list(std::move(base), info);
  const YamlNode fresh = as_list(over, info);
  if (merged.kind != YamlNode::Kind::sequence || fresh.kind != YamlNode::Kind::sequence)
    return over;
  const std::size_t old = merged.items.size();
  const std::vector<std::string> known = identities(merged, info), ids = identities(fresh, info);
  merged.file = over.file;
  merged.line = over.line;
  merged.col = over.col;
  for (std::size_t i = 0; i < fresh.items.size(); ++i) {
    const YamlNode& item = fresh.items[i];
    const std::string& id = ids[i];
    const auto same = id.empty() ? 0 : std::count(known.begin(), known.end(), id);
    if (same == 0) {
      if (is_mistyped(item, merged, old, info, problems)) continue;
      merged.items.push_back(item);
    } else if (same == 1 && std::count(ids.begin(), ids.end(), id) == 1) {
      YamlNode& element = merged.items[static_cast<std::size_t>(
          std::find(known.begin(), known.end(), id) - known.begin())];
      if (!merge_structs(element, item, info, problems)) element = item;
    } else {
      problems.push_back(
          {item.place(), info.name, fmt::format("\"{}\", of which there are several", id),
           "an element that stands once in each list: a `name` tells elements apart"});
    }
  }
  return merged;
}

YamlNode merge_mappings(YamlNode base, const YamlNode& over, const FieldInfo& info,
                        std::vector<Problem>& problems) {
  const std::string &key = info.alternative_key, was = text_of(base, key), is = text_of(over, key);
  if (!key.empty() && !was.empty() && !is.empty() && was != is) return over;
  YamlNode old;  // the base's alternative, which `over` may name again
  if (const YamlNode* alternative = base.find(key))
    old.entries.push_back({key, 0, 0, *alternative});
  for (const YamlEntry& entry : over.entries) {
    const auto same = std::find_if(base.entries.begin(), base.entries.end(),
                                   [&](const YamlEntry& e) { return e.key == entry.key; });
    if (same == base.entries.end()) {
      base.entries.push_back(entry);
      continue;
    }
    if (entry.value.left_open) continue;
    const FieldInfo* f = field_of(info, over, old, entry.key);
    YamlNode value =
        f ? merge_trees(std::move(same->value), entry.value, *f, problems) : entry.value;
    *same = {entry.key, entry.line, entry.col, std::move(value)};
  }
  base.file = over.file;
  base.line = over.line;
  base.col = over.col;
  base.version = std::min(base.version, over.version);
  return base;
}

bool merge_structs(YamlNode& base, const YamlNode& over, const FieldInfo& info,
                   std::vector<Problem>& problems) {
  base = in_full(std::move(base), info);
  const bool is_short = over.kind != YamlNode::Kind::mapping;
  const YamlNode in_words = is_short ? in_full(over, info) : YamlNode();
  const YamlNode& full = is_short ? in_words : over;
  if (base.kind != YamlNode::Kind::mapping || full.kind != YamlNode::Kind::mapping) return false;
  base = merge_mappings(std::move(base), full, info, problems);
  return true;
}

[[nodiscard]] std::string not_there(const std::string& part,
                                    const std::vector<std::string>& known) {
  const std::string close = nearest(part, known);
  if (!close.empty())
    return fmt::format("a key or element of what it changes (did you mean {}?)", close);
  return known.empty()
             ? "a key or element of what it changes"
             : fmt::format("a key or element of what it changes: {}", alternatives(known));
}

// Removes from a list the element that `rest` names, or continues inside the element with which
// `rest` begins.
void leave_out_of_list(YamlNode& list, const std::string& rest, const FieldInfo& info,
                       const YamlNode& at, std::vector<Problem>& problems) {
  list = as_list(std::move(list), info);
  // A name may contain dots: the longest match counts.
  for (std::size_t end = rest.size(); end != rest.npos && end > 0; end = rest.rfind('.', end - 1)) {
    const auto found = elements_known_as(list, rest.substr(0, end), info);
    if (found.empty()) continue;
    if (end < rest.size()) {
      for (std::size_t i : found)
        leave_out(list.items[i], rest.substr(end + 1), info, at, problems);
      return;
    }
    for (auto i = found.rbegin(); i != found.rend(); ++i)
      list.items.erase(list.items.begin() + static_cast<std::ptrdiff_t>(*i));
    return;
  }
  std::vector<std::string> known;
  for (const YamlNode& item : list.items)
    if (const std::string id = identity(item, info); !id.empty()) known.push_back(id);
  problems.push_back({at.place(), "without", describe(at), not_there(rest, known)});
}

}  // namespace

YamlNode merge_trees(YamlNode base, const YamlNode& over, const FieldInfo& info,
                     std::vector<Problem>& problems) {
  if (info.kind == ValueKind::structure && merge_structs(base, over, info, problems)) return base;
  if (merges_by_name(info)) return merge_lists(std::move(base), over, info, problems);
  return over;
}

void leave_out(YamlNode& tree, const std::string& path, const FieldInfo& info, const YamlNode& at,
               std::vector<Problem>& problems) {
  const std::size_t dot = path.find('.');
  const std::string key = path.substr(0, dot);
  const auto entry = std::find_if(tree.entries.begin(), tree.entries.end(),
                                  [&](const YamlEntry& e) { return e.key == key; });
  if (entry == tree.entries.end()) {
    std::vector<std::string> known;
    for (const YamlEntry& e : tree.entries) known.push_back(e.key);
    problems.push_back({at.place(), "without", describe(at), not_there(key, known)});
    return;
  }
  if (dot == path.npos) {
    tree.entries.erase(entry);
    return;
  }
  const std::string rest = path.substr(dot + 1);
  const FieldInfo* f = field_of(info, tree, tree, key);
  if (f && merges_by_name(*f)) return leave_out_of_list(entry->value, rest, *f, at, problems);
  if (f) entry->value = in_full(std::move(entry->value), *f);
  static const FieldInfo unknown;
  leave_out(entry->value, rest, f ? *f : unknown, at, problems);
}

void erase_keys(YamlNode& mapping, std::initializer_list<const char*> keys) {
  std::erase_if(mapping.entries, [&](const YamlEntry& e) {
    return std::find(keys.begin(), keys.end(), e.key) != keys.end();
  });
}

void apply_without(YamlNode& base, const YamlNode& over, const FieldInfo& info,
                   std::vector<Problem>& problems) {
  const YamlNode* without = over.find("without");
  if (!without) return;
  // An item that is not text is reported when the field is read.
  if (without->kind == YamlNode::Kind::scalar)
    leave_out(base, without->text, info, *without, problems);
  for (const YamlNode& item : without->items)
    if (item.kind == YamlNode::Kind::scalar) leave_out(base, item.text, info, item, problems);
}

}  // namespace gambol
