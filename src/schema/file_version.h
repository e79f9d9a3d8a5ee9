#pragma once

// The version of gambol's words and defaults that a file is written in: its key `gambol`.

#include <string>
#include <vector>

#include "base/error.h"
#include "schema/old_words.h"
#include "schema/yaml_tree.h"

namespace gambol {

inline constexpr const char* version_key = "gambol";

// Takes the key `gambol` out of the tree of a file, and gives all nodes its version: 1 without the
// key. Old words become those of today by the table `moved` (schema/old_words.h). Adds a
// problem for a version that is none. Throws InputError for one that is newer than this program,
// which knows nothing of the rest. A file without a key that says its kind is nobody's, and stays
// as it is.
void take_version(YamlNode& root, std::vector<Problem>& problems,
                  const std::vector<MovedKey>& moved = moved_keys());

// The files of older versions that this process has read, in the order of their first reading; for
// one note at its end. May be called from any thread.
std::vector<std::string> old_files();

}  // namespace gambol
