// How an author writes a curve: a number or a vector, or a list of keys.

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "schema/names.h"
#include "schema/values.h"

namespace gambol {
namespace {

// The three parts of a curve's key, which is written as a list or as a mapping.
struct KeyNodes {
  const YamlNode* time = nullptr;
  const YamlNode* value = nullptr;
  const YamlNode* interpolation = nullptr;
};

bool read_key_mapping(const Slot& slot, KeyNodes& nodes) {
  bool good = true;
  for (const YamlEntry& entry : slot.node.entries) {
    if (entry.key == "t") {
      nodes.time = &entry.value;
    } else if (entry.key == "value") {
      nodes.value = &entry.value;
    } else if (entry.key == "interpolation") {
      nodes.interpolation = &entry.value;
    } else {
      slot.context.findings.add(entry.place(), slot.key + "." + entry.key, "an unknown key",
                                "t, value or interpolation");
      good = false;
    }
  }
  if (!nodes.time || !nodes.value) return slot.fail("a key {t: time, value: ...}");
  return good;
}

bool read_key(const Slot& slot, KeyNodes& nodes) {
  if (slot.node.kind == YamlNode::Kind::mapping) return read_key_mapping(slot, nodes);
  const std::size_t n = slot.node.items.size();
  if (slot.node.kind != YamlNode::Kind::sequence || n < 2 || n > 3)
    return slot.fail("a key [time, value] or {t: time, value: ...}");
  nodes.time = &slot.node.items[0];
  nodes.value = &slot.node.items[1];
  if (n == 3) nodes.interpolation = &slot.node.items[2];
  return true;
}

template <class T>
bool read_keys(const Slot& slot, CurveOf<T>& curve) {
  const Dimension over = slot.field.over;
  const Field time_field{.dim = over, .film_time = slot.field.film_time};
  const Field any{};
  std::vector<typename CurveOf<T>::Key> keys;
  bool good = true;
  for (std::size_t i = 0; i < slot.node.items.size(); ++i) {
    const std::string key = fmt::format("{}[{}]", slot.key, i);
    KeyNodes nodes;
    if (!read_key({slot.node.items[i], key, any, slot.context}, nodes)) {
      good = false;
      continue;
    }
    typename CurveOf<T>::Key k{};
    const std::string time_key = key + ".t", value_key = key + ".value";
    const Slot time{*nodes.time, time_key, time_field, slot.context};
    good = read(time, k.time) && good;
    good = read(Slot{*nodes.value, value_key, slot.field, slot.context, slot.written}, k.value) &&
           good;
    if (nodes.interpolation) {
      std::size_t index = 0;
      const std::string interpolation_key = key + ".interpolation";
      good = read_choice({*nodes.interpolation, interpolation_key, any, slot.context},
                         choices<Interpolation>(), index) &&
             good;
      k.interpolation = names_of<Interpolation>[index].second;
    }
    if (good && !keys.empty() && k.time <= keys.back().time)
      good = time.fail(
          over == dim::time
              ? fmt::format("a time after that of the key before it ({:.6g} s)", keys.back().time)
              : fmt::format("more than in the key before it ({:.6g}{})", keys.back().time,
                            over == dim::ratio ? "" : " " + over.unit()));
    keys.push_back(k);
  }
  if (good) curve.keys = std::move(keys);
  return good;
}

}  // namespace

bool read(const Slot& slot, Curve& value) {
  if (slot.node.kind == YamlNode::Kind::sequence && !slot.node.items.empty())
    return read_keys(slot, value);
  if (slot.node.kind != YamlNode::Kind::scalar)
    return slot.fail(expected_number(slot.field) + ", or a list of keys [time, value]");
  double constant = 0;
  if (!read(slot, constant)) return false;
  value = Curve(constant);
  return true;
}

bool read(const Slot& slot, VecCurve& value) {
  const bool list = slot.node.kind == YamlNode::Kind::sequence && !slot.node.items.empty();
  if (list && slot.node.items[0].kind != YamlNode::Kind::scalar) return read_keys(slot, value);
  if (!list && !slot.field.color)
    return slot.fail(expected_vector(slot.field) + ", or a list of keys [time, value]");
  Vec3 constant;
  if (!read(slot, constant)) return false;
  value = VecCurve(constant);
  return true;
}

}  // namespace gambol
