#pragma once

// Changes of what a shot's files say before they are read: the same shot with other numbers.

#include <functional>
#include <string>

#include "schema/yaml_tree.h"

namespace gambol {

struct ShotSpec;

struct TreeEdits {
  std::function<void(YamlNode& tree)> shot;  // composed with what it extends; may be null
  // The tree of a figure's file; `name` is the figure's in the shot. May be null.
  std::function<void(const std::string& name, YamlNode& tree)> figure;
};

// load_shot() with changed trees. The shot that it starts from is not changed.
ShotSpec load_shot(const std::string& reference, const TreeEdits& edits);

}  // namespace gambol
