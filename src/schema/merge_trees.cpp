#include "schema/merge_trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/nearest.h"
#include "schema/tree_parts.h"

namespace gambol {
namespace {

// Reports an element whose name is close to that of an old one, unless it has all keys that a new
// element requires: the name is mistyped.
bool is_mistyped(const YamlNode& item, const YamlNode& old, const FieldInfo& info,
                 std::vector<Problem>& problems) {
  const std::string name = text_of(item, "name");
  const bool complete =
      std::all_of(info.fields.begin(), info.fields.end(),
                  [&](const FieldInfo& f) { return !f.field.required || item.find(f.name); });
  if (name.empty() || complete) return false;
  std::vector<std::string> known;
  for (const YamlNode& element : old.items) known.push_back(text_of(element, "name"));
  const std::string close = nearest(name, known);
  if (close.empty()) return false;
  problems.push_back({item.find("name")->place(), info.name + ".name", in_quotes(name),
                      fmt::format("one of the {} to change (did you mean {}?), or a new one "
                                  "with all required keys",
                                  info.name, close)});
  return true;
}

YamlNode merge_lists(const YamlNode& base, const YamlNode& over, const FieldInfo& info,
                     std::vector<Problem>& problems) {
  const FieldInfo element = element_of(info);
  YamlNode merged = as_list(base, info);
  const YamlNode fresh = as_list(over, info);
  if (merged.kind != YamlNode::Kind::sequence || fresh.kind != YamlNode::Kind::sequence)
    return over;
  const YamlNode old = merged;
  merged.file = over.file;
  merged.line = over.line;
  merged.col = over.col;
  for (const YamlNode& item : fresh.items) {
    const std::string id = identity(item, info);
    const auto same = id.empty() ? std::vector<std::size_t>{} : elements_known_as(old, id, info);
    if (same.empty()) {
      if (is_mistyped(item, old, info, problems)) continue;
      merged.items.push_back(item);
    } else if (same.size() == 1 && elements_known_as(fresh, id, info).size() == 1) {
      merged.items[same[0]] = merge_trees(old.items[same[0]], item, element, problems);
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
  const YamlNode old = base;
  for (const YamlEntry& entry : over.entries) {
    const auto same = std::find_if(base.entries.begin(), base.entries.end(),
                                   [&](const YamlEntry& e) { return e.key == entry.key; });
    if (same == base.entries.end()) {
      base.entries.push_back(entry);
      continue;
    }
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
        leave_out(list.items[i], rest.substr(end + 1), element_of(info), at, problems);
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
  if (info.kind == ValueKind::structure) {
    const YamlNode a = in_full(base, info), b = in_full(over, info);
    if (a.kind == YamlNode::Kind::mapping && b.kind == YamlNode::Kind::mapping)
      return merge_mappings(a, b, info, problems);
  }
  if (merges_by_name(info)) return merge_lists(base, over, info, problems);
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
  const FieldInfo inner = f ? *f : FieldInfo{};
  leave_out(entry->value, rest, inner, at, problems);
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
