#include "exchange/formats/missing.h"

#include <algorithm>
#include <cmath>

#include "exchange/formats/seen.h"
#include "exchange/formats/surface_pictures.h"

namespace gambol {
namespace {

template <class List, class Is>
bool any(const List& list, const Is& is) {
  return std::any_of(list.begin(), list.end(), is);
}

bool light_changes(const SceneLight& light) { return changes(light.intensity); }

bool lens_changes(const SceneView& view) {
  return any(view.cameras, [&](const SceneCamera& camera) {
    return std::abs(camera.lens - view.cameras.front().lens) > 1e-9 * camera.lens;
  });
}

bool has_cuts(const SceneView& view) {
  return any(view.on, [](bool on) { return !on; });
}

// What a dome of one colour lacks of the sky.
std::string sky_beyond_a_dome(const Scene& scene) {
  if (scene.sky_model != SkyModel::gradient) return "the sky";
  const SceneSky& sky = scene.sky;
  const bool plain = sky.zenith == sky.horizon && sky.horizon == sky.nadir;
  return plain ? "" : "the gradient of the sky";
}

}  // namespace

std::vector<std::string> missing_parts(const Scene& scene, const CarriedParts& carried) {
  std::vector<std::string> missing;
  const auto note = [&](bool lacks, const std::string& what) {
    if (lacks && !what.empty()) missing.push_back(what);
  };
  note(!carried.shapes, "shapes and skins");
  note(!carried.ground && scene.ground, "the ground");
  note(!carried.materials, "materials");
  note(true, carried.sky ? sky_beyond_a_dome(scene) : "the sky");
  note(!carried.particles && !scene.particles.empty(), "particles");
  std::vector<MaterialSpec> used;
  for (const std::size_t index : used_materials(scene)) used.push_back(scene.materials[index]);
  note(carried.materials && any(used,
                                [&](const MaterialSpec& m) {
                                  return carried.pictures ? !are_all(pictures_of(scene, m), m)
                                                          : !m.textures.empty();
                                }),
       carried.pictures ? "patterns of materials, and pictures that lie on no texture coordinates"
                        : "patterns and pictures of materials");
  note(!carried.lights && !scene.lights.empty(), "lights");
  note(carried.lights && !carried.light_changes && any(scene.lights, light_changes),
       "the change of lights");
  note(!carried.cameras && !scene.views.empty(), "cameras");
  note(carried.cameras && !carried.lens_changes && any(scene.views, lens_changes),
       "the change of lenses");
  note(carried.cameras && any(scene.views, has_cuts), "cuts between views");
  note(!carried.appearance &&
           any(scene.bodies, [](const SceneBody& b) { return b.figure >= 0 && b.appears > 0; }),
       "when figures appear");
  return missing;
}

}  // namespace gambol
