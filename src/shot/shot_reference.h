#pragma once

// References to shots, on the command line or in `extends:`: a shot file, or a take of it as
// `FILE@TAKE`.

#include <string>

namespace gambol {

struct ShotReference {
  std::string file;
  std::string take;  // empty: the shot itself; may be a pattern on the command line
};

// Parses a reference. The part after the last `@` is a take, unless a file of the whole name
// exists. Appends .yaml to the file if only the file with that extension exists.
ShotReference parse_shot_reference(const std::string& text);

}  // namespace gambol
