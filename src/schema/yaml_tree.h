#pragma once

// A YAML file as a plain tree in which every node knows its place. It is built from libyaml's
// events (schema/yaml_events.h): nodes of libraries accept duplicate keys, lose the places of nulls
// and aliases, and share copies.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace gambol {

struct YamlEntry;

// The version of words and defaults that this program writes: see schema/file_version.h.
inline constexpr int newest_version = 3;

struct YamlNode {
  enum class Kind { null, scalar, sequence, mapping };
  Kind kind = Kind::null;
  int line = 0, col = 0;  // 1-based; an alias has its own place, not its anchor's
  // A tree may be composed from several files; nodes of one file share its name.
  std::shared_ptr<const std::string> file;
  std::string text;     // for a scalar
  bool quoted = false;  // a scalar in quotes, or a block: text, even if it looks like a number
  // The value of a key that no author wrote: a default, at another size (schema/scale_tree.h). What
  // the key takes over from elsewhere, if it is not written, comes first.
  bool left_open = false;
  std::vector<YamlNode> items;
  std::vector<YamlEntry> entries;  // in the order written; keys are unique
  int height = 1;                  // levels of the subtree
  std::size_t size = 1;            // nodes of the subtree; a long text counts as several
  // Of the file; of a mapping that is composed from several files, the oldest one's.
  int version = newest_version;

  // The value of a key of a mapping; nullptr if there is none.
  const YamlNode* find(std::string_view key) const;
  Place place() const { return {file ? *file : "", line, col}; }
};

struct YamlEntry {
  std::string key;
  int line = 0, col = 0;  // of the key
  YamlNode value;
  // The place of the key, which is in the same file as its value.
  Place place() const { return {value.place().file, line, col}; }
};

// Returns `text` in quotation marks, shortened if it is long.
std::string in_quotes(std::string_view text);
// Describes a node for "found ...": `"text"`, "a list", "a mapping", "nothing".
std::string describe(const YamlNode& node);

// Limits far above what any shot needs, against malicious files.
inline constexpr int yaml_max_depth = 64;
inline constexpr std::size_t yaml_max_nodes = 500'000;  // aliases expanded
inline constexpr std::size_t yaml_max_bytes = 16 << 20;

// Read one UTF-8 document whose top level is a mapping, from a file or from `text`; `file` is the
// name for places. Problems that leave the rest readable (duplicate keys, tags, merge keys) are
// added to `problems`. Other problems throw InputError: a missing file, a folder, bytes that are
// not text, an empty file, broken syntax, several documents, nesting that is too deep, too large a
// file. An author's file, which read_yaml() reads, says its version, and old words in it become
// those of today.
YamlNode read_yaml(const std::string& path, std::vector<Problem>& problems);
using ReadTree = std::function<YamlNode(const std::string& file, std::vector<Problem>& problems)>;
YamlNode parse_yaml(const std::string& text, const std::string& file,
                    std::vector<Problem>& problems);

}  // namespace gambol
