#pragma once

// A shot as one tree: what it extends, its own file, and the take that is asked for, each over the
// one before. Every node keeps the file and place where its author wrote it.

#include <string>
#include <vector>

#include "shot/describe.h"
#include "shot/shot_reference.h"
#include "shot/yaml_tree.h"

namespace gambol {

// Mappings merge key by key. Lists of things with names merge by name, or without a name by the
// keys that Field::known_by tells; other lists and all other values are replaced. What `without`
// names is left out first. The tree of a shot keeps `extends`, `without` and `takes`; that of a
// take has none of them. Adds to `problems` what leaves the rest readable; throws InputError for
// files that cannot be read, circles, and takes that do not exist.
YamlNode compose_shot(const ShotReference& reference, std::vector<Problem>& problems);

// A figure file over those that it extends, likewise.
YamlNode compose_figure(const std::string& path, std::vector<Problem>& problems);

// `over` laid over `base`, both of the kind that `info` describes.
YamlNode merge_trees(YamlNode base, const YamlNode& over, const FieldInfo& info,
                     std::vector<Problem>& problems);

// Removes what `path` names from `tree`: keys and names of list elements, joined by dots. Problems
// are reported at `at`, the node that holds the path.
void leave_out(YamlNode& tree, const std::string& path, const FieldInfo& info, const YamlNode& at,
               std::vector<Problem>& problems);

}  // namespace gambol
