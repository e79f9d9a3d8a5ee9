#pragma once

// What files of older versions meant: keys that have moved since, and defaults that were other
// ones. Both are data: loading an old file and `gambol migrate` follow the same two tables.

#include <string>
#include <vector>

#include "schema/yaml_tree.h"

namespace gambol {

// A key that has another name or place since a version. A rename is one line of the table.
struct MovedKey {
  const char* kind;  // of the file that says it; takes of a shot count as the shot itself
  // Dotted paths of keys. `*` stands for every element of a list, or every key of a mapping.
  const char* from;
  const char* to;  // "": nothing; the key had no effect
  // A key of the mapping at `to` and its value that only the place said before: "type", "impulse".
  const char* key = "";
  const char* value = "";
  int since = 2;  // the first version that has it at the new place
};
// In the order in which they are moved: `from` is where a key stands after the lines before.
const std::vector<MovedKey>& moved_keys();

// A default that is another one since a version.
struct OldDefault {
  const char* kind;
  const char* owner;  // dotted path of the mapping that must be written; "": the file itself
  const char* key;    // dotted path below the owner
  const char* value;  // a scalar, or "[]"
  // Whether it is meant, given the tree and the mapping that holds the last key (or an empty one);
  // null: always. Of several lines for one key the first counts.
  bool (*holds)(const YamlNode& root, const YamlNode& holder) = nullptr;
  int since = 2;  // the first version that has another default
  std::string path() const { return *owner ? std::string(owner) + "." + key : key; }
};
const std::vector<OldDefault>& old_defaults();

// The lines of `moved` for a file of a version.
std::vector<MovedKey> moved_since(int version, const std::vector<MovedKey>& moved);
// Moves old keys of a file's tree to where they stand today; also in takes, in `without`, and in
// the paths of a search. A key that stands at the new place already wins.
void move_old_keys(YamlNode& root, const std::string& kind, const std::vector<MovedKey>& moved);
// Returns a dotted path that may be, or lead through, an old key as it is today.
std::string path_today(const std::string& path, const std::string& kind,
                       const std::vector<MovedKey>& moved);

// Writes old defaults into a composed tree, where its files leave them open and the oldest file
// that writes the owner is older than their change. They stand at the place of the owner.
void fill_old_defaults(YamlNode& root, const std::string& kind);

// The value at a dotted path of keys, "" being the root; nullptr if there is none.
const YamlNode* node_at(const YamlNode& root, const std::string& path);

}  // namespace gambol
