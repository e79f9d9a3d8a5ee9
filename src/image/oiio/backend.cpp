#include <OpenImageIO/imageio.h>

#include <array>
#include <cmath>
#include <memory>

#include "image/backend.h"
#include "image/srgb.h"

namespace gambol {
namespace {

// Once, before any thread reads or writes: each time "threads" is set the library resizes its pool,
// and aborts if another thread looks at it meanwhile. Writing and reading are for one frame at a
// time; many threads would only fight the renderer's. What OpenImageIO's own debugging says of
// attributes is not for our users.
void settle_library() {
  OIIO::attribute("debug", 0);
  OIIO::attribute("threads", 1);
  OIIO::attribute("exr_threads", -1);
}

void add_metadata(OIIO::ImageSpec& spec, const Metadata& metadata) {
  spec.attribute("Software", "gambol");
  for (const auto& [name, text] : metadata) spec.attribute(name, text);
}

std::string write(OIIO::ImageSpec& spec, const std::string& path, const char* format,
                  OIIO::TypeDesc type, const void* pixels) {
  const auto out = OIIO::ImageOutput::create(format);
  if (!out) return OIIO::geterror();
  if (!out->open(path, spec)) return out->geterror();
  if (!out->write_image(type, pixels)) return out->geterror();
  if (!out->close()) return out->geterror();
  return {};
}

std::string write_exr(const Image& image, const std::string& path, const Metadata& metadata) {
  OIIO::ImageSpec spec(image.width, image.height, image.channels, OIIO::TypeDesc::HALF);
  spec.attribute("compression", "zip");
  spec.attribute("oiio:ColorSpace", "Linear");
  // Otherwise the present time is written, and no two files are alike. A number is left out.
  spec.attribute("DateTime", 0);
  const float bt709[8] = {0.64f, 0.33f, 0.30f, 0.60f, 0.15f, 0.06f, 0.3127f, 0.3290f};
  spec.attribute("chromaticities", OIIO::TypeDesc(OIIO::TypeDesc::FLOAT, 8), bt709);
  add_metadata(spec, metadata);
  return write(spec, path, "openexr", OIIO::TypeDesc::FLOAT, image.pixels.data());
}

std::string write_png(const Image8& image, const std::string& path, const Metadata& metadata) {
  OIIO::ImageSpec spec(image.width, image.height, image.channels, OIIO::TypeDesc::UINT8);
  spec.attribute("oiio:ColorSpace", "sRGB");
  add_metadata(spec, metadata);
  return write(spec, path, "png", OIIO::TypeDesc::UINT8, image.pixels.data());
}

// Of the 256 values there are; a power per pixel would take longer than reading the file.
std::array<float, 256> linear_of_srgb8() {
  std::array<float, 256> table;
  for (int i = 0; i < 256; ++i) table[i] = linear_from_srgb(static_cast<float>(i) / 255);
  return table;
}

std::string read_stored(const std::string& path, Image& image, OIIO::ImageSpec& spec) {
  const auto in = OIIO::ImageInput::open(path);
  if (!in) return OIIO::geterror();
  spec = in->spec();
  image.width = spec.width, image.height = spec.height, image.channels = spec.nchannels;
  image.pixels.resize(spec.image_pixels() * spec.nchannels);
  if (!in->read_image(0, 0, 0, spec.nchannels, OIIO::TypeDesc::FLOAT, image.pixels.data()))
    return in->geterror();
  return {};
}

std::string read_values(const std::string& path, Image& image) {
  OIIO::ImageSpec spec;
  return read_stored(path, image, spec);
}

std::string read(const std::string& path, Image& image) {
  OIIO::ImageSpec spec;
  if (std::string why = read_stored(path, image, spec); !why.empty()) return why;
  if (spec.format != OIIO::TypeDesc::UINT8) return {};
  const std::array<float, 256> linear = linear_of_srgb8();
  for (std::size_t i = 0; i < image.pixels.size(); ++i)
    if (static_cast<int>(i % spec.nchannels) != spec.alpha_channel)
      image.pixels[i] = linear[std::lround(image.pixels[i] * 255)];
  return {};
}

std::string read_metadata(const std::string& path, Metadata& metadata) {
  const auto in = OIIO::ImageInput::open(path);
  if (!in) return OIIO::geterror();
  for (const OIIO::ParamValue& value : in->spec().extra_attribs)
    if (value.type() == OIIO::TypeDesc::STRING)
      metadata[value.name().string()] = value.get_string();
  return {};
}

constexpr ImageBackend backend{write_exr, write_png, read, read_values, read_metadata};

}  // namespace
}  // namespace gambol

extern "C" const gambol::ImageBackend* gambol_image_backend() {
  gambol::settle_library();
  return &gambol::backend;
}
