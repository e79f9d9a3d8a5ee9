#pragma once

// What a sequence's movie is made from.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "movie/soundtrack.h"
#include "shot/look_spec.h"
#include "shot/sequence_spec.h"

namespace gambol {

// The frames (from 1) of its shots that a sequence shows, by the shot's reference.
using Footage = std::map<std::string, std::set<int>>;
Footage footage_of(const SequenceSpec& sequence);

// Its sound track. Throws InputError.
std::optional<Sound> sound_of(const SequenceSpec& sequence);

// Of all that the movie is made from. `frame_hash`: of what a frame of a shot is made from.
using FrameHash = std::function<std::string(const std::string& reference, int frame)>;
std::string movie_hash(const SequenceSpec& sequence, const PresetSpec& preset,
                       const FrameHash& frame_hash, const std::optional<Sound>& sound);

}  // namespace gambol
