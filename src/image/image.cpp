#include "image/image.h"

#include <dlfcn.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "image/backend.h"

namespace gambol {
namespace {

// The module lies beside the program, or where an installed or a built tree has it.
const ImageBackend& load_backend() {
  const auto here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  std::string tried;
  for (const auto& folder : {here, here / "../lib/gambol", here / "lib/gambol"}) {
    const std::string path = (folder / image_backend_file).lexically_normal();
    if (void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      using Get = const ImageBackend* (*)();
      if (const auto get = reinterpret_cast<Get>(dlsym(module, image_backend_symbol)))
        return *get();
    }
    const char* why = dlerror();
    tried += "\n  " + (why ? std::string(why) : path);
  }
  throw RunError(ExitCode::failed, "no module to read and write images:" + tried);
}

const ImageBackend& backend() {
  static const ImageBackend& loaded = load_backend();  // stays loaded until the process ends
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
  if (const std::string why = write(image, file.temporary(), metadata); !why.empty())
    throw RunError(ExitCode::failed, path + ": cannot be written: " + why);
  file.commit();
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw InputError(Problem{{path, 0, 0}, "", why, "an image file"});
}

}  // namespace

void write_exr(const Image& image, const std::string& path, const Metadata& metadata) {
  write_whole(image, path, metadata, backend().write_exr);
}

void write_png(const Image8& image, const std::string& path, const Metadata& metadata) {
  write_whole(image, path, metadata, backend().write_png);
}

Image read_image(const std::string& path) {
  Image image;
  if (const std::string why = backend().read(path, image); !why.empty()) refuse(path, why);
  return image;
}

Metadata read_metadata(const std::string& path) {
  Metadata metadata;
  if (const std::string why = backend().read_metadata(path, metadata); !why.empty())
    refuse(path, why);
  return metadata;
}

}  // namespace gambol
