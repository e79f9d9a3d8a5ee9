#pragma once

// The visitor that fills structs from a YAML mapping. It continues after a problem, so that one run
// reports all problems; a field that could not be read keeps its default.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "schema/field.h"
#include "schema/names.h"
#include "schema/values.h"
#include "schema/yaml_tree.h"

namespace gambol {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

// Reports a file whose top-level key names another kind than `kind`, and then returns true.
bool is_another_kind(LoadContext& context, const YamlNode& root, const std::string& kind);

// Loads one mapping of a file.
class Loader {
 public:
  // `key` is the dotted path of the mapping; empty at the top. `shorthand` says that `mapping`
  // replaces a shorthand (Field::or_as): its only field is reported under `key` itself.
  Loader(LoadContext& context, const YamlNode& mapping, std::string key, bool shorthand = false)
      : context_(context), mapping_(mapping), key_(std::move(key)), shorthand_(shorthand) {
    context_.findings.record_struct(place(), key_);
  }

  Place place() const { return mapping_.place(); }

  template <class T>
  void field(const char* name, T& value, const Field& f) {
    if (const YamlNode* node = look_up(name, f)) {
      const std::string key = path(name);
      Written& written = context_.findings.record(place(), name, {node->place(), key, {}});
      load(Slot{*node, key, f, context_, &written}, value);
    }
  }

  // Loads the key `name` into all of the fields. Those that are written under their own keys too
  // are overridden when they are visited.
  template <class First, class... More>
  void fill(const char* name, const Field& f, First& first, More&... more) {
    field(name, first, f);
    if (mapping_.find(name)) ((more = first), ...);
  }

  template <class... Alternatives>
  void variant(const char* name, std::variant<Alternatives...>& value, const Field& f) {
    const YamlNode* node = look_up(name, f);
    std::size_t index = 0;
    const std::vector<std::string> names = {std::string(variant_name<Alternatives>)...};
    const std::string key = path(name);
    if (!node || !read_choice(Slot{*node, key, f, context_}, names, index)) {
      forgiving_ = true;  // the other keys cannot be checked without their alternative
      context_.findings.leave(place());
      return;
    }
    std::size_t i = 0;
    ((i++ == index ? (void)fields(*this, value.template emplace<Alternatives>()) : void()), ...);
  }

  template <class S>
  void loaded(const char*, S&) {}

  // Loads the file that the key `file` names into `value`; this mapping then overrides it.
  template <class S>
  void base(S& value) {
    if (!mapping_.find("file") || value.file.empty()) return;
    const Place own = value.place;
    load_base(context_, *context_.findings.written(place(), "file"), value);
    value.place = own;
  }

  // From here on, a film frame lasts 1 / fps seconds.
  void frame_rate(double fps) { context_.fps = fps; }

  // Returns the value of a key that is not a field: the one that names the kind of the file.
  // nullptr if that key is missing.
  const YamlNode* accept(const char* name) {
    known_.emplace_back(name);
    return mapping_.find(name);
  }

  void finish();  // reports unknown keys

 private:
  std::string path(const std::string& name) const {
    if (shorthand_) return key_;
    return key_.empty() ? name : key_ + "." + name;
  }
  const YamlNode* look_up(const char* name, const Field& f);

