#pragma once

// Conditions at which a simulation is hopeless: cues of the shot that only leave marks.

#include <string>
#include <vector>

#include "schema/yaml_tree.h"

namespace gambol {

// The name of the cue that notices a condition of `give_up`.
std::string give_up_name(std::size_t condition);
// The cues, as a change of a shot's tree: each stands at `place`.
YamlNode give_up_cues(const std::vector<std::string>& conditions, const Place& place);
// A mapping of one key, which stands where its value does.
YamlNode mapping_of(std::string key, YamlNode value);

}  // namespace gambol
