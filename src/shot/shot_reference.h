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

struct FoundShot {
  ShotReference reference;
  std::string why;           // "" if the file may be read; else the `expected` text of a Problem
  bool is_advice = false;    // `why` says which files could be meant
  std::string text() const;  // FILE or FILE@TAKE
};

// Finds the shot that `text`, in the file `from` ("" on the command line), refers to: by a path
// that begins at the folder of `from`, or by the name of a shot in scenes/ of the project or of
// gambol. scenes/NAME.yaml and NAME mean the one file of this name in a subfolder of scenes/ if it
// is not in scenes/ itself.
FoundShot find_shot(const std::string& from, const std::string& text);

}  // namespace gambol
