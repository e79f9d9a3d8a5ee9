#pragma once

// A YAML file as a plain tree in which every node knows its place. Read through yaml-cpp's events,
// because its own nodes accept duplicate keys, lose the places of nulls and aliases, and share
// copies.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace gambol {

struct YamlEntry;

struct YamlNode {
  enum class Kind { null, scalar, sequence, mapping };
  Kind kind = Kind::null;
  int line = 0, col = 0;  // 1-based; an alias has its own place, not its anchor's
  // Trees may be put together from several files; nodes of one file share its name.
  std::shared_ptr<const std::string> file;
  std::string text;     // of a scalar
  bool quoted = false;  // a scalar in quotes, or a block: text, whatever it looks like
  std::vector<YamlNode> items;
  std::vector<YamlEntry> entries;  // in the order written; keys are unique
  int height = 1;                  // levels of the subtree
  std::size_t size = 1;            // nodes of the subtree, long texts counted as several

  const YamlNode* find(std::string_view key) const;  // of a mapping; nullptr if there is none
  Place place() const { return {file ? *file : "", line, col}; }
};

struct YamlEntry {
  std::string key;
  int line = 0, col = 0;  // of the key
  YamlNode value;
  // Where the key stands: in its value's file.
  Place place() const { return {value.place().file, line, col}; }
};

// In quotation marks, the first letters of a long text.
std::string in_quotes(std::string_view text);
// What a node is, for "found ...": `"text"`, "a list", "a mapping", "nothing".
std::string describe(const YamlNode& node);

// Limits that no shot comes near and that a malicious file cannot pass.
inline constexpr int yaml_max_depth = 64;
inline constexpr std::size_t yaml_max_nodes = 500'000;  // aliases expanded
inline constexpr std::size_t yaml_max_bytes = 16 << 20;

// One UTF-8 document whose top level is a mapping. Problems that leave the rest readable (duplicate
// keys, tags, merge keys) are added to `problems`; the others throw InputError: no such file, a
// folder, no text, nothing in it, broken syntax, several documents, too deep, too big.
YamlNode read_yaml(const std::string& path, std::vector<Problem>& problems);
YamlNode parse_yaml(const std::string& text, const std::string& file,
                    std::vector<Problem>& problems);

}  // namespace gambol
