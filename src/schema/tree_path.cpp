#include "schema/tree_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/nearest.h"
#include "schema/tree_parts.h"

namespace gambol {
namespace {

constexpr std::size_t none = std::string::npos;

Problem wrong(const std::string& part, const std::vector<std::string>& known) {
  const std::string close = nearest(part, known);
  const std::string expected =
      known.empty()   ? "a path that leads on"
      : close.empty() ? alternatives(known)
                      : fmt::format("{} (did you mean {}?)", alternatives(known), close);
  return {Place(), "", in_quotes(part), expected};
}

Problem all_is_well() { return {Place(), "", "", ""}; }

std::vector<std::string> keys_of(const YamlNode& mapping) {
  std::vector<std::string> keys;
  for (const YamlEntry& e : mapping.entries) keys.push_back(e.key);
  return keys;
}

// The number that `text` is; `none` if it is not one.
std::size_t whole_number(const std::string& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : none;
}

// An element of a list, and how much of the path names it.
struct Element {
  std::size_t index = none, length = 0;
};

// A name may contain dots: the longest match counts.
Element element_at(const YamlNode& list, const std::string& path, const FieldInfo& info) {
  for (std::size_t end = path.size(); end != none && end > 0; end = path.rfind('.', end - 1)) {
    const auto found = elements_known_as(list, path.substr(0, end), info);
    if (found.size() == 1) return {found[0], end};
  }
  const std::size_t end = std::min(path.find('.'), path.size());
  const std::size_t index = whole_number(path.substr(0, end));
  return index < list.items.size() ? Element{index, end} : Element{};
}

std::string after(const std::string& path, std::size_t length) {
  return length >= path.size() ? "" : path.substr(length + 1);
}

// An element of a list that is written as a mapping from names: its value does not repeat the name.
YamlNode named_as(const YamlNode& old, const YamlNode& value, const FieldInfo& info) {
  YamlNode element = info.field.by_name ? in_full(value, info) : value;
  const YamlNode* name = old.find("name");
  if (info.field.by_name && name && element.kind == YamlNode::Kind::mapping &&
      !element.find("name"))
    element.entries.insert(element.entries.begin(), {"name", value.line, value.col, *name});
  return element;
}

// set_at(), for a node of what `info` describes as `kind`: the description of a list is that of its
// elements, too, and too large to be copied for each of many values.
Problem set_as(ValueKind kind, YamlNode& tree, const std::string& path, const YamlNode& value,
               const FieldInfo& info, WayThere* way);

void note_key(WayThere& way, const std::string& key, const FieldInfo* found,
              const FieldInfo& info) {
  way.steps.push_back(key);
  if (found) way.touches = std::max(way.touches, found->field.touches);
  // The name of the file, and its version.
  if (!found && !info.fields.empty()) way.touches = Touches::nothing;
}

std::string name_of_element(const YamlNode& list, std::size_t index, const FieldInfo& info) {
  const std::string id = identity(list.items[index], info);
  const bool is_told_apart = !id.empty() && elements_known_as(list, id, info).size() == 1;
  return is_told_apart ? id : std::to_string(index);
}

Problem set_in_list(YamlNode& list, const std::string& path, const YamlNode& value,
                    const FieldInfo& info, WayThere* way) {
  const Element at = element_at(list, path, info);
  if (at.index == none) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const std::string id = identity(list.items[i], info);
      known.push_back(id.empty() ? std::to_string(i) : id);
    }
    return wrong(path.substr(0, path.find('.')), known);
  }
  if (way) way->steps.push_back(name_of_element(list, at.index, info));
  const std::string rest = after(path, at.length);
  if (!rest.empty())
    return set_as(ValueKind::structure, list.items[at.index], rest, value, info, way);
  if (value.kind == YamlNode::Kind::null)
    list.items.erase(list.items.begin() + static_cast<std::ptrdiff_t>(at.index));
  else
    list.items[at.index] = named_as(list.items[at.index], value, info);
  return all_is_well();
}

Problem set_as(ValueKind kind, YamlNode& tree, const std::string& path, const YamlNode& value,
               const FieldInfo& info, WayThere* way) {
  if (kind == ValueKind::structures && merges_by_name(info)) tree = as_list(std::move(tree), info);
  if (tree.kind == YamlNode::Kind::sequence) return set_in_list(tree, path, value, info, way);
  if (kind == ValueKind::structure) tree = in_full(std::move(tree), info);
  if (tree.kind != YamlNode::Kind::mapping) return wrong(path, {});
  const std::size_t end = std::min(path.find('.'), path.size());
  const std::string key = path.substr(0, end), rest = after(path, end);
  const auto entry = std::find_if(tree.entries.begin(), tree.entries.end(),
                                  [&](const YamlEntry& e) { return e.key == key; });
  const FieldInfo* found = field_of(info, tree, tree, key);
  if (way) note_key(*way, key, found, info);
  if (entry == tree.entries.end()) {
    if (!rest.empty() || (!found && !info.fields.empty())) return wrong(key, keys_of(tree));
    if (value.kind != YamlNode::Kind::null)
      tree.entries.push_back({key, value.line, value.col, value});
    return all_is_well();
  }
  if (!rest.empty()) {
    static const FieldInfo unknown;
    const FieldInfo& inner = found ? *found : unknown;
    return set_as(inner.kind, entry->value, rest, value, inner, way);
  }
  if (value.kind == YamlNode::Kind::null)
    tree.entries.erase(entry);
  else
    entry->value = value;
  return all_is_well();
}

