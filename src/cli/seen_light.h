#pragma once

// Of a look's light and textures, what only the renderer and the readers of pictures know, small
// enough for a page.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "exchange/scene.h"

namespace gambol {

struct LookSpec;
struct SkySpec;

// A sky that is no gradient: its light as a map without its sun, and that sun. Of a picture the sun
// is the part that is many times as bright as the rest. Intensities are 1. Throws InputError if the
// picture cannot be read.
struct SeenSky {
  std::optional<SceneSkyMap> map;
  std::vector<SceneLight> suns;
};
SeenSky seen_sky(const SkySpec& spec);

// The pictures of the materials' textures, by their files. Throws InputError likewise.
std::map<std::string, ScenePicture> seen_pictures(const LookSpec& look);

}  // namespace gambol
