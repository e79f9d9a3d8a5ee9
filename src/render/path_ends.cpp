// The next surface of a path, and the lights and sky that its ray meets before or instead of it.

#include <limits>

#include "render/path_tracer.h"

namespace gambol {
namespace {

constexpr float far_away = std::numeric_limits<float>::infinity();

}  // namespace

void Paths::find_surface(const Going& path, int count) {
  const GroundSquare& ground = scene_.ground;
  Floats to_ground = far_away;
  if (ground.present) {
    const Floats t = ground.intersect(path.ray.origin, path.ray.direction);
    to_ground = select(t > 0.0f, t, to_ground);
  }
  Met met;
  met.path = path;
  SurfaceHits& hit = met.hit;
  const Reaches reach{path.ray, to_ground};
  Mask on = first_lanes(count);
  if (scene_.traced)
    for (int k = 0; k < count; ++k) scene_.traced->push_back({lane(reach, k), false});
  const Mask figure = scene_.figures.intersect(reach, count, hit);
  const Floats3 up(0, 0, 1);
  hit.distance = select(figure, hit.distance, to_ground);
  hit.normal = select(figure, hit.normal, up);
  hit.geometric_normal = select(figure, hit.geometric_normal, up);
  hit.material = select(figure, hit.material, Ints{} + ground.material);
  hit.instance = select(figure, hit.instance, Ints{} - 1);

  if (depth_ == 0) on &= ~see_lights(path, on, hit.distance);
  if (depth_ > 0) meet_lights(path, on, hit.distance);
  if (scene_.sparks && depth_ == 0) {
    Floats3 light;
    for_each_lane(on, [&](int k) {
      set_lane(light, k,
               scene_.sparks->seen(lane(path.ray.origin, k), lane(path.ray.direction, k),
                                   hit.distance[k]));
    });
    add(on, path, light, 0);
  }
  const Mask leaving = on & (hit.distance == far_away);
  if (any(leaving)) leave(path, leaving);
  if (depth_ <= settings_.bounces) met_.add(met, on & ~leaving);
}

// Adds the light of the sky, weighted against the shadow rays towards it.
void Paths::leave(const Going& path, const Mask& of) {
  const Sky& sky = scene_.lights.sky();
  const Floats3 radiance = sky.radiance(path.ray.direction);
  if (depth_ == 0) {
    if (sky.is_seen()) add(of, path, radiance, 0);
    return;
  }
  Floats weight = 1;
  if (sky.is_sampled()) {
    if (settings_.strategy == LightStrategy::towards_lights) return;
    weight = weight_by_chance(
        path, sky.pdf(path.ray.direction) * scene_.lights.looks_at_far(was_first()));
  }
  add(of, path, path.throughput * radiance * weight, depth_);
}

// Adds the lights that the camera sees; these hide what is behind them.
Mask Paths::see_lights(const Going& path, const Mask& of, Floats before) {
  Mask any_seen{};
  Floats3 radiance;
  for (const Light& light : scene_.lights.near()) {
    if (!light.seen) continue;
    LightHitOf<Floats> hit;
    const Mask met = light.hit(path.ray.origin, path.ray.direction, path.ray.time, hit) & of &
                     (hit.distance < before);
    any_seen |= met;
    before = select(met, hit.distance, before);
    radiance = select(met, hit.radiance, radiance);
  }
  if (!any(any_seen)) return any_seen;
  add(any_seen, path, radiance, 0);
  for_each_lane(any_seen, [&](int k) {
    PathResult& result = results_[path.number[k]];
    result.any = result.is_light = true;
    result.albedo = Float3(1);
  });
  return any_seen;
}

// Adds the lights that scattered rays meet before the next surface.
void Paths::meet_lights(const Going& path, const Mask& of, Floats before) {
  if (settings_.strategy == LightStrategy::towards_lights) return;
  const SceneLights& lights = scene_.lights;
  const Rays& ray = path.ray;
  LightHitOf<Floats> hit;
  const auto found = [&](const Mask& met, Floats density) {
    add(met, path, path.throughput * hit.radiance * weight_by_chance(path, density), depth_);
  };
  const Mask far = of & (before == far_away);
  if (any(far))
    for (const Light& sun : lights.far()) {
      const Mask met = far & sun.hit(ray.origin, ray.direction, ray.time, hit);
      if (any(met)) found(met, hit.pdf * lights.looks_at_far(was_first()));
    }
  for (std::size_t i = 0; i < lights.near().size(); ++i) {
    Mask met = of & lights.near()[i].hit(ray.origin, ray.direction, ray.time, hit);
    met &= (hit.distance <= before) & !is_black(hit.radiance);
    if (!any(met)) continue;
    const Floats pdf = lights.near_pdf(int(i), met, hit.pdf, ray.origin, path.scatter_normal);
    found(met, pdf * lights.looks_at_near(was_first()));
  }
}

}  // namespace gambol
