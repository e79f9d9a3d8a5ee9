#pragma once

// Animated GIF: 256 colours that are chosen for the whole film.

#include "movie/backend.h"

namespace gambol {

// Calls `picture` for all frames twice: to choose colours, and to draw with them. Returns an empty
// string or what went wrong with a picture; throws std::runtime_error.
std::string encode_gif(int frames, const MovieBackend::Picture& picture,
                       const MovieSettings& settings, const std::string& path,
                       const std::function<void(double)>& progress);

}  // namespace gambol
