#include "schema/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/nearest.h"

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

[[noreturn]] void no_such_key(const std::string& key, const std::string& part,
                              const std::string& above, const std::vector<std::string>& known) {
  Problem problem;
  problem.key = key;
  problem.found = "no such key";
  const std::string close = nearest(part, known);
  problem.expected = close.empty() ? alternatives(known)
                                   : fmt::format("a known key (did you mean {}{}?)", above, close);
  throw InputError(problem);
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

}  // namespace

std::string explain(const FileKinds& kinds, const std::string& key) {
  if (key.empty()) return overview(kinds);
  std::vector<std::string> parts = split(key);
  FieldInfo info = *kinds.front();
  std::vector<std::string> known = known_keys(info);
  for (const FieldInfo* kind : kinds)  // some are keys of shots too
    if (std::find(known.begin(), known.end(), kind->name) == known.end())
      known.push_back(kind->name);
  if (const FieldInfo* kind = find_kind(kinds, parts[0])) {
    info = *kind;
    if (parts.size() > 1) {
      parts.erase(parts.begin());
    } else {
      return page(key, info);
    }
    known = known_keys(info);
  }
  std::string above;
  for (const std::string& part : parts) {
    FieldInfo next;
    const FieldInfo* found = find(info, part);
    for (const FieldInfo::Alternative& a : info.alternatives) {
      if (found) break;
      FieldInfo fields;
      fields.name = a.name;
      fields.kind = ValueKind::structure;
      fields.field.help = "one of the alternatives of `type`";
      fields.fields = a.fields;
      next = fields;
      if (a.name == part) {
        found = &next;
      } else if (const FieldInfo* inner = find(fields, part)) {
        next = FieldInfo(*inner);
        found = &next;
      }
    }
    if (!found) no_such_key(key, part, above, known);
    info = FieldInfo(*found);
    above += part + ".";
    known = known_keys(info);
  }
  return page(key, info);
}

}  // namespace gambol
