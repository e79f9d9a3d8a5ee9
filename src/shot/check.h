#pragma once

// `gambol check FILE`: every problem of a shot, sequence, figure, reflex, gaits, look or preset
// file.

#include <string>
#include <vector>

#include "base/error.h"

namespace gambol {

// The kind of file is told by its key `shot:`, `sequence:`, `figure:`, `reflexes:`, `gaits:`,
// `look:` or `preset:`. Files that it names are checked with it. Empty if all is well; never throws
// InputError.
std::vector<Problem> check_file(const std::string& path);

// Whether the file can be read and is a sequence, by its key `sequence:`.
bool is_sequence(const std::string& path);

}  // namespace gambol
