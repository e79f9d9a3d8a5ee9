#pragma once

// Skills that a shot or an actor names: `trot` of the actor's own folder, `dog/trot` of another's.

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "schema/scale_tree.h"
#include "schema/yaml_tree.h"

namespace gambol {

// Whether it is the file of an actor, figures/dog/dog.yaml, that can be read.
bool is_of_actor(const std::string& file);

// Who plays the skills.
struct SkillPlayer {
  std::string actor;  // its file; "": none
  std::string body;   // its figure file; "" if there is none
  Similarity by;      // the size that a shot gives it over its file's
};
// `body`: the node of the figure file, which stands in the actor's file; `of` returns the shot's
// value of a key, such as `size`, `person` or `animal`, or nullptr.
SkillPlayer player_of(const YamlNode& body,
                      const std::function<const YamlNode*(const char* key)>& of);

// Puts what the files of skills say in place of their names in `skills` of `holder`, in the
// player's size. What stands there itself is of that size already. Adds to the problems names that
// mean no skill.
void read_skills(YamlNode& holder, const SkillPlayer& player, std::vector<Problem>& problems);

}  // namespace gambol
