#include "image/image.h"

#include <immintrin.h>

#include <cstdlib>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/module.h"
#include "image/backend.h"
#include "image/png.h"

namespace gambol {
namespace {

const ImageBackend& backend() {
  static const ImageBackend& loaded =
      *module_function<const ImageBackend*()>(image_backend_module, image_backend_symbol)();
  return loaded;
}

template <class Pixels>
void check_size(const Pixels& image, const std::string& path) {
  const auto wanted = std::size_t(image.width) * image.height * image.channels;
  if (wanted == 0 || image.pixels.size() != wanted)
    throw RunError(ExitCode::failed, path + ": an image without pixels, or with too few");
}

template <class Pixels, class Encode>
void write_whole(const Pixels& image, const std::string& path, const std::string& made_from,
                 Encode encode) {
  check_size(image, path);
  std::string bytes;
  if (const std::string why = encode(bytes); !why.empty())
    throw RunError(ExitCode::failed, path + ": cannot be written: " + why);
  write_file(path, bytes, made_from);
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  Problem problem;
  problem.place.file = path;
  problem.found = why;
  problem.expected =
      "a whole picture: OpenEXR, PNG, JPEG, TIFF, Radiance HDR, Targa, PNM, PFM or WebP";
  throw InputError(problem);
}

}  // namespace

void write_exr(const Image& image, const std::vector<Channel32>& more, const FilmInstant& when,
               const std::string& path, const Metadata& metadata, const std::string& made_from) {
  for (const Channel32& channel : more)
    if (channel.values.size() != std::size_t(image.width) * image.height)
      throw RunError(ExitCode::failed, path + ": " + channel.name + " has another size");
  write_whole(image, path, made_from, [&](std::string& bytes) {
    return backend().exr_bytes(image, more, when, metadata, bytes);
  });
}

void write_png(const Image8& image, const std::string& path, const Metadata& metadata,
               const std::string& made_from) {
  write_whole(image, path, made_from,
              [&](std::string& bytes) { return backend().png_bytes(image, metadata, bytes); });
}

std::string png_bytes(const Image8& image) {
  std::string bytes;
  check_size(image, "a picture");
  if (const std::string why = backend().png_bytes(image, {}, bytes); !why.empty())
    throw RunError(ExitCode::failed, "cannot make a PNG file: " + why);
  return bytes;
}

void round_to_half(Image& image) {
  for (float& v : image.pixels) v = _cvtsh_ss(_cvtss_sh(v, _MM_FROUND_TO_NEAREST_INT));
}

PictureHead read_head(const std::string& path) {
  PictureHead head;
  if (const std::string why = backend().read_head(path, head); !why.empty()) refuse(path, why);
  return head;
}

Image read_image(const std::string& path) {
  Image image;
  if (const std::string why = backend().read(path, image); !why.empty()) refuse(path, why);
  return image;
}

Image read_right_view(const std::string& path) {
  Image image;
  if (const std::string why = backend().read_right_view(path, image); !why.empty())
    refuse(path, why);
  return image;
}

Image read_values(const std::string& path, double most_pixels) {
  Image image;
  if (const std::string why = backend().read_values(path, most_pixels, image); !why.empty())
    refuse(path, why);
  return image;
}

Metadata read_metadata(const std::string& path) {
  Metadata metadata;
  if (const std::string why = backend().read_metadata(path, metadata); !why.empty())
    refuse(path, why);
  return metadata;
}

bool has_display_config() {
  const char* named = std::getenv("OCIO");
  return named && *named;
}

std::string display_config_hash() {
  return has_display_config() ? hash_of_file(std::getenv("OCIO")) : "";
}

Image8 shown_by_config(const Image& linear) {
  Image8 shown;
  const std::string why = backend().show_by_config(linear, shown);
  if (why.empty()) return shown;
  Problem problem;
  problem.place.file = std::getenv("OCIO");
  problem.key = "OCIO";
  problem.found = why;
  problem.expected = "a colour configuration for linear bt.709 light, or $OCIO unset";
  throw InputError(problem);
}

Textures::Textures(int megabytes) : system_(backend().open_textures(megabytes)) {}

Textures::~Textures() { backend().close_textures(system_); }

int Textures::open(const std::string& path) {
  int number = 0;
  if (const std::string why = backend().open_texture(system_, path, number); !why.empty())
    refuse(path, why);
  return number;
}

void Textures::require_read() const {
  if (const std::string why = backend().texture_trouble(system_); !why.empty())
    throw RunError(ExitCode::failed, "cannot read " + why);
}

Rgba Textures::look_up(int texture, float s, float t, float ds, float dt) const {
  static const auto look_up = backend().look_up;
  return look_up(system_, texture, s, t, ds, dt, false);
}

Rgba Textures::look_up_stored(int texture, float s, float t, float ds, float dt) const {
  static const auto look_up = backend().look_up;
  return look_up(system_, texture, s, t, ds, dt, true);
}

}  // namespace gambol
