#pragma once

// `gambol explain KEY` and `gambol schema KIND`: the description of every field, for people and for
// editors.

#include <string>

namespace gambol {

// What a key means: `camera.focal_length`, `figure.bodies.joint`, `look.sky`. Keys begin with a
// kind of file, or are those of a shot; indices are ignored (`figures[0].at`). "" lists the kinds.
// Throws InputError with the nearest key if there is none.
std::string explain(const std::string& key);

// JSON Schema (draft 2020-12) of "shot", "sequence", "figure", "reflexes", "gaits", "look" or
// "preset" files, for completion and help in editors. Throws InputError for another kind.
std::string json_schema(const std::string& kind);

}  // namespace gambol
