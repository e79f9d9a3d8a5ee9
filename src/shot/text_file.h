#pragma once

// Text files as authors hand them to us: whole, or with a clear reason why not.

#include <cstddef>
#include <string>

#include "base/error.h"

namespace gambol {

// A problem of a file as a whole, said in a sentence.
Problem file_problem(const std::string& file, const std::string& sentence);

// The content of a file without a byte order mark. Throws InputError if there is no such file, it
// is a folder, cannot be read, or has more than `max_bytes`.
std::string read_text_file(const std::string& path, std::size_t max_bytes);

// Throws InputError at the first byte that is not UTF-8 text.
void require_text(const std::string& text, const std::string& file);

// Files that name each other are read one inside the other.
inline constexpr std::size_t most_files_in_a_row = 64;
std::string too_long_a_chain(const std::string& of_what);

// `reference` as written in the file `from`: relative to the folder of `from`.
std::string resolve_path(const std::string& from, const std::string& reference);

}  // namespace gambol
