#include "image/image.h"

#include <immintrin.h>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/module.h"
#include "image/backend.h"

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

template <class Pixels, class Write>
void write_whole(const Pixels& image, const std::string& path, const Metadata& metadata,
                 Write write) {
  check_size(image, path);
  AtomicFile file(path);
  if (const std::string why = write(image, file.temp_path(), metadata); !why.empty())
    throw RunError(ExitCode::failed, path + ": cannot be written: " + why);
  file.commit();
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  Problem problem;
  problem.place.file = path;
  problem.found = why;
  problem.expected = "an image file";
  throw InputError(problem);
}

}  // namespace

void write_exr(const Image& image, const std::string& path, const Metadata& metadata) {
  write_whole(image, path, metadata, backend().write_exr);
}

void write_png(const Image8& image, const std::string& path, const Metadata& metadata) {
  write_whole(image, path, metadata, backend().write_png);
}

void round_to_half(Image& image) {
  for (float& v : image.pixels) v = _cvtsh_ss(_cvtss_sh(v, _MM_FROUND_TO_NEAREST_INT));
}

Image read_image(const std::string& path) {
  Image image;
  if (const std::string why = backend().read(path, image); !why.empty()) refuse(path, why);
  return image;
}

Image read_values(const std::string& path) {
  Image image;
  if (const std::string why = backend().read_values(path, image); !why.empty()) refuse(path, why);
  return image;
}

Metadata read_metadata(const std::string& path) {
  Metadata metadata;
  if (const std::string why = backend().read_metadata(path, metadata); !why.empty())
    refuse(path, why);
  return metadata;
}

}  // namespace gambol
