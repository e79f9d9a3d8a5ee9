#include "exchange/scene_parts.h"
#include "figure/figure_skin.h"
#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

void add_skins(const ShotSpec& shot, const BodyNumbers& numbers, Scene& scene) {
  for (std::size_t f = 0; f < shot.motion.figures.size(); ++f) {
    const CastSpec& cast = shot.motion.figures[f];
    for (const SkinSpec& spec : cast.figure.skins) {
      FigureSkin made = make_skin(cast.figure, spec);
      SceneSkin skin{static_cast<int>(f), spec.layer, std::move(made.mesh), {}, {}};
      for (const std::string& name : made.materials)
        skin.materials.push_back(material_named(scene, name));
      for (const BodySpec& body : cast.figure.bodies)
        skin.bodies.push_back(numbers.of(body_name(cast, body.name)));
      scene.skins.push_back(std::move(skin));
    }
  }
}

}  // namespace gambol
