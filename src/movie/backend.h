#pragma once

// What the module that holds FFmpeg's libraries offers to encode.cpp. Failures come back as text,
// so that no exception has to cross the border of the module.

#include "movie/encode.h"

namespace gambol {

struct MovieBackend {
  // Each returns an empty string, or what went wrong.
  std::string (*encode)(const std::vector<std::string>& frames, const MovieSettings&,
                        const std::string& path, const std::function<void(double)>& progress);
  std::string (*read_info)(const std::string& path, MovieInfo&);
};

inline constexpr const char* movie_backend_symbol = "gambol_movie_backend";
inline constexpr const char* movie_backend_module = "gambol_movie_ffmpeg";

}  // namespace gambol
