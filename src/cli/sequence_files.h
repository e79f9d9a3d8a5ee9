#pragma once

// The inputs of a sequence's movie.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "movie/soundtrack.h"
#include "shot/look_spec.h"
#include "shot/sequence_spec.h"

namespace gambol {

// The frames (from 1) that a sequence shows of its shots, by the shot's reference.
using Footage = std::map<std::string, std::set<int>>;
Footage footage_of(const SequenceSpec& sequence);

// The sound track of a sequence, if it has one. Throws InputError.
std::optional<Sound> sound_of(const SequenceSpec& sequence);

// Hash of everything that the movie is made from. `frame_hash`: hash of what a frame of a shot is
// made from.
using FrameHash = std::function<std::string(const std::string& reference, int frame)>;
std::string movie_hash(const SequenceSpec& sequence, const PresetSpec& preset,
                       const FrameHash& frame_hash, const std::optional<Sound>& sound);

}  // namespace gambol
