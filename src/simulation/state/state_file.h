#pragma once

// The file format of states and checkpoints: four lines of text (kind and version, checksum of the
// bytes after the header, hash of the inputs, an empty line), then bytes as StateWriter
// (simulation/state/state_visitors.h) writes them.

#include <string>
#include <string_view>

namespace gambol {

struct StateFile {
  std::string made_from;  // hash of the inputs
  std::string bytes;
};

// Writes the file atomically. `kind`: "state" or "checkpoint". Throws RunError (failed).
void write_state_file(StateFile file, std::string_view kind, const std::string& path);
// Throws InputError if the file is missing, damaged, of another version or kind, or not written by
// gambol.
StateFile read_state_file(const std::string& path, std::string_view kind);

// Throws InputError with the reason `why` the file cannot be used.
[[noreturn]] void refuse_state_file(const std::string& path, const std::string& why);

}  // namespace gambol
