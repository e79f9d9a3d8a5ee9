#pragma once

// An actor: a figure with all that it brings to a shot. Its file stands in a folder of its name,
// figures/dog/dog.yaml; its skills are the files of the folder `skills` beside it.

#include <string>
#include <vector>

#include "base/error.h"
#include "shot/cast_spec.h"

namespace gambol {

struct ActorSpec {
  Place place;
  std::string name;
  std::string about;
  CastSpec brings;                  // what a shot's figure has unless the shot says otherwise
  std::vector<std::string> skills;  // their names
};
void fields(Fields& v, ActorSpec& of);

// Reads an actor's file and checks it as the only figure of a shot on level ground. Throws
// InputError with every problem found.
void check_actor(const std::string& path);

}  // namespace gambol
