#pragma once

// Figures of a shot that are actors (shot/actor_spec.h), and skills by their names.

#include <string>
#include <vector>

#include "base/error.h"
#include "schema/yaml_tree.h"

namespace gambol {

// Changes the composed tree of a shot: a figure whose `file` is an actor has what the actor brings,
// changed by what the shot says of it, and `file` is the actor's figure file. Names in `skills`
// become what their files say. Adds problems of files that cannot be read.
void expand_actors(YamlNode& shot, std::vector<Problem>& problems);

// Before `over` changes the expanded tree `shot`: a figure that becomes another actor loses what
// its actor brought; another figure file is another body of the same actor. Names in `skills` of
// `over` become what their files say.
void meet_actors(YamlNode& shot, YamlNode& over, std::vector<Problem>& problems);

}  // namespace gambol
