#pragma once

// Composes one tree of a shot from the shot that it extends, its own file and the requested take.
// Each overrides the one before. Every node keeps the file and place where its author wrote it.

#include <string>
#include <vector>

#include "schema/yaml_tree.h"
#include "shot/shot_reference.h"

namespace gambol {

// Returns the composed tree of a shot or take. Mappings merge key by key. Lists of named elements
// merge by name; elements without a name merge by the keys that Field::known_by lists. Other lists
// and all other values are replaced. The parts that `without` names are removed before merging. The
// tree of a shot keeps the keys `extends`, `without` and `takes`; the tree of a take has none of
// them. Adds to `problems` those that leave the rest readable; throws InputError for files that
// cannot be read, circular `extends`, and takes that do not exist.
// `read` gives the tree of a file.
YamlNode compose_shot(const ShotReference& reference, std::vector<Problem>& problems,
                      const ReadTree& read = read_yaml);

// The same for a take whose shot has been composed: `shot` is the shot's tree without `extends`,
// `without` and `takes`, `take` what differs in the take.
YamlNode compose_take(YamlNode shot, const std::string& name, YamlNode take,
                      std::vector<Problem>& problems);

}  // namespace gambol
