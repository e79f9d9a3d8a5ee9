#pragma once

// Changes of a YAML text at single nodes of its tree (parse_yaml() of that very text): all else,
// comments and layout, stays as it is. Each edit makes the places of the tree stale: parse again.
// They return false, and leave the text alone, where they do not understand how a node is written
// (a block of text, a mapping that an alias repeats and that is no longer found).

#include <optional>
#include <string>

#include "schema/yaml_tree.h"

namespace gambol {

// The value, one line of YAML in flow style, follows the mapping's last entry, or precedes its
// first. The comment, "# ..." or "", ends its line.
enum class EntryPlace { last, first };
bool add_entry(std::string& text, const YamlNode& mapping, const std::string& key,
               const std::string& value, EntryPlace place = EntryPlace::last,
               const std::string& comment = "");

bool rename_key(std::string& text, const YamlEntry& entry, const std::string& key);
bool replace_scalar(std::string& text, const YamlNode& scalar, const std::string& value);
// Adds a scalar to a list of texts; a single scalar becomes a list.
bool add_text(std::string& text, const YamlNode& list, const std::string& value);

// Takes an entry out of a mapping and returns its value as it was written: in flow style, or lines
// of block style indented as they were, with their comments. An empty mapping is `{}`.
struct TakenEntry {
  std::string value;
  bool is_block = false;
  std::string comment;       // behind the value, or, of a block, behind the key
  std::string all_comments;  // also those in a block, for where it becomes one line
};
std::optional<TakenEntry> take_entry(std::string& text, const YamlNode& mapping,
                                     const std::string& key);
// Adds a taken entry; the mapping must exist.
bool put_entry(std::string& text, const YamlNode& mapping, const std::string& key,
               const TakenEntry& entry, const YamlNode& value);

}  // namespace gambol
