#pragma once

// The parts of a tree as its kind describes them: shorthands in full, and elements of lists by
// their names. For what changes trees: schema/merge_trees.h, schema/tree_path.h.

#include <string>
#include <string_view>
#include <vector>

#include "schema/field_info.h"
#include "schema/yaml_tree.h"

namespace gambol {

// nullptr if there is none of that name.
const FieldInfo* find_field(const std::vector<FieldInfo>& fields, std::string_view name);
// The scalar of a key of a mapping; "" if there is none.
std::string text_of(const YamlNode& mapping, const std::string& key);
// The description of a key of `mapping`, whose alternative is named in `mapping` or else in
// `other`.
const FieldInfo* field_of(const FieldInfo& info, const YamlNode& mapping, const YamlNode& other,
                          std::string_view key);
// Expands a shorthand to the full mapping.
YamlNode in_full(YamlNode node, const FieldInfo& info);
bool merges_by_name(const FieldInfo& info);
// Converts a list that is written as a mapping from names to a list.
YamlNode as_list(YamlNode node, const FieldInfo& info);
// What identifies an element of a list: its name, or the keys of `known_by`; "" if nothing does.
std::string identity(const YamlNode& element, const FieldInfo& info);
std::vector<std::size_t> elements_known_as(const YamlNode& list, const std::string& id,
                                           const FieldInfo& info);
// The description of an element of the list that `list` describes.
FieldInfo element_of(const FieldInfo& list);

// A scalar and a list of one element, at the place of `at` and of the element.
YamlNode scalar_at(const YamlNode& at, const std::string& text);
YamlNode list_with(YamlNode element);
// Gives a key of a mapping a value, instead of the one that it may have.
void set_entry(YamlNode& mapping, const char* key, YamlNode value);

}  // namespace gambol
