#pragma once

// Changes of single values of a tree, by paths: keys, names of list elements, and for lists without
// names the numbers of their elements, from 0, joined by dots:
// `figures.roach.controllers.walk.gain`, `camera.position.2`.

#include <string>
#include <vector>

#include "base/error.h"
#include "schema/field_info.h"
#include "schema/yaml_tree.h"

namespace gambol {

// Where a path led.
struct WayThere {
  // Keys, and names of list elements or else their numbers, whatever the path called them: two
  // paths are the same if their ways are.
  std::vector<std::string> steps;
  Touches touches = Touches::motion;  // the least that a field on the way touches
};

// Puts `value` where `path` leads in `tree`, whose kind `info` describes. All but the last key must
// exist; elements of lists must exist. A null removes what is there. Returns what is wrong with the
// path, and what would be right: a Problem whose place and key are the caller's to fill; its
// `expected` is empty if all is well. `way`: an empty one gets where the path led.
Problem set_at(YamlNode& tree, const std::string& path, const YamlNode& value,
               const FieldInfo& info, WayThere* way = nullptr);

// The least tree that, merged over another of the same kind (schema/merge_trees.h), puts there what
// `tree` has at `path`. A list without names is taken whole.
YamlNode change_at(const YamlNode& tree, const std::string& path, const FieldInfo& info);

// A scalar that stands at `place`. `text` is written as it is: a number, or a plain word.
YamlNode scalar_node(const std::string& text, const Place& place);

// The value that `text` means as YAML: a list or mapping in brackets, null if it is `~`, or else a
// scalar as scalar_node() makes it. All of it stands at `place`. Throws InputError for brackets
// that do not match.
YamlNode value_node(const std::string& text, const Place& place);

// The tree as YAML, without comments; mappings of mappings as blocks, the rest in braces.
std::string yaml_text(const YamlNode& tree);
// A value as YAML in braces and brackets, in one line.
std::string flow_text(const YamlNode& value);

}  // namespace gambol