void move_to(YamlNode& node, const Place& place) {
  node.file = std::make_shared<const std::string>(place.file);
  node.line = place.line;
  node.col = place.col;
  for (YamlNode& item : node.items) move_to(item, place);
  for (YamlEntry& e : node.entries) {
    e.line = place.line;
    e.col = place.col;
    move_to(e.value, place);
  }
}

}  // namespace

YamlNode scalar_node(const std::string& text, const Place& place) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.text = text;
  node.file = std::make_shared<const std::string>(place.file);
  node.line = place.line;
  node.col = place.col;
  return node;
}

YamlNode value_node(const std::string& text, const Place& place) {
  YamlNode node = scalar_node(text, place);
  if (text == "~") node.kind = YamlNode::Kind::null;
  if (!text.starts_with('[') && !text.starts_with('{')) return node;
  std::vector<Problem> problems;
  try {
    node = parse_yaml("value: " + text, place.file, problems).entries.at(0).value;
  } catch (const InputError& error) {
    problems = error.problems();
  }
  for (Problem& problem : problems) problem.place = place;
  if (!problems.empty()) throw InputError(std::move(problems));
  move_to(node, place);
  return node;
}

Problem set_at(YamlNode& tree, const std::string& path, const YamlNode& value,
               const FieldInfo& info, WayThere* way) {
  return set_as(info.kind, tree, path, value, info, way);
}

YamlNode change_at(const YamlNode& tree, const std::string& path, const FieldInfo& info) {
  const bool by_name = merges_by_name(info);
  const YamlNode node = by_name                             ? as_list(tree, info)
                        : info.kind == ValueKind::structure ? in_full(tree, info)
                                                            : tree;
  if (path.empty() || (node.kind == YamlNode::Kind::sequence && !by_name)) return node;
  YamlNode change;
  change.kind = node.kind;
  if (node.kind == YamlNode::Kind::sequence) {
    const Element at = element_at(node, path, info);
    const YamlNode& element = node.items.at(at.index);
    const std::string rest = after(path, at.length);
    if (rest.empty() || identity(element, info).empty()) return node;
    YamlNode part = change_at(element, rest, element_of(info));
    // What tells the element apart must stand in the change too.
    for (const YamlEntry& e : element.entries)
      if (!part.find(e.key) && (e.key == "name" || !element.find("name")))
        part.entries.insert(part.entries.begin(), e);
    change.items.push_back(std::move(part));
    return change;
  }
  const std::size_t end = std::min(path.find('.'), path.size());
  const std::string key = path.substr(0, end);
  const YamlNode* value = node.find(key);
  if (!value) return node;
  const FieldInfo* found = field_of(info, node, node, key);
  if (!info.alternative_key.empty() && info.alternative_key != key)
    if (const YamlNode* kind = node.find(info.alternative_key))
      change.entries.push_back({info.alternative_key, 0, 0, *kind});
  change.entries.push_back(
      {key, 0, 0, change_at(*value, after(path, end), found ? *found : FieldInfo{})});
  return change;
}

namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// Whether plain YAML would read the text as something else.
bool needs_quotes(const std::string& text) {
  if (text.empty() || std::any_of(text.begin(), text.end(), is_control)) return true;
  static constexpr std::string_view special = "-?:,[]{}#&*!|>'\"%@`";
  const bool number = whole_number(text.substr(text[0] == '-')) != none ||
                      (text.find_first_not_of("0123456789+-.eE") == none);
  if (number) return false;
  return special.find(text[0]) != none || text.find(": ") != none || text.find(" #") != none ||
         text.find_first_of(",[]{}") != none || text.back() == ':' || text.back() == ' ';
}

std::string scalar_text(const YamlNode& node) {
  if (!node.quoted && !needs_quotes(node.text)) return node.text;
  std::string quoted = "\"";
  for (char c : node.text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n'       ? std::string("\\n")
              : is_control(c) ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c))
                              : std::string(1, c);
  }
  return quoted + "\"";
}

std::string in_braces(const YamlNode& node) {
  std::string text;
  const auto add = [&](const std::string& item) { text += (text.empty() ? "" : ", ") + item; };
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "~";
    case YamlNode::Kind::scalar:
      return scalar_text(node);
    case YamlNode::Kind::sequence:
      for (const YamlNode& item : node.items) add(in_braces(item));
      return "[" + text + "]";
    case YamlNode::Kind::mapping:
      for (const YamlEntry& e : node.entries)
        add(scalar_text(scalar_node(e.key, {})) + ": " + in_braces(e.value));
      return "{" + text + "}";
  }
  return text;
}

void write_block(const YamlNode& node, const std::string& indent, std::string& text) {
  constexpr std::size_t width = 100;
  for (const YamlEntry& e : node.entries) {
    const std::string head = indent + scalar_text(scalar_node(e.key, {})) + ":";
    const std::string flat = in_braces(e.value);
    if (head.size() + flat.size() < width || e.value.kind == YamlNode::Kind::scalar ||
        (e.value.entries.empty() && e.value.items.empty())) {
      text += head + " " + flat + "\n";
    } else if (e.value.kind == YamlNode::Kind::mapping) {
      text += head + "\n";
      write_block(e.value, indent + "  ", text);
    } else {
      text += head + "\n";
      for (const YamlNode& item : e.value.items) text += indent + "  - " + in_braces(item) + "\n";
    }
  }
}

}  // namespace

std::string flow_text(const YamlNode& value) { return in_braces(value); }

std::string yaml_text(const YamlNode& tree) {
  std::string text;
  write_block(tree, "", text);
  return text;
}

}  // namespace gambol
