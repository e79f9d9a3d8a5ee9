#include "render/frame_scene.h"

#include <limits>

namespace gambol {

FirstHit first_hit(const FrameScene& scene, const Ray& ray) {
  FirstHit first;
  first.distance = std::numeric_limits<float>::infinity();
  if (scene.ground.present) {
    const float t = scene.ground.intersect(ray.origin, ray.direction);
    if (t > 0) {
      first.any = true;
      first.distance = t;
      first.material = scene.ground.material;
    }
  }
  const Reach reach{ray, first.distance};
  if (scene.figures.intersect(reach, first.surface)) {
    first.any = true;
    first.distance = first.surface.distance;
    first.material = first.surface.material;
    first.instance = std::uint32_t(first.surface.instance);
  }
  first.p = ray.origin + ray.direction * first.distance;
  return first;
}

}  // namespace gambol
