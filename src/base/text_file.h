#pragma once

// Reading of authors' text files, with a clear reason if that fails.

#include <cstddef>
#include <string>

#include "base/error.h"

namespace gambol {

// Returns a problem of a file as a whole, stated by `sentence`.
Problem file_problem(const std::string& file, const std::string& sentence);

// Returns the content of a file without its byte order mark. Throws InputError if the file does not
// exist, is not a regular file, cannot be read, or has more than `max_bytes`.
std::string read_text_file(const std::string& path, std::size_t max_bytes);

// Throws InputError for the first byte that is not UTF-8 text or is a control character; `file` is
// the name for its place.
void require_text(const std::string& text, const std::string& file);

// Limit on the depth of files that name each other, because they are read recursively.
inline constexpr std::size_t most_files_in_a_row = 64;
// Returns "at most 64 <of_what>", the expectation that a longer chain misses.
std::string too_long_a_chain(const std::string& of_what);

// Returns the path that `reference`, as written in the file `from`, names: relative references
// start at the folder of `from`.
std::string resolve_path(const std::string& from, const std::string& reference);

}  // namespace gambol