  template <class T>
  static bool load(const Slot& slot, T& value) {
    if constexpr (is_optional<T>) {
      const bool is_new = !value;
      if (is_new) value.emplace();
      const bool good = load(slot, *value);
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

  template <class T>
  static bool load_struct(const Slot& slot, T& value) {
    using W = typename WrittenAs<T>::type;
    YamlNode stand_in;
    const YamlNode* node = &slot.node;
    if (node->kind != YamlNode::Kind::mapping) {
      if (!slot.field.or_as || node->kind == YamlNode::Kind::null)
        return slot.fail("a mapping of keys to values");
      stand_in.kind = YamlNode::Kind::mapping;
      stand_in.file = node->file;
      stand_in.line = node->line;
      stand_in.col = node->col;
      stand_in.entries.push_back({slot.field.or_as, node->line, node->col, *node});
      node = &stand_in;
    }
    Loader loader(slot.context, *node, slot.key, node == &stand_in);
    if constexpr (std::is_same_v<W, T>) {
      if constexpr (requires { value.place; }) value.place = loader.place();
      fields(loader, value);
      loader.finish();
      return true;
    } else {
      W written{};
      written.place = loader.place();
      fields(loader, written);
      loader.finish();
      return convert(slot.context, written, value);
    }
  }

  template <class T>
  static bool load_list(const Slot& slot, std::vector<T>& list) {
    constexpr std::size_t most = 10'000;  // checks compare elements with each other
    const std::size_t count = std::max(slot.node.items.size(), slot.node.entries.size());
    if (count > most) {
      slot.context.findings.add(slot.place(), slot.key, fmt::format("{} of them", count),
                                fmt::format("at most {}", most));
      return false;
    }
    if constexpr (requires(T t) { t.name; }) {
      if (slot.field.by_name && slot.node.kind == YamlNode::Kind::mapping)
        return load_by_name(slot, list);
    }
    if (slot.node.kind != YamlNode::Kind::sequence)
      return slot.fail(slot.field.by_name ? "a list, or a mapping from names" : "a list");
    std::vector<T> fresh;
    for (std::size_t i = 0; i < slot.node.items.size(); ++i) {
      const std::string key = fmt::format("{}[{}]", slot.key, i);
      fresh.emplace_back();
      if constexpr (requires(T t) { t.name; }) {
        if (slot.field.by_name) fresh.back() = earlier(list, slot.node.items[i].find("name"));
      }
      load(Slot{slot.node.items[i], key, slot.field, slot.context}, fresh.back());
    }
    if constexpr (requires(T t) { t.name; }) {
      if (slot.field.by_name) return merge(list, std::move(fresh));
    }
    list = std::move(fresh);
    return true;
  }

  template <class T>
  static bool load_by_name(const Slot& slot, std::vector<T>& list) {
    std::vector<T> fresh;
    for (const YamlEntry& entry : slot.node.entries) {
      const std::string key = slot.key + "." + entry.key;
      YamlNode name;
      name.kind = YamlNode::Kind::scalar;
      name.text = entry.key;
      T element = earlier(list, &name);
      const Slot inner{entry.value, key, slot.field, slot.context};
      load(inner, element);
      if (const YamlNode* second = entry.value.find("name"))
        Slot{*second, key, slot.field, slot.context}.fail("no second name: the key is the name");
      element.name = entry.key;
      slot.context.findings.record(inner.place(), "name", {entry.place(), key, {}});
      fresh.push_back(std::move(element));
    }
    return merge(list, std::move(fresh));
  }

  // Returns the element of that name from a base file, to be overridden, or else the defaults.
  template <class T>
  static T earlier(const std::vector<T>& list, const YamlNode* name) {
    if (name)
      for (const T& t : list)
        if (t.name == name->text) return t;
    return T{};
  }

  template <class T>
  static bool merge(std::vector<T>& list, std::vector<T> fresh) {
    const std::size_t old = list.size();  // duplicates among the new ones are reported elsewhere
    for (T& t : fresh) {
      const auto end = list.begin() + static_cast<std::ptrdiff_t>(old);
      const auto same =
          std::find_if(list.begin(), end, [&](const T& o) { return o.name == t.name; });
      if (same != end) {
        *same = std::move(t);
      } else {
        list.push_back(std::move(t));
      }
    }
    return true;
  }

  LoadContext& context_;
  const YamlNode& mapping_;
  std::string key_;
  bool shorthand_;
  std::vector<std::string> known_;
  bool forgiving_ = false;
};

// Loads a whole file of one kind ("shot", "sequence", "figure", "reflexes", "gaits", "look",
// "preset") into `spec`, and the value of its top-level key `kind` into `name`. Reports problems
// instead of throwing.
template <class S>
void load_document(LoadContext& context, const YamlNode& root, const char* kind, S& spec,
                   std::string& name) {
  Loader loader(context, root, "");
  spec.place = loader.place();
  if (is_another_kind(context, root, kind)) return;
  if (const YamlNode* node = loader.accept(kind)) {
    const std::string key = kind;
    const Field f{.required = true};
    context.findings.record(loader.place(), kind, {node->place(), key, {}});
    read(Slot{*node, key, f, context}, name);
  } else {
    context.findings.add(loader.place(), kind, "no such key",
                         fmt::format("a {} file to begin with `{}: NAME`", kind, kind));
  }
  fields(loader, spec);
  loader.finish();
}

}  // namespace gambol
