#include "schema/scale_tree.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "schema/tree_parts.h"

namespace gambol {
namespace {

// As parse_quantity() reads it: "kg^1*s^-2".
std::string unit_of(const Dimension& d) {
  std::string unit;
  for (const auto& [name, power] : {std::pair{"m", d.m}, {"kg", d.kg}, {"s", d.s}, {"rad", d.rad}})
    if (power != 0) unit += fmt::format("{}{}^{}", unit.empty() ? "" : "*", name, power);
  return unit;
}

void scale_scalar(YamlNode& node, const Dimension& open, const Similarity& by) {
  if (node.kind != YamlNode::Kind::scalar || node.quoted) return;
  try {
    const Quantity q = parse_quantity(node.text);
    const double factor = by.of(q.has_unit ? q.dimension : open);
    if (factor == 1) return;
    node.text = q.has_unit ? fmt::format("{} {}", q.value * factor, unit_of(q.dimension))
                           : fmt::format("{}", q.value * factor);
  } catch (const std::invalid_argument&) {
  }
}

void scale_numbers(YamlNode& node, const Field& field, const Similarity& by) {
  scale_scalar(node, field.dim, by);
  for (YamlNode& item : node.items) scale_numbers(item, field, by);
}

// [time, value, interpolation], or a mapping of these.
void scale_key(YamlNode& key, const Field& field, const Similarity& by) {
  const auto scale_part = [&](std::size_t i, YamlNode& part) {
    if (i == 0) scale_scalar(part, field.over, by);
    if (i == 1) scale_numbers(part, field, by);
  };
  for (std::size_t i = 0; i < key.items.size(); ++i) scale_part(i, key.items[i]);
  for (YamlEntry& entry : key.entries) {
    if (entry.key == "t") scale_part(0, entry.value);
    if (entry.key == "value") scale_part(1, entry.value);
  }
}

bool has_keys(const YamlNode& curve) {
  return !curve.items.empty() && curve.items[0].kind != YamlNode::Kind::scalar;
}

bool is_one_number(const FieldInfo& field) {
  return field.kind == ValueKind::number || field.kind == ValueKind::curve;
}

// Adds the defaults that scaling changes, as what nobody wrote: a gait that is `as` another one
// takes over all that it does not write itself.
void add_defaults(YamlNode& node, const std::vector<FieldInfo>& fields, const Similarity& by) {
  for (const FieldInfo& field : fields) {
    if (!is_one_number(field) || field.fallback.empty() || node.find(field.name)) continue;
    YamlNode value;
    value.kind = YamlNode::Kind::scalar;
    value.text = field.fallback;
    value.left_open = true;
    value.file = node.file;
    value.line = node.line;
    value.col = node.col;
    scale_tree(value, field, by);
    if (value.text != field.fallback)
      node.entries.push_back({field.name, node.line, node.col, std::move(value)});
  }
}

void scale_fields(YamlNode& node, const FieldInfo& info, const Similarity& by,
                  ScaledDefaults defaults) {
  node = in_full(std::move(node), info);
  if (node.kind != YamlNode::Kind::mapping) return;
  const std::string kind = text_of(node, info.alternative_key);
  for (YamlEntry& entry : node.entries)
    if (const FieldInfo* f = field_of(info, node, node, entry.key))
      scale_tree(entry.value, *f, by, defaults);
  if (defaults == ScaledDefaults::leave) return;
  add_defaults(node, info.fields, by);
  for (const FieldInfo::Alternative& alternative : info.alternatives)
    if (alternative.name == kind) add_defaults(node, alternative.fields, by);
}

}  // namespace

double Similarity::of(const Dimension& d) const {
  return std::pow(length, d.m) * std::pow(time(), d.s) * std::pow(mass, d.kg);
}

void scale_tree(YamlNode& node, const FieldInfo& info, const Similarity& by,
                ScaledDefaults defaults) {
  switch (info.kind) {
    case ValueKind::number:
    case ValueKind::numbers:
    case ValueKind::pair:
    case ValueKind::table:
    case ValueKind::vector:
      return scale_numbers(node, info.field, by);
    case ValueKind::curve:
    case ValueKind::vector_curve:
      if (!has_keys(node)) return scale_numbers(node, info.field, by);
      for (YamlNode& key : node.items) scale_key(key, info.field, by);
      return;
    case ValueKind::structure:
      return scale_fields(node, info, by, defaults);
    case ValueKind::structures:
      node = as_list(std::move(node), info);
      for (YamlNode& item : node.items) scale_fields(item, element_of(info), by, defaults);
      return;
    default:
      return;
  }
}

}  // namespace gambol
