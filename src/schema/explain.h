#pragma once

// `gambol explain KEY` and `gambol schema KIND`: describe every field, for people and for editors.

#include <string>

#include "schema/file_kinds.h"

namespace gambol {

// Returns a text that explains a key, such as `camera.focal_length`, `figure.bodies.joint` or
// `look.sky`. A key begins with a kind of file, or else is a key of the first kind, a shot. Indices
// are ignored (`figures[0].at`). The last parts of a key are enough: all keys that end in them are
// listed. "" lists the kinds. A word that is no key lists the keys that are about it
// (schema/key_search.h). Throws InputError for one that none is about; its problem suggests the
// nearest key.
std::string explain(const FileKinds& kinds, const std::string& key);

// Returns the keys that `word` may be completed to: its path with each next part, if it names a key
// and a dot, or else all names of kinds and keys.
std::vector<std::string> key_names(const FileKinds& kinds, const std::string& word);

// Returns the JSON Schema (draft 2020-12) of files of a kind (schema/file_kinds.h), for completion
// and help in editors. Throws InputError for another kind.
std::string json_schema(const FileKinds& kinds, const std::string& kind);

}  // namespace gambol
