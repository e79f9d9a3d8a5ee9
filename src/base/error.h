#pragma once

// Errors that a user can correct. Bad input throws one InputError with every problem found; an
// external failure (disk, codec, library) throws a RunError with its exit code.

#include <stdexcept>
#include <string>
#include <vector>

namespace gambol {

// A place in an author's file. line and col are 1-based; 0 means "the file as a whole".
struct Place {
  std::string file;
  int line = 0;
  int col = 0;
};

// One finding: `file:line:col: key: found …, expected …`.
struct Problem {
  Place place;
  std::string key;       // dotted path, e.g. "camera.position"; may be empty
  std::string found;     // may be empty
  std::string expected;  // what would be correct, or a whole sentence if `found` is empty
  std::string to_string() const;
};

// Exit codes of the process; see docs/command-line.md. 33 and 137 are reserved for farms and never
// used.
enum class ExitCode {
  ok = 0,
  bad_usage = 2,
  bad_input = 3,
  bad_motion = 4,
  failed = 5,
  interrupted = 130,  // Ctrl-C; see base/stop.h
  terminated = 143    // SIGTERM
};

class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Problem> problems);
  explicit InputError(Problem problem) : InputError(std::vector<Problem>{std::move(problem)}) {}
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

class RunError : public std::runtime_error {
 public:
  RunError(ExitCode code, const std::string& message) : std::runtime_error(message), code(code) {}
  ExitCode code;
};

}  // namespace gambol
