#pragma once

// A literal of Python, as the header of a file of NumPy is one.

#include <string>
#include <string_view>
#include <vector>

namespace gambol {

struct PythonLiteral {
  enum class Kind { text, word, list, mapping };
  Kind kind = Kind::word;
  std::string text;                  // of a text, or of a word: a number, True, False
  std::vector<PythonLiteral> items;  // of a list or a tuple; of a mapping keys and values in turns

  // The value of a key of a mapping; nullptr if there is none.
  const PythonLiteral* find(std::string_view key) const;
};

// Throws std::invalid_argument if it is no literal, or has escapes in a text.
PythonLiteral parse_python_literal(std::string_view text);

}  // namespace gambol
