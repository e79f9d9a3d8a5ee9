#include <OpenImageIO/color.h>
#include <OpenImageIO/filesystem.h>
#include <OpenImageIO/imagebuf.h>
#include <OpenImageIO/imagebufalgo.h>
#include <OpenImageIO/imageio.h>
#include <OpenImageIO/strutil.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "image/backend.h"
#include "image/oiio/open.h"
#include "image/oiio/textures.h"
#include "image/srgb.h"

namespace gambol {
namespace {

// To be called once, before any thread reads or writes: each time "threads" is set, the library
// resizes its pool, and aborts if another thread uses the pool meanwhile. The program reads or
// writes one frame at a time; more threads would compete with the renderer's. "debug" is off
// because OpenImageIO's debugging messages about attributes are of no use to gambol's users.
void settle_library() {
  OIIO::attribute("debug", 0);
  OIIO::attribute("threads", 1);
  OIIO::attribute("exr_threads", -1);
}

void add_metadata(OIIO::ImageSpec& spec, const Metadata& metadata) {
  spec.attribute("Software", "gambol");
  for (const auto& [name, text] : metadata) spec.attribute(name, text);
}

// An attribute that has no room, or that a format does not know, is left out by the library without
// a word: why a file in memory does not have those of `spec`. "" if it does.
std::string why_not_whole(const OIIO::ImageSpec& spec, const char* format,
                          std::vector<unsigned char>& file) {
  OIIO::Filesystem::IOMemReader from(file.data(), file.size());
  const auto in = OIIO::ImageInput::create(format);
  OIIO::ImageSpec read;
  if (!in || !in->set_ioproxy(&from) || !in->open(std::string("frame.") + format, read))
    return in ? in->geterror() : OIIO::geterror();
  for (const OIIO::ParamValue& asked : spec.extra_attribs) {
    const bool for_the_library = asked.name() == "DateTime" || asked.name() == "compression" ||
                                 asked.name() == "oiio:ColorSpace" ||
                                 asked.name() == "oiio:UnassociatedAlpha";
    const OIIO::ParamValue* found = read.find_attribute(asked.name());
    if (!for_the_library && (!found || found->get_string() != asked.get_string()))
      return OIIO::Strutil::fmt::format("its attribute {} was lost", asked.name());
  }
  return {};
}

// `format` is the file name ending of the format.
std::string encode(OIIO::ImageSpec& spec, const char* format, OIIO::TypeDesc type,
                   const void* pixels, std::string& bytes) {
  std::vector<unsigned char> file;
  OIIO::Filesystem::IOVecOutput into(file);
  const auto out = OIIO::ImageOutput::create(format);
  if (!out) return OIIO::geterror();
  if (!out->set_ioproxy(&into)) return "OpenImageIO cannot make it in memory";
  if (!out->open(std::string("frame.") + format, spec)) return out->geterror();
  if (!out->write_image(type, pixels)) return out->geterror();
  if (!out->close()) return out->geterror();
  if (std::string why = why_not_whole(spec, format, file); !why.empty()) return why;
  bytes.assign(file.begin(), file.end());
  return {};
}

// The SMPTE time code of a frame in OpenEXR's bit layout, hours first.
std::array<unsigned, 2> time_code(const FilmInstant& when) {
  const int rate = std::max(static_cast<int>(std::lround(when.fps)), 1), frame = when.frame - 1;
  const auto digits = [](int n) { return static_cast<unsigned>(n / 10 % 10 << 4 | n % 10); };
  return {digits(frame % rate) | digits(frame / rate % 60) << 8 |
              digits(frame / rate / 60 % 60) << 16 | digits(frame / rate / 3600 % 24) << 24,
          0};
}

// 23.976 and similar NTSC rates are n * 1000/1001.
std::array<int, 2> rational_rate(double fps) {
  const double ntsc = std::round(fps * 1.001);
  if (std::abs(fps - std::round(fps)) > 1e-6 && std::abs(fps - ntsc / 1.001) < 5e-4)
    return {static_cast<int>(ntsc) * 1000, 1001};
  return {static_cast<int>(std::lround(fps * 1000)), 1000};
}

// Interleaves all channels, as the library requires.
std::vector<float> interleaved(const Image& image, const std::vector<Channel32>& more) {
  const std::size_t pixels = static_cast<std::size_t>(image.width) * image.height;
  const std::size_t channels = image.channels + more.size();
  std::vector<float> all(pixels * channels);
  for (std::size_t i = 0; i < pixels; ++i) {
    float* out = &all[i * channels];
    for (int c = 0; c < image.channels; ++c) *out++ = image.pixels[i * image.channels + c];
    for (const Channel32& channel : more) *out++ = channel.values[i];
  }
  return all;
}

std::string exr_bytes(const Image& image, const std::vector<Channel32>& more,
                      const FilmInstant& when, const Metadata& metadata, std::string& bytes) {
  const int channels = image.channels + static_cast<int>(more.size());
  OIIO::ImageSpec spec(image.width, image.height, channels, OIIO::TypeDesc::HALF);
  spec.channelnames.resize(image.channels);
  spec.channelformats.assign(image.channels, OIIO::TypeDesc::HALF);
  for (const Channel32& channel : more) {
    spec.channelnames.push_back(channel.name);
    spec.channelformats.push_back(channel.half ? OIIO::TypeDesc::HALF : OIIO::TypeDesc::FLOAT);
    if (channel.name == "Z") spec.z_channel = static_cast<int>(spec.channelnames.size()) - 1;
  }
  spec.attribute("compression", "zip");
  spec.attribute("oiio:ColorSpace", "Linear");
  // By default the library writes the present time, so that no two files would be equal. It leaves
  // out a time that is a number.
  spec.attribute("DateTime", 0);
  const float bt709[8] = {0.64f, 0.33f, 0.30f, 0.60f, 0.15f, 0.06f, 0.3127f, 0.3290f};
  spec.attribute("chromaticities", OIIO::TypeDesc(OIIO::TypeDesc::FLOAT, 8), bt709);
  if (when.fps > 0) {
    const auto code = time_code(when);
    const auto rate = rational_rate(when.fps);
    spec.attribute("smpte:TimeCode", OIIO::TypeDesc::TypeTimeCode, code.data());
    spec.attribute("FramesPerSecond", OIIO::TypeDesc::TypeRational, rate.data());
  }
  if (when.pixel_aspect != 1) spec.attribute("PixelAspectRatio", float(when.pixel_aspect));
  if (when.has_right_view) {
    const char* views[2] = {"left", "right"};  // the first one's channels have no prefix
    spec.attribute("multiView", OIIO::TypeDesc(OIIO::TypeDesc::STRING, 2), views);
  }
  add_metadata(spec, metadata);
  const std::vector<float> pixels = interleaved(image, more);
  return encode(spec, "exr", OIIO::TypeDesc::FLOAT, pixels.data(), bytes);
}

std::string png_bytes(const Image8& image, const Metadata& metadata, std::string& bytes) {
  OIIO::ImageSpec spec(image.width, image.height, image.channels, OIIO::TypeDesc::UINT8);
  spec.attribute("oiio:ColorSpace", "sRGB");
  // Colours are not multiplied by alpha, as in the file.
  if (image.channels == 4) spec.attribute("oiio:UnassociatedAlpha", 1);
  add_metadata(spec, metadata);
  return encode(spec, "png", OIIO::TypeDesc::UINT8, image.pixels.data(), bytes);
}

// A table of all 256 values; computing a power per pixel would take longer than reading the file.
std::array<float, 256> linear_of_srgb8() {
  std::array<float, 256> table;
  for (int i = 0; i < 256; ++i) table[i] = linear_from_srgb(static_cast<float>(i) / 255);
  return table;
}

std::string read_stored(const std::string& path, double most_pixels, Image& image,
                        OIIO::ImageSpec& spec) {
  OpenPicture opened;
  if (std::string why = open_picture(path, most_pixels, opened); !why.empty()) return why;
  spec = opened.spec;
  // Channels of layers other than the colours are not read.
  const int colours = std::min(spec.nchannels, 4);
  image.width = spec.width, image.height = spec.height, image.channels = colours;
  image.pixels.resize(spec.image_pixels() * colours);
  const bool well =
      opened.reader->read_image(0, 0, 0, colours, OIIO::TypeDesc::FLOAT, image.pixels.data());
  return why_damaged(*opened.reader, well);
}

std::string read_values(const std::string& path, double most_pixels, Image& image) {
  OIIO::ImageSpec spec;
  return read_stored(path, most_pixels, image, spec);
}

std::string read(const std::string& path, Image& image) {
  OIIO::ImageSpec spec;
  if (std::string why = read_stored(path, most_read_pixels, image, spec); !why.empty()) return why;
  if (spec.format != OIIO::TypeDesc::UINT8) return {};
  const std::array<float, 256> linear = linear_of_srgb8();
  for (std::size_t i = 0; i < image.pixels.size(); ++i)
    if (static_cast<int>(i % image.channels) != spec.alpha_channel)
      image.pixels[i] = linear[std::lround(image.pixels[i] * 255)];
  return {};
}

std::string read_right_view(const std::string& path, Image& image) {
  OpenPicture opened;
  if (std::string why = open_picture(path, most_read_pixels, opened); !why.empty()) return why;
  const OIIO::ImageSpec& spec = opened.spec;
  std::vector<float> all(spec.image_pixels() * spec.nchannels);
  const bool well =
      opened.reader->read_image(0, 0, 0, spec.nchannels, OIIO::TypeDesc::FLOAT, all.data());
  if (std::string why = why_damaged(*opened.reader, well); !why.empty()) return why;
  image = {spec.width, spec.height, 4, {}};
  image.pixels.resize(spec.image_pixels() * 4);
  for (int c = 0; c < 4; ++c) {
    const int from = spec.channelindex(std::string("right.") + "RGBA"[c]);
    if (from < 0) return "no right view in it";
    for (std::size_t i = 0; i < spec.image_pixels(); ++i)
      image.pixels[4 * i + c] = all[i * spec.nchannels + from];
  }
  return {};
}

std::string read_metadata(const std::string& path, Metadata& metadata) {
  OpenPicture opened;
  if (std::string why = open_picture(path, most_read_pixels, opened); !why.empty()) return why;
  for (const OIIO::ParamValue& value : opened.spec.extra_attribs)
    if (value.type() == OIIO::TypeDesc::STRING)
      metadata[value.name().string()] = value.get_string();
  return {};
}

// Finds the colour space by the names that configurations give to linear light with bt.709
// primaries.
std::string show_by_config(const Image& linear, Image8& shown) {
  OIIO::ColorConfig config;
  if (config.error()) return config.geterror();
  const std::vector<std::string> known = config.getColorSpaceNames();
  std::string from;
  for (const char* name : {"Linear Rec.709 (sRGB)", "lin_rec709", "lin_srgb", "Linear BT.709",
                           "Utility - Linear - sRGB", "Linear"})
    if (from.empty() && std::find(known.begin(), known.end(), name) != known.end()) from = name;
  if (from.empty()) return "no colour space for linear bt.709, such as lin_rec709";
  OIIO::ImageBuf in(OIIO::ImageSpec(linear.width, linear.height, 3, OIIO::TypeDesc::FLOAT),
                    const_cast<float*>(linear.pixels.data()));
  OIIO::ImageBuf out;
  const std::string display = config.getDefaultDisplayName();
  if (!OIIO::ImageBufAlgo::ociodisplay(out, in, display, config.getDefaultViewName(display), from,
                                       "", false, "", "", &config))
    return out.geterror();
  shown = {linear.width, linear.height, 3, {}};
  shown.pixels.resize(static_cast<std::size_t>(3) * linear.width * linear.height);
  if (!out.get_pixels(OIIO::ROI::All(), OIIO::TypeDesc::UINT8, shown.pixels.data()))
    return out.geterror();
  return {};
}

constexpr ImageBackend backend{exr_bytes,       png_bytes,      read_head,     read,
                               read_right_view, read_values,    read_metadata, show_by_config,
                               open_textures,   close_textures, open_texture,  texture_trouble,
                               look_up};

}  // namespace
}  // namespace gambol

extern "C" const gambol::ImageBackend* gambol_image_backend() {
  gambol::settle_library();
  return &gambol::backend;
}
