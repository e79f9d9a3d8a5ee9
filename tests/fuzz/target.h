#pragma once

// Places where bytes from outside come in. Each is a function that may refuse its input, in words,
// and may do nothing worse: libFuzzer (libfuzzer.cpp) and the tests (fuzz_test.cpp) call the same.

#include <string>
#include <vector>

#include "base/error.h"

namespace gambol::fuzz {

struct Target {
  const char* name;
  // Throws std::logic_error where something is accepted or refused that must not be, or with words
  // that are none.
  void (*run)(const std::string& input);
  std::vector<std::string> (*seeds)();  // good inputs, from what ships where there is any
  int mutants;                          // in the tests: as many as a second or so takes
};

extern const Target yaml, figure, shot, look, preset, gaits, fractions, reflexes, sequence;
extern const Target frame_range, quantity, formula, condition;
extern const Target obj, gltf, heights, table, picture, picture_head, sound;
extern const Target poses, poses_content, poses_image, state, state_content, seal;
extern const Target job, chunks, records, slurm;
extern const Target run_file, evaluations;

// Throws std::logic_error.
[[noreturn]] void must_not_be(const std::string& what);

// Calls `read`, which may throw InputError; that must then say what and where, in text that is safe
// to print.
void check(const InputError& error);
template <class Read>
void may_refuse(Read read) {
  try {
    read();
  } catch (const InputError& error) {
    check(error);
  }
}

// For mutators: keys and choices of all kinds of files, and numbers that programs stumble on.
std::vector<std::string> words();
const std::vector<std::string>& extreme_numbers();

// A copy of the project that ships, in a folder that goes away, from which nothing leads out.
const std::string& project();
// Writes a file into it, and returns its path.
std::string put(const std::string& name, const std::string& bytes);
std::string content_of(const std::string& path);
// The contents of all files below a folder of it whose first key is `kind`.
std::vector<std::string> shipped(const std::string& folder, const std::string& kind);
// The same with small ones of the kind: those that tests/shot/broken/ tells the faults of.
std::vector<std::string> shipped_and_small(const std::string& folder, const std::string& kind);

}  // namespace gambol::fuzz
