#include "schema/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/nearest.h"
#include "schema/key_search.h"

namespace gambol {
namespace {

std::string range_note(const FieldInfo& info) {
  const bool number = info.kind == ValueKind::number || info.kind == ValueKind::vector ||
                      info.kind == ValueKind::pair || info.kind == ValueKind::curve ||
                      info.kind == ValueKind::vector_curve || info.kind == ValueKind::table ||
                      info.kind == ValueKind::numbers ||
                      (info.kind == ValueKind::whole && !info.is_unsigned);
  if (!number) return "";
  const std::string all = expected_number(info.field);
  Field unbounded;
  unbounded.dim = info.field.dim;
  unbounded.or_dim = info.field.or_dim;
  unbounded.any_dim = info.field.any_dim;
  return all.substr(expected_number(unbounded).size());
}

std::string dimension_note(const FieldInfo& info) {
  if (info.field.any_dim) return "a number, with or without a unit";
  std::vector<std::string> words = {describe(info.field.dim)};
  for (const Dimension& dimension : info.field.or_dim) words.push_back(describe(dimension));
  return alternatives(words);
}

// "a length (m) of at least 0, or a curve"
std::string type_note(const FieldInfo& info) {
  const std::string number = dimension_note(info) + range_note(info);
  const bool color = info.field.color;
  const std::string vector =
      color ? "a colour: [r, g, b] linear, or \"#rrggbb\"" : "[x, y, z], each " + number;
  std::string time = info.field.film_time ? "film time" : "simulated time";
  if (info.field.over != dim::time) time = describe(info.field.over);
  switch (info.kind) {
    case ValueKind::boolean:
      return "true or false";
    case ValueKind::whole:
      return "a whole number" + range_note(info);
    case ValueKind::number:
      return number + (info.field.film_time || info.field.frames ? ", or film frames (f)" : "");
    case ValueKind::text:
      return "a text";
    case ValueKind::texts:
      return "a name or a list of names";
    case ValueKind::pair:
      return "[x, y], each " + number;
    case ValueKind::numbers:
      return number + ", or a list of such numbers";
    case ValueKind::table:
      return "rows of numbers, each " + number;
    case ValueKind::vector:
      return vector;
    case ValueKind::choice:
      return alternatives(info.choices);
    case ValueKind::curve:
      return number + ", or a curve over " + time;
    case ValueKind::vector_curve:
      return vector + ", or a curve over " + time;
    case ValueKind::rotations:
      return "a list of rotations such as `x -45 deg`";
    case ValueKind::structure:
      return "a mapping";
    case ValueKind::changes:
      return "a mapping from names to any keys of the file";
    case ValueKind::structures:
      return info.field.by_name ? "a mapping from names, or a list of mappings"
                                : "a list of mappings";
  }
  return "";
}

std::string summary(const FieldInfo& info) {
  std::string text = type_note(info);
  if (info.field.or_as && info.kind == ValueKind::structure)
    text += fmt::format(", or its {} alone", info.field.or_as);
  if (info.field.required) text += "; required";
  if (!info.fallback.empty()) text += "; default " + info.fallback;
  return text;
}

void list_fields(const std::vector<FieldInfo>& fields, std::string& text) {
  std::size_t width = 0;
  for (const FieldInfo& f : fields) width = std::max(width, f.name.size());
  for (const FieldInfo& f : fields)
    text += fmt::format("  {:{}}  {}\n  {:{}}  {}\n", f.name, width, f.field.help, "", width,
                        summary(f));
}

std::vector<std::string> split(const std::string& key) {
  std::vector<std::string> parts(1);
  bool index = false;
  for (char c : key) {
    if (c == '[') index = true;
    if (c == '.' && !index)
      parts.emplace_back();
    else if (!index)
      parts.back() += c;
    if (c == ']') index = false;
  }
  return parts;
}

const FieldInfo* find(const FieldInfo& info, const std::string& name) {
  for (const FieldInfo& f : info.fields)
    if (f.name == name) return &f;
  return nullptr;
}

// All keys that may follow, for suggestions.
std::vector<std::string> known_keys(const FieldInfo& info) {
  std::vector<std::string> names;
  for (const FieldInfo& f : info.fields) names.push_back(f.name);
  for (const FieldInfo::Alternative& a : info.alternatives) {
    names.push_back(a.name);
    for (const FieldInfo& f : a.fields) names.push_back(f.name);
  }
  return names;
}

std::string overview(const FileKinds& kinds) {
  std::string text =
      "gambol reads these kinds of files. `explain KIND` lists the keys of one, "
      "`explain KIND.KEY` explains a key.\n\n";
  for (const FieldInfo* kind : kinds)
    text += fmt::format("  {:10}{}\n", kind->name, kind->field.help);
  return text;
}

std::string page(const std::string& key, const FieldInfo& info) {
  std::string text = fmt::format("{}: {}\n  {}\n", key, info.field.help, summary(info));
  if (info.kind == ValueKind::curve || info.kind == ValueKind::vector_curve)
    text +=
        "  a curve is a list of keys: [[0 s, VALUE], [0.5 s, VALUE, ease]], or\n"
        "  {t: 0.5 s, value: VALUE, interpolation: step | linear | catmull_rom | ease}\n";
  if (!info.fields.empty()) {
    text += '\n';
    list_fields(info.fields, text);
  }
  for (const FieldInfo::Alternative& a : info.alternatives) {
    text += fmt::format("\n{}: {}\n", info.alternative_key, a.name);
    list_fields(a.fields, text);
  }
  return text;
}

// Returns the field of that name among the keys of `info` and of its alternatives, or an
// alternative of that name.
std::optional<FieldInfo> find_below(const FieldInfo& info, const std::string& name) {
  if (const FieldInfo* found = find(info, name)) return *found;
  for (const FieldInfo::Alternative& a : info.alternatives) {
    const FieldInfo fields = as_field(a);
    if (a.name == name) return fields;
    if (const FieldInfo* inner = find(fields, name)) return *inner;
  }
  return {};
}

// Where a key is looked for: in the kind of file that its first part names, or else in a shot.
struct Beginning {
  const FieldInfo* kind;
  std::size_t part;  // the first below the kind
};

Beginning beginning(const FileKinds& kinds, const std::vector<std::string>& parts) {
  if (const FieldInfo* kind = find_kind(kinds, parts[0])) return {kind, 1};
  return {kinds.front(), 0};
}

std::optional<FieldInfo> find_from_above(const FileKinds& kinds,
                                         const std::vector<std::string>& parts) {
  const Beginning from = beginning(kinds, parts);
  std::optional<FieldInfo> info = *from.kind;
  for (std::size_t i = from.part; info && i < parts.size(); ++i) info = find_below(*info, parts[i]);
  return info;
}

// All keys whose paths end in these parts.
std::vector<NamedKey> ending_in(const FileKinds& kinds, const std::vector<std::string>& parts) {
  std::vector<NamedKey> all;
  for (const FieldInfo* kind : kinds)
    if (!kind->repeats)
      collect_keys(kind->fields, kind->name + ".", fmt::format(".{}", fmt::join(parts, ".")), all);
  return all;
}

// The names of all kinds of files and of all keys in them.
std::vector<std::string> names_anywhere(const FileKinds& kinds) {
  std::vector<std::string> names;
  for (const FieldInfo* kind : kinds) {
    names.push_back(kind->name);
    std::vector<NamedKey> keys;
    collect_keys(kind->fields, "", "", keys);
    for (const NamedKey& key : keys) names.push_back(key.info.name);
  }
  return names;
}

[[noreturn]] void no_such_key(const FileKinds& kinds, const std::string& key,
                              const std::vector<std::string>& parts) {
  const Beginning from = beginning(kinds, parts);
  FieldInfo info = *from.kind;
  std::string above;
  std::size_t i = from.part;
  for (; i + 1 < parts.size(); ++i) {
    const std::optional<FieldInfo> next = find_below(info, parts[i]);
    if (!next) break;
    above += parts[i] + ".";
    info = FieldInfo(*next);
  }
  std::vector<std::string> known = known_keys(info);
  if (from.part == 0 && i == 0) known = names_anywhere(kinds);  // a key may begin with any
  Problem problem;
  problem.key = key;
  problem.found = "no such key";
  const std::string close = nearest(parts[i], known);
  problem.expected = !close.empty() ? fmt::format("a known key (did you mean {}{}?)", above, close)
                     : i == 0 ? "a key of a file, or its last parts: `gambol explain` lists files"
                              : alternatives(known);
  throw InputError(problem);
}

std::string list_of(const std::vector<NamedKey>& keys) {
  constexpr std::size_t most = 40;
  std::string text;
  for (std::size_t i = 0; i < keys.size() && i < most; ++i)
    text += fmt::format("  {}\n      {}\n", keys[i].path, keys[i].info.field.help);
  if (keys.size() > most) text += fmt::format("  and {} more\n", keys.size() - most);
  return text;
}

std::string list_of_others(const std::vector<NamedKey>& keys) {
  return keys.empty() ? "" : "\nother keys of this name:\n" + list_of(keys);
}

// What the word may mean besides the keys of its name, such as a duration by `length`.
std::string list_of_meant(std::vector<NamedKey> meant, const std::vector<NamedKey>& named) {
  std::erase_if(meant, [&](const NamedKey& key) {
    return std::any_of(named.begin(), named.end(),
                       [&](const NamedKey& n) { return n.path == key.path; });
  });
  return meant.empty() ? "" : "\nwhat the word may mean, too:\n" + list_of(meant);
}

}  // namespace

std::string explain(const FileKinds& kinds, const std::string& key) {
  if (key.empty()) return overview(kinds);
  const std::vector<std::string> parts = split(key);
  std::vector<NamedKey> others = ending_in(kinds, parts);
  const std::string meant = list_of_meant(keys_meant_by(kinds, key), others);
  if (const std::optional<FieldInfo> info = find_from_above(kinds, parts)) {
    const std::string shot_key =
        kinds.front()->name + "." + fmt::format("{}", fmt::join(parts, "."));
    std::erase_if(others, [&](const NamedKey& n) { return n.path == key || n.path == shot_key; });
    return page(key, *info) + list_of_others(others) + meant;
  }
  if (others.size() == 1) return page(others[0].path, others[0].info) + meant;
  if (others.empty() && parts.size() == 1)
    if (const std::vector<NamedKey> about = keys_about(kinds, key); !about.empty())
      return fmt::format("{}: no key has this name; these are about it:\n", key) + list_of(about);
  if (others.empty()) no_such_key(kinds, key, parts);
  return fmt::format("{}: {} keys end in this:\n", key, others.size()) + list_of(others) + meant;
}

std::vector<std::string> key_names(const FileKinds& kinds, const std::string& word) {
  const std::size_t dot = word.rfind('.');
  if (dot == word.npos) return names_anywhere(kinds);
  const std::string above = word.substr(0, dot);
  const std::optional<FieldInfo> info = find_from_above(kinds, split(above));
  std::vector<std::string> names;
  if (info)
    for (const std::string& name : known_keys(*info)) names.push_back(above + "." + name);
  return names;
}

}  // namespace gambol
