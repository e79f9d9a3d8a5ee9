#pragma once

// Loads a YAML node into a value of any type: a leaf (schema/values.h), an enum, an optional, a
// list, or a struct with fields() (schema/fields.h).

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "schema/field.h"
#include "schema/names.h"
#include "schema/values.h"
#include "schema/yaml_tree.h"

namespace gambol {

class Fields;
using VisitFields = void (*)(Fields&, void*);

// The fields() of a struct, for callers that know its type only by this function.
template <class S>
void visit_fields(Fields& v, void* value) {
  fields(v, *static_cast<S*>(value));
}

// Loads the struct that `slot` holds, in full or by its shorthand. Returns false if it is neither.
// `place` is told where it stands.
bool load_fields(const Slot& slot, Place* place, VisitFields visit, void* value);

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
bool load_value(const Slot& slot, T& value);

template <class T>
bool load_struct(const Slot& slot, T& value) {
  using W = typename WrittenAs<T>::type;
  if constexpr (std::is_same_v<W, T>) {
    Place* place = nullptr;
    if constexpr (requires { value.place; }) place = &value.place;
    return load_fields(slot, place, visit_fields<T>, &value);
  } else {
    W written{};
    return load_fields(slot, &written.place, visit_fields<W>, &written) &&
           convert(slot.context, written, value);
  }
}

// Returns the element of that name from a base file, to be overridden, or else the defaults.
template <class T>
T earlier_element(const std::vector<T>& list, const YamlNode* name) {
  if (name)
    for (const T& t : list)
      if (t.name == name->text) return t;
  return T{};
}

template <class T>
bool merge_by_name(std::vector<T>& list, std::vector<T> fresh) {
  const std::size_t old = list.size();  // duplicates among the new ones are reported elsewhere
  for (T& t : fresh) {
    const auto end = list.begin() + static_cast<std::ptrdiff_t>(old);
    const auto same = std::find_if(list.begin(), end, [&](const T& o) { return o.name == t.name; });
    if (same != end) {
      *same = std::move(t);
    } else {
      list.push_back(std::move(t));
    }
  }
  return true;
}

template <class T>
bool load_list_by_name(const Slot& slot, std::vector<T>& list) {
  std::vector<T> fresh;
  for (const YamlEntry& entry : slot.node.entries) {
    const std::string key = slot.key + "." + entry.key;
    YamlNode name;
    name.kind = YamlNode::Kind::scalar;
    name.text = entry.key;
    T element = earlier_element(list, &name);
    const Slot inner{entry.value, key, slot.field, slot.context};
    load_value(inner, element);
    if (const YamlNode* second = entry.value.find("name"))
      Slot{*second, key, slot.field, slot.context}.fail("no second name: the key is the name");
    element.name = entry.key;
    slot.context.findings.record(inner.place(), "name", {entry.place(), key, {}});
    fresh.push_back(std::move(element));
  }
  return merge_by_name(list, std::move(fresh));
}

template <class T>
bool load_list(const Slot& slot, std::vector<T>& list) {
  constexpr std::size_t most = 10'000;  // checks compare elements with each other
  const std::size_t count = std::max(slot.node.items.size(), slot.node.entries.size());
  if (count > most) {
    slot.context.findings.add(slot.place(), slot.key, fmt::format("{} of them", count),
                              fmt::format("at most {}", most));
    return false;
  }
  if constexpr (requires(T t) { t.name; }) {
    if (slot.field.by_name && slot.node.kind == YamlNode::Kind::mapping)
      return load_list_by_name(slot, list);
  }
  if (slot.node.kind != YamlNode::Kind::sequence)
    return slot.fail(slot.field.by_name ? "a list, or a mapping from names" : "a list");
  std::vector<T> fresh;
  for (std::size_t i = 0; i < slot.node.items.size(); ++i) {
    const std::string key = fmt::format("{}[{}]", slot.key, i);
    fresh.emplace_back();
    if constexpr (requires(T t) { t.name; }) {
      if (slot.field.by_name) fresh.back() = earlier_element(list, slot.node.items[i].find("name"));
    }
    load_value(Slot{slot.node.items[i], key, slot.field, slot.context}, fresh.back());
  }
  if constexpr (requires(T t) { t.name; }) {
    if (slot.field.by_name) return merge_by_name(list, std::move(fresh));
  }
  list = std::move(fresh);
  return true;
}

// Types that are only hashed: an author writes something else, of which they are made.
template <class T>
inline constexpr bool is_made = std::is_same_v<T, Transform>;

template <class T>
bool load_value(const Slot& slot, T& value) {
  if constexpr (is_made<T>) {
    return false;
  } else if constexpr (is_optional<T>) {
    const bool is_new = !value;
    if (is_new) value.emplace();
    const bool good = load_value(slot, *value);
    if (is_new && !good) value.reset();
    return good;
  } else if constexpr (std::is_enum_v<T>) {
    std::size_t index = 0;
    if (!read_choice(slot, choices<T>(), index)) return false;
    value = names_of<T>[index].second;
    return true;
  } else if constexpr (requires { gambol::read(slot, value); }) {
    return gambol::read(slot, value);
  } else if constexpr (requires { value.push_back({}); }) {
    return load_list(slot, value);
  } else {
    return load_struct(slot, value);
  }
}

}  // namespace gambol
