#include "image/oiio/textures.h"

#include <OpenImageIO/imagecache.h>
#include <OpenImageIO/strutil.h>
#include <OpenImageIO/texture.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "image/image.h"
#include "image/oiio/open.h"
#include "image/srgb.h"

namespace gambol {
namespace {

struct Library {
  OIIO::ImageCache* cache = nullptr;
  OIIO::TextureSystem* textures = nullptr;
};

// OpenImageIO 2.4 keeps, in every thread, what the thread read through a cache, under the cache's
// address, also once the cache is destroyed. Another cache at that address would take it for its
// own: threads outlive renderers. So a cache is emptied and used again, and never destroyed.
struct IdleLibraries {
  std::mutex mutex;
  std::vector<Library> all;
};
IdleLibraries& idle_libraries() {
  static auto& idle = *new IdleLibraries;
  return idle;
}

Library take_library() {
  IdleLibraries& idle = idle_libraries();
  const std::lock_guard lock(idle.mutex);
  if (idle.all.empty()) {
    OIIO::ImageCache* const cache = OIIO::ImageCache::create(false);
    return {cache, OIIO::TextureSystem::create(false, cache)};
  }
  const Library library = idle.all.back();
  idle.all.pop_back();
  return library;
}

void give_back(const Library& library) {
  library.textures->invalidate_all(true);
  IdleLibraries& idle = idle_libraries();
  const std::lock_guard lock(idle.mutex);
  idle.all.push_back(library);
}

struct System : Library {
  struct File {
    OIIO::ustring name;
    OIIO::TextureSystem::TextureHandle* handle = nullptr;
    int channels = 0;
    bool srgb = false;
  };
  std::vector<File> files;
  std::mutex telling;
  std::string trouble;  // first read error; "" without one
};

// Records a read error. A file that was readable at first may fail later: its server is gone, or
// the file was replaced.
void note_trouble(System& system, const System::File& file) {
  std::string why = system.textures->geterror();
  if (why.empty()) why = "it was readable when rendering began";
  const std::lock_guard lock(system.telling);
  if (system.trouble.empty())
    system.trouble = OIIO::Strutil::fmt::format("{}: {}", file.name, why.substr(0, why.find('\n')));
}

}  // namespace

void* open_textures(int megabytes) {
  auto* system = new System{take_library()};
  system->textures->attribute("automip", 1);
  system->textures->attribute("autotile", 64);
  system->textures->attribute("max_memory_MB", static_cast<float>(megabytes));
  return system;
}

void close_textures(void* opened) {
  auto* system = static_cast<System*>(opened);
  give_back(*system);
  delete system;
}

std::string open_texture(void* opened, const std::string& path, int& number) {
  auto& system = *static_cast<System*>(opened);
  const OIIO::ustring name(path);
  const auto known = std::find_if(system.files.begin(), system.files.end(),
                                  [&](const System::File& file) { return file.name == name; });
  number = static_cast<int>(known - system.files.begin());
  if (known != system.files.end()) return {};
  OpenPicture picture;
  if (std::string why = open_picture(path, most_read_pixels, picture); !why.empty()) return why;
  if (std::string why = why_unreadable(picture); !why.empty()) return why;
  picture.reader.reset();  // some readers hold the whole picture
  // Makes the cache use this reader whenever it opens the file again, also if another renderer had
  // the file before.
  if (!system.cache->add_file(name, picture.another, nullptr, true))
    return system.cache->geterror();
  System::File file{name};
  file.handle = system.textures->get_texture_handle(name);
  file.channels = picture.spec.nchannels;
  file.srgb = picture.spec.format == OIIO::TypeDesc::UINT8;
  system.files.push_back(file);
  return {};
}

Rgba look_up(void* opened, int texture, float s, float t, float ds, float dt, bool stored) {
  auto& system = *static_cast<System*>(opened);
  const System::File& file = system.files[texture];
  OIIO::TextureOpt options;
  options.swrap = options.twrap = OIIO::TextureOpt::WrapPeriodic;
  options.mipmode = OIIO::TextureOpt::MipModeTrilinear;  // footprints are as wide as long
  options.fill = 1;                                      // the value of a missing alpha channel
  float found[4] = {0, 0, 0, 1};
  if (!system.textures->texture(file.handle, system.textures->get_perthread_info(), options, s, t,
                                ds, 0, 0, dt, 4, found))
    note_trouble(system, file);
  if (file.channels < 3) found[1] = found[2] = found[0];
  if (file.channels != 4) found[3] = 1;
  // The texture system filters the stored (sRGB) values; they are decoded afterwards.
  if (file.srgb && !stored)
    for (int c = 0; c < 3; ++c) found[c] = linear_from_srgb(found[c]);
  return {found[0], found[1], found[2], found[3]};
}

std::string texture_trouble(void* opened) {
  auto& system = *static_cast<System*>(opened);
  const std::lock_guard lock(system.telling);
  return system.trouble;
}

}  // namespace gambol
