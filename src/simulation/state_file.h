#pragma once

// The file that states and checkpoints are kept in: four lines of text (kind and version, a
// checksum of what follows them, what it was made from, an empty one), then bytes as state
// visitors write them.

#include <string>
#include <string_view>

namespace gambol {

struct StateFile {
  std::string made_from;  // a hash
  std::string bytes;
};

// The file appears whole or not at all. `kind`: "state" or "checkpoint". Throws RunError (failed).
void write_state_file(const StateFile& file, std::string_view kind, const std::string& path);
// Throws InputError if it is missing, damaged, of another version or kind, or not ours.
StateFile read_state_file(const std::string& path, std::string_view kind);

// Throws InputError: the file cannot be used, and why.
[[noreturn]] void refuse_state_file(const std::string& path, const std::string& why);

}  // namespace gambol
