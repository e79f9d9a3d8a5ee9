#pragma once

// The interface of the module that links FFmpeg's libraries, for encode.cpp. Failures are returned
// as text, so that no exception has to cross the module boundary.

#include "movie/encode.h"

namespace gambol {

struct MovieBackend {
  // Makes one frame of the film; returns an empty string, or what went wrong.
  using Picture = std::function<std::string(int frame, Image8&)>;

  // Each function returns an empty string, or what went wrong.
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
