#pragma once

// Where a text that is not YAML is wrong, in an author's words. A parser says where it noticed,
// often lines later, and in words of its own.

#include <optional>
#include <string>

namespace gambol {

struct YamlFault {
  int line = 0, col = 0;  // 1-based, in characters
  std::string found, expected;
};

// Returns the commonest fault that explains why a parser gave up at `noticed_line` (1-based): a
// bracket that is not closed, closed by the wrong one, or closed in a comment; a colon or dash
// without a space; an indentation that fits no line above; a second `: ` in a value; a text that
// begins with a character that YAML reserves. Nothing if it is none of these.
std::optional<YamlFault> find_fault(const std::string& text, int noticed_line);

// What libyaml's message means to an author; the message itself if it is rare.
std::string in_plain_words(const std::string& message);

}  // namespace gambol
