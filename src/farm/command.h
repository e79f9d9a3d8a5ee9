#pragma once

// Other programs, run to their end.

#include <string>
#include <vector>

namespace gambol {

struct CommandResult {
  int code = -1;             // what it returned; -1: it was not there, was killed or took too long
  std::string out, err;      // all that it said
  bool found = true;         // false: there is no such program
  bool out_of_time = false;  // it was killed because it took longer than it might
};

// Runs arguments[0], looked for in PATH, for at most `seconds`; it reads nothing.
CommandResult run_command(const std::vector<std::string>& arguments, double seconds);

}  // namespace gambol
