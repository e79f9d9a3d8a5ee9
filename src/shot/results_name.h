#pragma once

// Where the results of a shot or sequence lie below the folder of all results.

#include <string>

namespace gambol {

// Returns "walk" for a shot of that name (which may have a take, walk@slow) in scenes/ of its
// project or in the project's own folder, "act_1/walk" if its file is in scenes/act_1/, and
// "tests/walk" if it is in tests/: two shots of one name in different folders do not share results.
// Shots among the results, which searches write, and those outside the project have their name
// alone.
std::string results_name(const std::string& file, const std::string& name);

// `S`: ShotSpec or SequenceSpec.
template <class S>
std::string results_name(const S& of) {
  return results_name(of.place.file, of.name);
}

}  // namespace gambol
