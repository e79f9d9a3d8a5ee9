#pragma once

// Where the nodes of a YAML tree (parse_yaml() of that very text) stand in its text: offsets in
// bytes; `nowhere` where a node is written in a way that is not understood (a block of text, a
// mapping that an alias repeats and that is no longer found).

#include <cstddef>
#include <string>

#include "schema/yaml_tree.h"

namespace gambol {

inline constexpr std::size_t nowhere = std::string::npos;

// Of a place as trees tell it, 1-based, columns counting characters.
std::size_t offset_of(const std::string& text, int line, int col);

// The line of the offset `at`; its end is before the characters that break it.
std::size_t line_start(const std::string& text, std::size_t at);
std::size_t line_end(const std::string& text, std::size_t at);
// Where the next line begins; the text's end if there is none.
std::size_t next_line(const std::string& text, std::size_t at);
// What breaks lines of the text.
const char* line_break(const std::string& text);

// Beyond blanks, line ends and comments; and the same backwards: the end of what is written before
// `at`.
std::size_t skip_blanks(const std::string& text, std::size_t at);
std::size_t written_before(const std::string& text, std::size_t at);

// The comment, with its `#`, that ends the line of `at`; "" if there is none.
std::string comment_behind(const std::string& text, std::size_t at);

// The end of a text in quotes that begins at `at`, and of a flow mapping or list whose bracket
// opens there.
std::size_t quoted_end(const std::string& text, std::size_t at);
std::size_t flow_end(const std::string& text, std::size_t at);

// Where a node begins behind its anchor, or the node that an alias repeats; and where a value ends
// as it stands at its own place. `in_flow`: in a flow mapping or list.
std::size_t begin_of(const std::string& text, const YamlNode& node);
std::size_t end_of(const std::string& text, const YamlNode& node, bool in_flow);
bool is_flow(const std::string& text, std::size_t at);

// The end of an entry's key, which begins at `at`.
std::size_t key_end(const std::string& text, const YamlEntry& entry, std::size_t at);
// Where the text of a mapping's entries begins.
std::size_t entries_begin(const std::string& text, const YamlNode& mapping);

}  // namespace gambol
