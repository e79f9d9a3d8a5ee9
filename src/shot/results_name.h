#pragma once

// Where the results of a shot or sequence lie below the folder of all results.

#include <string>

namespace gambol {

// Returns "walk" for a shot of that name (which may have a take, walk@slow), and "act_1/walk" if
// its file is in scenes/act_1/ of its project: two shots of one name in different folders of scenes
// do not share results.
std::string results_name(const std::string& file, const std::string& name);

// `S`: ShotSpec or SequenceSpec.
template <class S>
std::string results_name(const S& of) {
  return results_name(of.place.file, of.name);
}

}  // namespace gambol
