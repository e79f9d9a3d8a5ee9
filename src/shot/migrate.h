#pragma once

// Rewrites files of an older version (schema/old_words.h) in the words of today.

#include <string>
#include <vector>

#include "schema/old_words.h"

namespace gambol {

struct Migration {
  std::string text;               // of the file, as it reads today
  std::vector<std::string> done;  // what was changed, for people; empty: nothing had to be
};

// Rewrites the text of the file `path`: adds the version of today, moves old keys, and writes old
// defaults as numbers where the file is the one that leaves them open, so that it means what it
// meant. Comments and layout stay. Takes, and files that this one extends as they are on disk, are
// followed. Throws InputError for a file that cannot be read or composed, that is of no kind of
// ours or of a newer version, or whose meaning the rewritten text would not have: then a person
// must do it.
Migration migrate(const std::string& path, const std::string& text,
                  const std::vector<MovedKey>& moved = moved_keys());

}  // namespace gambol
