#pragma once

// Finds keys of a table (schema/old_words.h) in a tree, for migrate.cpp.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "schema/old_words.h"
#include "schema/yaml_tree.h"

namespace gambol {

// The way from a tree's root to a node: keys, or indices of a list's elements.
struct KeyStep {
  std::string key;
  std::size_t index = 0;
};
using KeyWay = std::vector<KeyStep>;

// nullptr if it leads nowhere.
const YamlNode* node_on(const YamlNode& root, const KeyWay& way);
// The dotted path of a way and of what is below it.
std::string path_along(const KeyWay& way, const std::string& below);
// Where the last key stands that is on a dotted path and in the tree.
Place place_along(const YamlNode& root, const std::string& path);

// Of a dotted path: all but its last key, and that key.
std::string parent_of(const std::string& path);
std::string last_of(const std::string& path);

// An old key of the file, and where it begins: below the mapping on `base`.
struct OldKey {
  KeyWay base;
  std::string from, to;
  const MovedKey* moved = nullptr;
};

// The first place below `node`, which is on `way`, where `from` is written; `to` is where it
// belongs.
std::optional<OldKey> first_old_key(const YamlNode& node, const KeyWay& way,
                                    const std::string& from, const std::string& to,
                                    const MovedKey& moved);

}  // namespace gambol
