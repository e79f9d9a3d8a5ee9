#pragma once

// Changes a tree by another one, as `extends`, takes and `without` ask for.

#include <string>
#include <vector>

#include "base/error.h"
#include "schema/field_info.h"
#include "schema/yaml_tree.h"

namespace gambol {

// Returns `base` as changed by `over`; `info` describes the kind of both.
YamlNode merge_trees(YamlNode base, const YamlNode& over, const FieldInfo& info,
                     std::vector<Problem>& problems);

// Removes the node that `path` names from `tree`. `path` consists of keys and names of list
// elements, joined by dots. Problems are reported at `at`, the node that holds the path.
void leave_out(YamlNode& tree, const std::string& path, const FieldInfo& info, const YamlNode& at,
               std::vector<Problem>& problems);

// Removes the parts of `base` that the key `without` of `over` names.
void apply_without(YamlNode& base, const YamlNode& over, const FieldInfo& info,
                   std::vector<Problem>& problems);

// Removes the keys, which say how files are composed, from a mapping.
void erase_keys(YamlNode& mapping, std::initializer_list<const char*> keys);

}  // namespace gambol
