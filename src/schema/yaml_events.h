#pragma once

// The events of a YAML text, one after the other: what libyaml finds in it.

#include <memory>
#include <string>

namespace gambol {

struct YamlEvent {
  enum class Kind { document, scalar, alias, sequence, mapping, end, other };
  Kind kind = Kind::other;
  int line = 0, col = 0;  // 1-based, in characters
  std::string text;       // of a scalar
  bool quoted = false;    // a scalar in quotes, or a block
  std::string tag;        // as written, its handle resolved; "" if there is none
  std::string anchor;     // that the node defines, or that an alias means; "" if there is none
  bool is_last = false;   // the text ends: no event follows
};

// Where and why a text is not YAML, in libyaml's words.
struct YamlSyntaxError {
  int line = 0, col = 0;
  std::string message;
  bool in_alias = false;  // found in a word that begins with *
};

class YamlEvents {
 public:
  explicit YamlEvents(std::string text);
  ~YamlEvents();
  // Throws YamlSyntaxError.
  YamlEvent next();

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace gambol
