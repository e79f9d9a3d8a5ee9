#pragma once

// The interface of the runtime module that links OpenImageIO, for image.cpp. Failures are returned
// as text, so that no exception has to cross the module boundary.

#include <string>

#include "image/image.h"
#include "image/textures.h"

namespace gambol {

struct ImageBackend {
  // Each function returns an empty string, or what went wrong. Files are made in memory, as
  // `bytes`, because the library's writers ignore disk errors.
  std::string (*exr_bytes)(const Image&, const std::vector<Channel32>&, const FilmInstant&,
                           const Metadata&, std::string& bytes);
  std::string (*png_bytes)(const Image8&, const Metadata&, std::string& bytes);
  std::string (*read_head)(const std::string& path, PictureHead&);
  std::string (*read)(const std::string& path, Image&);
  std::string (*read_right_view)(const std::string& path, Image&);
  std::string (*read_values)(const std::string& path, double most_pixels, Image&);
  std::string (*read_metadata)(const std::string& path, Metadata&);
  std::string (*show_by_config)(const Image&, Image8&);
  // See textures.h.
  void* (*open_textures)(int megabytes);
  void (*close_textures)(void* system);
  std::string (*open_texture)(void* system, const std::string& path, int& number);
  std::string (*texture_trouble)(void* system);
  // `stored`: colours are not made linear.
  Rgba (*look_up)(void* system, int texture, float s, float t, float ds, float dt, bool stored);
};

inline constexpr const char* image_backend_symbol = "gambol_image_backend";
inline constexpr const char* image_backend_module = "gambol_image_oiio";

}  // namespace gambol
