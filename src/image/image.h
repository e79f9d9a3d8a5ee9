#pragma once

// Pictures in memory and their files. OpenImageIO takes 0.3 s to load, so it lives in a module
// that is loaded by the first call that needs it; nothing else of the program links it.

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

// One more channel of a picture, by its name in an EXR file, e.g. "Z" or "albedo.R".
struct Channel32 {
  std::string name;
  std::vector<float> values;  // [y * width + x]
  bool half = true;           // kept as 16 bits; else as 32
};

// Keeps of every value what an EXR file of half floats does.
void round_to_half(Image& image);

// The same layout, sRGB encoded (an alpha channel is linear).
struct Image8 {
  int width = 0, height = 0, channels = 0;
  std::vector<std::uint8_t> pixels;
};

// Names and texts that travel inside a file, e.g. {"gambol:inputs", "<hash>"}.
using Metadata = std::map<std::string, std::string>;

// When an EXR file's picture is: its frame, from 1, and frames per second.
struct FilmInstant {
  double fps = 0;
  int frame = 0;
};

// Files appear whole, by rename, or not at all, sealed if `made_from` is not empty (see
// base/seal.h). Throws RunError (failed) naming the file.
void write_exr(const Image& image, const std::vector<Channel32>& more, const FilmInstant& when,
               const std::string& path, const Metadata& metadata = {},
               const std::string& made_from = "");
inline void write_exr(const Image& image, const std::string& path, const Metadata& metadata = {}) {
  write_exr(image, {}, {}, path, metadata);
}
void write_png(const Image8& image, const std::string& path, const Metadata& metadata = {},
               const std::string& made_from = "");

// Whether $OCIO names an OpenColorIO configuration, and a hash of it ("" if not).
bool has_display_config();
std::string display_config_hash();
// Linear bt.709 light as its default display and view show it. Throws InputError if it has no
// colour space for such light.
Image8 shown_by_config(const Image& linear);

// The largest frame that a preset can ask for. A file that claims more is refused before its pixels
// are made room for, as is one that claims so much of a few bytes that it must be damaged.
inline constexpr double most_read_pixels = 16384.0 * 16384.0;

// What reading a picture takes, by its header alone.
struct PictureHead {
  int width = 0, height = 0, channels = 0;
  int sample_bytes = 1;      // of a channel of a pixel, as a cache of textures keeps it
  double held = 0;           // bytes that a reader keeps while the file is open
  bool has_smaller = false;  // copies of itself, so that none need to be made of all of it
};
// Throws InputError if the file is missing, of a format that gambol does not read (see image.cpp),
// whatever its name, or damaged.
PictureHead read_head(const std::string& path);
// 8-bit files are decoded from sRGB to linear light. Throws InputError likewise, and if the file
// ends too soon.
Image read_image(const std::string& path);
// The same values as they are stored, 0 to 1 where they are whole numbers: heights are no colours.
Image read_values(const std::string& path, double most_pixels = most_read_pixels);
// All text attributes of a file, from its header alone. Throws InputError likewise.
Metadata read_metadata(const std::string& path);

}  // namespace gambol
