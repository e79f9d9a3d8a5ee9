#pragma once

// What a command line or `extends:` names: a shot file, or a take of it as `FILE@TAKE`.

#include <string>

namespace gambol {

struct ShotReference {
  std::string file;
  std::string take;  // empty: the shot itself; on the command line perhaps a pattern
};

// The part after the last `@` is a take, unless a file of the whole name exists. A file that is
// there only with the ending .yaml is meant without it too.
ShotReference parse_shot_reference(const std::string& text);

}  // namespace gambol
