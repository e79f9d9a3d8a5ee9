#pragma once

// Runs other programs to their end.

#include <string>
#include <vector>

namespace gambol {

struct CommandResult {
  int code = -1;             // exit code; -1: not found, killed or out of time
  std::string out, err;      // standard output and error
  bool found = true;         // false: there is no such program
  bool out_of_time = false;  // it was killed because it exceeded its time limit
  bool too_long = false;     // likewise, because it wrote more than anybody reads
};

// Runs arguments[0], which is searched for in PATH, for at most `seconds`, with no input.
CommandResult run_command(const std::vector<std::string>& arguments, double seconds);

}  // namespace gambol
