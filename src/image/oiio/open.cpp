#include "image/oiio/open.h"

#include <OpenImageIO/strutil.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <vector>

#include "image/oiio/heads.h"

namespace gambol {
namespace {

template <std::size_t n>
struct Name {
  consteval Name(const char (&from)[n]) { std::copy_n(from, n, text); }
  char text[n];
};

// gambol chooses the reader itself. Otherwise the library would try all its readers, among them
// those of film formats, whose files can name other files and addresses, and many that gambol does
// not need, some of which crash on damaged files (such as BMP's).
struct Format {
  std::string_view name;
  OIIO::ImageInput::Creator make;
};
template <Name name>
constexpr Format format{name.text, [] { return OIIO::ImageInput::create(name.text).release(); }};
constexpr Format formats[] = {format<"openexr">, format<"png">,   format<"jpeg">, format<"tiff">,
                              format<"hdr">,     format<"targa">, format<"pnm">,  format<"webp">};

// Refuses impossible and oversized pictures before memory is allocated for their pixels. No
// compression reaches a ratio of `most_packed`.
std::string why_too_big(const std::string& path, int width, int height, int channels,
                        double most_pixels) {
  constexpr double most_packed = 10000;
  const double pixels = double(width) * height;
  std::error_code error;
  const double bytes = double(std::filesystem::file_size(path, error));
  if (width < 1 || height < 1 || channels < 1) return "no picture in it";
  if (pixels > most_pixels)
    return OIIO::Strutil::fmt::format("{} by {} pixels, more than {:.0f} in all", width, height,
                                      most_pixels);
  if (!error && pixels * channels > most_packed * bytes)
    return OIIO::Strutil::fmt::format("{} by {} pixels in {:.0f} bytes", width, height, bytes);
  return {};
}

std::string open_as(const FileHead& file, const std::string& path, double most_pixels,
                    OpenPicture& opened) {
  const auto found = std::find_if(std::begin(formats), std::end(formats),
                                  [&](const Format& f) { return f.name == file.format; });
  opened.another = found->make;
  opened.reader.reset(opened.another());
  if (!opened.reader) return OIIO::geterror();
  const bool well = opened.reader->open(path, opened.spec);
  if (std::string why = why_damaged(*opened.reader, well); !why.empty()) return why;
  const OIIO::ImageSpec& spec = opened.spec;
  if (spec.depth > 1 || spec.deep) return "no picture in it";
  return why_too_big(path, spec.width, spec.height, spec.nchannels, most_pixels);
}

std::string look_closely(const std::string& path, double most_pixels, FileHead& file) {
  file = look_at(path);
  if (!file.format) return "another format";
  const PictureHead& head = file.picture;
  return file.tells_size ? why_too_big(path, head.width, head.height, head.channels, most_pixels)
                         : std::string();
}

}  // namespace

std::string open_picture(const std::string& path, double most_pixels, OpenPicture& opened) {
  FileHead file;
  if (std::string why = look_closely(path, most_pixels, file); !why.empty()) return why;
  return open_as(file, path, most_pixels, opened);
}

std::string read_head(const std::string& path, PictureHead& head) {
  FileHead file;
  if (std::string why = look_closely(path, most_read_pixels, file); !why.empty()) return why;
  head = file.picture;
  if (file.tells_size) return {};
  OpenPicture opened;
  if (std::string why = open_as(file, path, most_read_pixels, opened); !why.empty()) return why;
  const OIIO::ImageSpec& spec = opened.spec;
  head.width = spec.width, head.height = spec.height, head.channels = spec.nchannels;
  head.sample_bytes = std::min(static_cast<int>(spec.format.size()), 4);
  // The reader holds a tile twice: as read and as passed on.
  head.held = file.is_held ? double(spec.image_bytes(true)) : 2 * double(spec.tile_bytes(true));
  head.has_smaller = opened.reader->seek_subimage(0, 1);
  return {};
}

std::string why_damaged(OIIO::ImageInput& reader, bool well) {
  const std::string said = reader.geterror();
  // libjpeg fills in the rest of a truncated file and reports success.
  if (well && said.find("Premature end") == said.npos) return {};
  return said.empty() ? "a picture that ends too soon" : said.substr(0, said.find('\n'));
}

namespace {

std::string why_unreadable_level(OIIO::ImageInput& reader, const OIIO::ImageSpec& s) {
  const bool tiled = s.tile_width > 0;
  const int tall = tiled ? s.tile_height : 1, wide = tiled ? s.tile_width : s.width;
  std::vector<char> pixels(tiled ? s.tile_bytes(true) : s.scanline_bytes(true));
  for (int y = s.y; y < s.y + s.height; y += tall)
    for (int x = s.x; x < s.x + s.width; x += wide) {
      const bool well = tiled ? reader.read_tile(x, y, s.z, OIIO::TypeUnknown, pixels.data())
                              : reader.read_scanline(y, s.z, OIIO::TypeUnknown, pixels.data());
      if (std::string why = why_damaged(reader, well); !why.empty()) return why;
    }
  return {};
}

}  // namespace

std::string why_unreadable(OpenPicture& opened) {
  std::string why = why_unreadable_level(*opened.reader, opened.spec);
  for (int level = 1; why.empty() && opened.reader->seek_subimage(0, level); ++level)
    why = why_unreadable_level(*opened.reader, opened.reader->spec());
  return why;
}

}  // namespace gambol
