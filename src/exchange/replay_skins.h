#pragma once

// Skins of figures in a replay: the browser deforms them, so that the page needs no data per frame.

#include <string>

#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// Vertices follow at most this many bodies: those with the largest weights in geometry/skin.h.
inline constexpr std::size_t replay_influences = 4;

// All skins of all figures as a JSON list. Throws as make_skin() does.
std::string replay_skins(const ShotSpec& shot, const Poses& poses);

}  // namespace gambol
