#pragma once

// Skins of figures in a replay: a browser bends them itself, so that they cost no room per frame.

#include <string>

#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// Vertices follow this many bodies at most, the heaviest of those that geometry/skin.h has.
inline constexpr std::size_t replay_influences = 4;

// A list of all skins of all figures. Throws as make_skin() does.
std::string replay_skins(const ShotSpec& shot, const Poses& poses);

}  // namespace gambol
