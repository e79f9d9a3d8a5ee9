#include "image/oiio/textures.h"

#include <OpenImageIO/strutil.h>
#include <OpenImageIO/texture.h>

#include <vector>

#include "image/image.h"
#include "image/srgb.h"

namespace gambol {
namespace {

struct System {
  struct File {
    OIIO::TextureSystem::TextureHandle* handle = nullptr;
    int channels = 0;
    bool srgb = false;
  };
  OIIO::TextureSystem* textures = nullptr;
  std::vector<File> files;
};

}  // namespace

void* open_textures(int megabytes) {
  auto* system = new System;
  system->textures = OIIO::TextureSystem::create(false);
  system->textures->attribute("automip", 1);
  system->textures->attribute("autotile", 64);
  system->textures->attribute("max_memory_MB", static_cast<float>(megabytes));
  return system;
}

void close_textures(void* opened) {
  auto* system = static_cast<System*>(opened);
  OIIO::TextureSystem::destroy(system->textures, true);
  delete system;
}

std::string open_texture(void* opened, const std::string& path, int& number) {
  auto& system = *static_cast<System*>(opened);
  const OIIO::ustring name(path);
  System::File file;
  int exists = 0;
  system.textures->get_texture_info(name, 0, OIIO::ustring("exists"), OIIO::TypeDesc::TypeInt,
                                    &exists);
  if (!exists) {
    const std::string why = system.textures->geterror();
    return why.empty() ? "no picture that can be read" : why;
  }
  const OIIO::ImageSpec* spec = system.textures->imagespec(name);
  if (!spec) return system.textures->geterror();
  if (double(spec->width) * spec->height > most_read_pixels)
    return OIIO::Strutil::fmt::format("{} by {} pixels", spec->width, spec->height);
  file.handle = system.textures->get_texture_handle(name);
  file.channels = spec->nchannels;
  file.srgb = spec->format == OIIO::TypeDesc::UINT8;
  number = static_cast<int>(system.files.size());
  system.files.push_back(file);
  return {};
}

Rgba look_up(void* opened, int texture, float s, float t, float ds, float dt) {
  auto& system = *static_cast<System*>(opened);
  const System::File& file = system.files[texture];
  OIIO::TextureOpt options;
  options.swrap = options.twrap = OIIO::TextureOpt::WrapPeriodic;
  options.fill = 1;  // of an alpha channel that is not there
  float found[4] = {0, 0, 0, 1};
  system.textures->texture(file.handle, system.textures->get_perthread_info(), options, s, t, ds, 0,
                           0, dt, 4, found);
  if (file.channels < 3) found[1] = found[2] = found[0];
  if (file.channels != 4) found[3] = 1;
  // Filtered as it is stored, then decoded.
  if (file.srgb)
    for (int c = 0; c < 3; ++c) found[c] = linear_from_srgb(found[c]);
  return {found[0], found[1], found[2], found[3]};
}

}  // namespace gambol
