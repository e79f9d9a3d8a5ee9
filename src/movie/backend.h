#pragma once

// What the module that holds FFmpeg's libraries offers to encode.cpp. Failures come back as text,
// so that no exception has to cross the border of the module.

#include "movie/encode.h"

namespace gambol {

struct MovieBackend {
  // One frame of the film, or what went wrong.
  using Picture = std::function<std::string(int frame, Image8&)>;

  // Each returns an empty string, or what went wrong.
  std::string (*encode)(int frames, const Picture& picture, const Sound* sound,
                        const MovieSettings&, const std::string& path,
                        const std::function<void(double)>& progress);
  std::string (*read_info)(const std::string& path, MovieInfo&);
  std::string (*read_frame)(const std::string& path, Image8&);
  std::string (*jpeg)(const Image8&, std::string& bytes);
  std::string (*read_sound)(const std::string& path, SoundPart, Sound&);
};

inline constexpr const char* movie_backend_symbol = "gambol_movie_backend";
inline constexpr const char* movie_backend_module = "gambol_movie_ffmpeg";

}  // namespace gambol
