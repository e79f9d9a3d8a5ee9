#pragma once

// Pictures in memory and their files. OpenImageIO takes 0.3 s to load, so only a module links it,
// which the first call that needs it loads.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gambol {

// Linear light, bt.709 primaries; row by row from the top left, channels interleaved:
// pixels[(y * width + x) * channels + c].
struct Image {
  int width = 0, height = 0, channels = 0;
  std::vector<float> pixels;
};

// An additional channel of a picture, with its name in an EXR file, e.g. "Z" or "albedo.R".
struct Channel32 {
  std::string name;
  std::vector<float> values;  // [y * width + x]
  bool half = true;           // stored with 16 bits; if false, with 32
};

// Rounds every value to a half float, as a half-float EXR file does.
void round_to_half(Image& image);

// The same layout, sRGB encoded (an alpha channel is linear).
struct Image8 {
  int width = 0, height = 0, channels = 0;
  std::vector<std::uint8_t> pixels;
};

// Text attributes of a file by name, e.g. {"gambol:inputs", "<hash>"}.
using Metadata = std::map<std::string, std::string>;

// The instant of an EXR file's picture: its frame, counted from 1, and frames per second. fps = 0
// writes no time code. Also what a viewer must know: the width over height of a pixel, and whether
// channels `right.R`, `LAYER.right.R` are those of a second view beside the left one.
struct FilmInstant {
  double fps = 0;
  int frame = 0;
  double pixel_aspect = 1;
  bool has_right_view = false;
};

// Files appear whole, by rename, or not at all, and carry a seal if `made_from` is not empty (see
// base/seal.h). Throws RunError (failed), which names the file.
void write_exr(const Image& image, const std::vector<Channel32>& more, const FilmInstant& when,
               const std::string& path, const Metadata& metadata = {},
               const std::string& made_from = "");
inline void write_exr(const Image& image, const std::string& path, const Metadata& metadata = {}) {
  write_exr(image, {}, {}, path, metadata);
}
void write_png(const Image8& image, const std::string& path, const Metadata& metadata = {},
               const std::string& made_from = "");

// Whether $OCIO names an OpenColorIO configuration, and a hash of that file ("" without one).
bool has_display_config();
std::string display_config_hash();
// Converts linear bt.709 light for the configuration's default display and view. Throws InputError
// if the configuration has no colour space for such light.
Image8 shown_by_config(const Image& linear);

// Pixels of the largest frame that a preset can ask for. A file that claims more is refused before
// memory is allocated for its pixels, as is one that claims so many pixels in so few bytes that it
// must be damaged.
inline constexpr double most_read_pixels = 16384.0 * 16384.0;

// The memory that reading a picture takes, from its header alone.
struct PictureHead {
  int width = 0, height = 0, channels = 0;
  int sample_bytes = 1;      // per channel of a pixel, in a texture cache
  double held = 0;           // bytes that a reader keeps while the file is open
  bool has_smaller = false;  // has mip levels, so that they need not be made of the whole picture
};
// Throws InputError if the file is missing or damaged, or if its content is of a format that gambol
// does not read (see image.cpp).
PictureHead read_head(const std::string& path);
// 8-bit files are decoded from sRGB to linear light. Throws InputError likewise, and if the file
// is truncated.
Image read_image(const std::string& path);
// Reads R, G, B and A of the right view of a file that has two views. Throws InputError likewise.
Image read_right_view(const std::string& path);
// Reads the values as they are stored, without decoding, for heights; integers are scaled to 0..1.
Image read_values(const std::string& path, double most_pixels = most_read_pixels);
// Reads all text attributes of a file, from its header alone. Throws InputError likewise.
Metadata read_metadata(const std::string& path);

}  // namespace gambol
