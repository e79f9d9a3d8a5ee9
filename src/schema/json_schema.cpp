// Writes the description of every field as a JSON Schema. The schema accepts everything that the
// loader may accept: it checks only the form of units, because `N*s2/kg` is a length too.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/json.h"
#include "base/nearest.h"
#include "schema/explain.h"
#include "schema/tree_parts.h"

namespace gambol {
namespace {

Json object() { return Json::object(Json::Layout::fitted); }
Json array() { return Json::array(Json::Layout::fitted); }

constexpr const char* number_pattern = R"([+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)";

std::string quantity_pattern() {
  const std::string unit = fmt::format(R"(({})(\^?[1-9]|\^-[1-9])?)", unit_names("|"));
  return fmt::format(R"(^\s*{0}(\s*/\s*([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)?)"
                     R"((\s*/?\s*{1}(\s*[*/]\s*{1})*)?\s*$)",
                     number_pattern, unit);
}

Json choice(const std::vector<std::string>& names) {
  Json list = array();
  for (const std::string& name : names) list.push(name);
  return object().add("enum", list);
}

Json any_of(const std::vector<Json>& parts) {
  Json list = array();
  for (const Json& part : parts) list.push(part);
  return object().add("anyOf", list);
}

Json reference(const char* name) { return object().add("$ref", std::string("#/$defs/") + name); }

Json list_of(const Json& item, int least = 0, int most = 0) {
  Json list = object();
  list.add("type", "array").add("items", item);
  if (least > 0) list.add("minItems", least);
  if (most > 0) list.add("maxItems", most);
  return list;
}

void add_range(Json& json, const Field& f) {
  if (f.positive) json.add("exclusiveMinimum", 0);
  if (std::isfinite(f.min)) json.add("minimum", Json::number(f.min));
  if (std::isfinite(f.max)) json.add("maximum", Json::number(f.max));
}

Json number(const Field& f) {
  Json bare = object();
  bare.add("type", "number");
  add_range(bare, f);
  std::vector<Json> parts = {bare, reference("quantity")};
  if ((f.film_time || f.frames) && f.dim == dim::time) parts.push_back(reference("film_frames"));
  return any_of(parts);
}

Json vector(const Field& f) {
  Field part = f;
  part.film_time = false;
  const Json list = list_of(number(part), f.on_ground ? 2 : 3, 3);
  return f.color ? any_of({list, reference("colour")}) : list;
}

// Schema of a curve: a value, or a list of keys with such values.
Json curve(const Json& value, const Field& f) {
  Json time = reference("time");
  if (f.film_time) time = any_of({time, reference("film_frames")});
  if (f.over != dim::time) time = number({.dim = f.over});
  Json compact = object();
  compact.add("type", "array")
      .add("prefixItems", array().push(time).push(value).push(reference("interpolation")))
      .add("items", false)
      .add("minItems", 2);
  Json mapping = object();
  mapping.add("type", "object")
      .add("properties", object()
                             .add("t", time)
                             .add("value", value)
                             .add("interpolation", reference("interpolation")))
      .add("required", array().push("t").push("value"))
      .add("additionalProperties", false);
  return any_of({value, list_of(any_of({compact, mapping}), 1)});
}

// Any scalar is a text as it is written.
Json text() { return object().add("type", array().push("string").push("number").push("boolean")); }

Json structure(const FieldInfo& info);
Json value_schema(const FieldInfo& info);

// The same description with nothing required, for changes of a file and for files that extend
// another.
FieldInfo relaxed(FieldInfo info) {
  info.field.required = false;
  for (FieldInfo& f : info.fields) f = relaxed(f);
  for (FieldInfo::Alternative& a : info.alternatives)
    for (FieldInfo& f : a.fields) f = relaxed(f);
  return info;
}

// A structure, or the value of the key that stands for it (Field::or_as). Of several kinds of
// structures, that key may name one that is changed.
Json or_shorthand(const FieldInfo& info) {
  if (!info.field.or_as) return structure(info);
  const FieldInfo* inner = find_field(info.fields, info.field.or_as);
  if (!inner) return structure(info);
  if (info.alternatives.empty()) return any_of({value_schema(*inner), structure(info)});
  const Json named = object().add("required", array().push(info.field.or_as));
  const Json changed = structure(relaxed(info)).add("allOf", array().push(named));
  return any_of({value_schema(*inner), structure(info), changed});
}

Json structures(const FieldInfo& info) {
  const Json element = or_shorthand(info);
  if (!info.field.by_name) return list_of(element);
  Json names = object();
  names.add("type", "object").add("additionalProperties", element);
  return any_of({list_of(element), names});
}

Json value_schema(const FieldInfo& info) {
  const Field& f = info.field;
  switch (info.kind) {
    case ValueKind::boolean:
      return object().add("type", "boolean");
    case ValueKind::whole: {
      Json whole = object();
      whole.add("type", "integer");
      if (info.is_unsigned)
        whole.add("minimum", 0);
      else
        add_range(whole, f);
      return whole;
    }
    case ValueKind::number:
      return number(f);
    case ValueKind::text:
      return text();
    case ValueKind::texts:
      return any_of({text(), list_of(text())});
    case ValueKind::pair:
      return list_of(number(f), 2, 2);
    case ValueKind::numbers:
      return any_of({number(f), list_of(number(f))});
    case ValueKind::table:
      return list_of(list_of(number(f), 2), 2);
    case ValueKind::vector:
      return vector(f);
    case ValueKind::choice:
      return choice(info.choices);
    case ValueKind::curve: {
      Field constant = f;
      constant.film_time = f.film_time && f.dim == dim::time;
      return curve(number(constant), f);
    }
    case ValueKind::vector_curve:
      return curve(vector(f), f);
    case ValueKind::rotations:
      return any_of({reference("rotation"), list_of(reference("rotation"))});
    case ValueKind::structure:
      return or_shorthand(info);
    case ValueKind::structures:
      return structures(info);
    case ValueKind::changes:
      if (f.any_dim)  // columns of a table, `=NAME`, too
        return object()
            .add("type", "object")
            .add("additionalProperties", object().add("type", "object"));
      return object()
          .add("type", "object")
          .add("additionalProperties",
               any_of({reference("changes"), object().add("type", "null")}));
  }
  return object();
}

void add_properties(Json& properties, const std::vector<FieldInfo>& fields) {
  for (const FieldInfo& f : fields) {
    std::string help = f.field.help;
    if (!f.fallback.empty()) help += "; default " + f.fallback;
    Json property = value_schema(f);
    if (!help.empty()) property.add("description", help);
    properties.add(f.name, property);
  }
}

Json plain_structure(const std::vector<FieldInfo>& common, const std::vector<FieldInfo>& more,
                     const std::string& key, const std::string& alternative) {
  Json properties = object(), required = array();
  add_properties(properties, common);
  add_properties(properties, more);
  for (const auto* fields : {&common, &more})
    for (const FieldInfo& f : *fields)
      if (f.field.required) required.push(f.name);
  Json mapping = object();
  mapping.add("type", "object").add("properties", properties).add("required", required);
  mapping.add("additionalProperties", false);
  if (key.empty()) return mapping;
  const Json only = object().add("const", alternative);
  const Json pinned = object().add("properties", object().add(key, only));
  return mapping.add("allOf", array().push(pinned));
}

Json structure(const FieldInfo& info) {
  if (info.alternatives.empty()) return plain_structure(info.fields, {}, "", "");
  Json list = array();
  for (const FieldInfo::Alternative& a : info.alternatives)
    list.push(plain_structure(info.fields, a.fields, info.alternative_key, a.name));
  return object().add("anyOf", list);
}

Json definitions() {
  const auto pattern = [](const std::string& text) {
    return object().add("type", "string").add("pattern", text);
  };
  const std::string number = number_pattern;
  return object()
      .add("quantity", pattern(quantity_pattern()))
      .add("time", any_of({object().add("type", "number"), pattern(quantity_pattern())}))
      .add("film_frames", pattern("^" + number + " *f$"))
      .add("colour", pattern("^#[0-9a-fA-F]{6}$"))
      .add("rotation", pattern(R"(^[xyz]\s.*$)"))
      .add("interpolation", choice(choices<Interpolation>()));
}

bool extends_others(const FieldInfo& info) {
  return std::any_of(info.fields.begin(), info.fields.end(),
                     [](const FieldInfo& f) { return f.name == "extends"; });
}

}  // namespace

std::string json_schema(const FileKinds& kinds, const std::string& kind) {
  const FieldInfo* found = find_kind(kinds, kind);
  if (!found) {
    Problem problem;
    problem.key = "schema";
    problem.found = "\"" + kind + "\"";
    problem.expected = alternatives({file_kind_names.begin(), file_kind_names.end()});
    throw InputError(problem);
  }
  const FieldInfo& info = *found;
  Json schema = object();
  Json defs = definitions();
  if (extends_others(info)) {
    const Json extends = object().add("required", array().push("extends"));
    defs.add("changes", structure(relaxed(info)));
    schema.add("if", extends).add("then", reference("changes")).add("else", structure(info));
  } else {
    schema = structure(info);
  }
  schema.add("$schema", "https://json-schema.org/draft/2020-12/schema")
      .add("title", "gambol " + kind)
      .add("description", info.field.help)
      .add("$defs", defs);
  return schema.text() + '\n';
}

}  // namespace gambol
