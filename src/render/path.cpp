#include "render/path.h"

#include <limits>

namespace gambol {
namespace {

constexpr float far_away = std::numeric_limits<float>::infinity();
constexpr float scattered_spread = 0.1f;  // scattered rays need no sharp lines
// Of the sampler: pixel, lens and time; then, in whole blocks, of each bounce the scattered ray,
// lights, and sparks. The first bounce shares its block with the camera.
constexpr std::uint32_t dimensions_of_camera = 3, dimensions_per_bounce = 64;
constexpr std::uint32_t dimension_of_lights = 2, dimension_of_sparks = 48;
constexpr int last_lit_by_sparks = 1;  // hits further on hardly notice so little light
// Sparks are small: their mirror images on smooth surfaces are widened to what few samples find.
constexpr float least_alpha_of_sparks = 0.2f;
constexpr int picks_at_first_hit = 4;

float power_heuristic(float a, float b) { return a * a / (a * a + b * b); }

// Far enough off the surface not to meet it again, given single precision around the camera.
Float3 off_surface(Float3 p, Float3 n) {
  const float size = std::max(std::abs(p.x), std::max(std::abs(p.y), std::abs(p.z)));
  return p + n * (1e-6f + 4e-6f * size);
}

}  // namespace

Reach Path::reach() {
  to_ground_ = far_away;
  if (scene_.ground.present) {
    const float t = scene_.ground.intersect(ray_.origin, ray_.direction);
    if (t > 0) to_ground_ = t;
  }
  return {ray_, to_ground_};
}

bool Path::go_on(const SurfaceHit* hit, Looks& looks) {
  if (!find_surface(hit)) return false;
  if (!is_black(surface_->emission) && front_) see_glow(hit);
  const bool more = scatter(looks);
  ++depth_;
  return more;
}

// `surfaces`: how many the light has met on its way.
void Path::add(Float3 light, int surfaces) {
  Float3& to = surfaces == 0 ? light_.seen : surfaces == 1 ? light_.direct : light_.indirect;
  to += clamped(light);
}

Float3 Path::clamped(Float3 light) const {
  if (settings_.clamp <= 0 || depth_ == 0) return light;
  const float most = max_component(light);
  return most > settings_.clamp ? light * (settings_.clamp / most) : light;
}

void Path::start_dimension(std::uint32_t of_bounce) {
  const auto depth = std::uint32_t(depth_);
  sampler_.start_dimension((depth == 0 ? dimensions_of_camera : dimensions_per_bounce * depth) +
                           of_bounce);
}

// Of a ray that met a light by chance, which is looked at with that density too.
float Path::weight_by_chance(float density) const {
  return settings_.strategy == LightStrategy::scattered ? 1.0f
                                                        : power_heuristic(scatter_pdf_, density);
}

bool Path::find_surface(const SurfaceHit* hit) {
  const float distance = hit ? hit->distance : to_ground_;
  if (depth_ == 0 && see_lights(distance)) return false;
  meet_lights(distance);
  if (scene_.sparks && depth_ == 0)
    add(scene_.sparks->seen(ray_.origin, ray_.direction, distance), 0);
  if (distance == far_away) {
    leave();
    return false;
  }
  if (depth_ > settings_.bounces) return false;
  describe_surface(hit, distance);
  return true;
}

// What the ray ended at, as the tracer needs it.
void Path::describe_surface(const SurfaceHit* hit, float distance) {
  point_ = ray_.origin + ray_.direction * distance;
  int number = scene_.ground.material;
  if (hit) {
    geometric_normal_ = hit->geometric_normal;
    normal_ = hit->normal;
    number = hit->material;
  } else {
    geometric_normal_ = normal_ = Float3(0, 0, 1);
    point_.z = scene_.ground.height;
  }
  front_ = dot(ray_.direction, geometric_normal_) < 0;
  if (!front_) geometric_normal_ = -geometric_normal_, normal_ = -normal_;
  const Material& material = (*scene_.materials)[number];
  if (material.is_textured()) {
    const ShadingFrame frame(normal_);
    SurfacePlace place;
    place.p = point_, place.direction = ray_.direction, place.normal = normal_;
    place.tangent = frame.t, place.bitangent = frame.b;
    place.footprint = cone_.width + cone_.spread * distance;
    place.origin = scene_.origin;
    if (hit)
      scene_.figures.complete(*hit, ray_.time, place);
    else
      place.p_body = point_ + scene_.origin;
    if (material.is_bumped()) normal_ = bumped(place, material.textures());
    material.at(place, changed_);
    surface_ = &changed_;
  } else {
    surface_ = &material.plain();
  }
  // Where smooth normals turn away from the viewer, the triangle itself is the surface.
  if (dot(ray_.direction, normal_) > -1e-3f) normal_ = geometric_normal_;
  if (std::min(surface_->alpha, surface_->coat_alpha) < min_alpha_) {
    if (surface_ != &changed_) changed_ = *surface_;
    changed_.alpha = std::max(changed_.alpha, min_alpha_);
    changed_.coat_alpha = std::max(changed_.coat_alpha, min_alpha_);
    surface_ = &changed_;
  }
  if (depth_ > 0) return;
  first_.any = true;
  first_.distance = distance;
  first_.p = point_, first_.normal = normal_;
  first_.material = number;
  if (!hit) return;
  first_.instance = hit->instance;
  first_.surface = *hit;
}

// The sky, weighted against looks at it.
void Path::leave() {
  const Sky& sky = scene_.lights.sky();
  if (depth_ == 0) {
    if (sky.is_seen()) add(sky.radiance(ray_.direction), 0);
    return;
  }
  float weight = 1;
  if (sky.is_sampled()) {
    if (settings_.strategy == LightStrategy::towards_lights) return;
    weight = weight_by_chance(sky.pdf(ray_.direction) * scene_.lights.looks_at_far(was_first()));
  }
  add(throughput_ * sky.radiance(ray_.direction) * weight, depth_);
}

// Those that the camera sees hide what is behind them.
bool Path::see_lights(float before) {
  bool any = false;
  Float3 radiance;
  for (const Light& light : scene_.lights.near()) {
    LightHit hit;
    if (!light.seen || !light.hit(ray_.origin, ray_.direction, ray_.time, hit)) continue;
    if (hit.distance >= before) continue;
    any = true;
    before = hit.distance;
    radiance = hit.radiance;
  }
  if (!any) return false;
  add(radiance, 0);
  first_.any = first_.is_light = true;
  first_.distance = before;
  first_.albedo = Float3(1);
  return true;
}

// Lights that the scattered ray meets before the next surface.
void Path::meet_lights(float before) {
  if (scatter_pdf_ == 0 || settings_.strategy == LightStrategy::towards_lights) return;
  const SceneLights& lights = scene_.lights;
  LightHit hit;
  if (before == far_away)
    for (const Light& sun : lights.far())
      if (sun.hit(ray_.origin, ray_.direction, ray_.time, hit))
        add(throughput_ * hit.radiance *
                weight_by_chance(hit.pdf * lights.looks_at_far(was_first())),
            depth_);
  for (std::size_t i = 0; i < lights.near().size(); ++i) {
    if (!lights.near()[i].hit(ray_.origin, ray_.direction, ray_.time, hit)) continue;
    if (hit.distance > before || is_black(hit.radiance)) continue;
    const float pdf = lights.near_pdf(int(i), hit.pdf, scatter_point_, scatter_normal_);
    add(throughput_ * hit.radiance * weight_by_chance(pdf * lights.looks_at_near(was_first())),
        depth_);
  }
}

void Path::see_glow(const SurfaceHit* hit) {
  float weight = 1;
  if (depth_ > 0 && hit) {
    if (settings_.strategy == LightStrategy::towards_lights) return;
    const float pdf = scene_.lights.glow_pdf(*hit, ray_.direction, scatter_point_, scatter_normal_);
    weight = weight_by_chance(pdf * scene_.lights.looks_at_near(was_first()));
  }
  add(throughput_ * surface_->emission * weight, depth_);
}

bool Path::scatter(Looks& looks) {
  looks_ = 0;
  const ShadingFrame frame(normal_);
  const Bsdf bsdf(*surface_, *scene_.albedo, frame.to_local(-ray_.direction), front_);
  if (depth_ == 0) first_.albedo = bsdf.albedo();
  if (settings_.strategy != LightStrategy::scattered) look_at_lights(frame, bsdf, looks);
  start_dimension(0);
  const auto [lobe, survival] = sampler_.next_2d();
  Float3 wi;
  const bool sampled = bsdf.sample(lobe, sampler_.next_2d(), wi);
  if (scene_.sparks && depth_ <= last_lit_by_sparks) look_at_sparks(frame, looks);
  if (!sampled) return false;
  const Bsdf::Value scattered = bsdf.at(wi);
  const Float3 direction = frame.to_world(wi);
  const bool through = wi.z < 0;
  if (!(scattered.pdf > 0) || (dot(direction, geometric_normal_) <= 0) != through) return false;
  throughput_ *= scattered.f * (1.0f / scattered.pdf);
  if (is_black(throughput_)) return false;
  if (depth_ >= 2) {  // Russian roulette; the root keeps the survivors from outshining the rest
    const float keep = std::min(1.0f, std::sqrt(max_component(throughput_)));
    if (survival >= keep) return false;
    throughput_ *= 1.0f / keep;
  }
  if (lobe < bsdf.diffuse_probability()) {
    const float least = settings_.blur_glossy * settings_.blur_glossy;
    min_alpha_ = std::max(min_alpha_, least);
  }
  ray_.origin = off_surface(point_, through ? -geometric_normal_ : geometric_normal_);
  ray_.direction = direction;
  scatter_pdf_ = scattered.pdf;
  scatter_point_ = ray_.origin, scatter_normal_ = normal_;
  cone_ = {0, scattered_spread};
  return true;
}

void Path::look_at_lights(const ShadingFrame& frame, const Bsdf& bsdf, Looks& looks) {
  const SceneLights& lights = scene_.lights;
  const int groups = lights.groups();
  if (groups == 0) return;
  start_dimension(dimension_of_lights);
  const Float3 from = off_surface(point_, geometric_normal_);
  if (depth_ == 0) {
    for (int group = 0; group < groups; ++group) {
      const int count = lights.looks(group);
      const float which = count > 1 ? sampler_.next_1d() : 0;
      for (int i = 0; i < count; ++i)
        look_at(lights.sample(group, from, normal_, (which + float(i)) / float(count),
                              sampler_.next_2d(), ray_.time),
                float(count), frame, bsdf, looks);
    }
    return;
  }
  const float choice = sampler_.next_1d() * float(groups);
  const int group = std::min(int(choice), groups - 1);
  look_at(lights.sample(group, from, normal_, std::min(choice - float(group), 0.99999994f),
                        sampler_.next_2d(), ray_.time),
          1.0f / float(groups), frame, bsdf, looks);
}

// Several picks at the first hit, spread over all clusters: their noise is what would be seen.
void Path::look_at_sparks(const ShadingFrame& frame, Looks& looks) {
  const int picks = depth_ == 0 ? picks_at_first_hit : 1;
  start_dimension(dimension_of_sparks);
  const float which = sampler_.next_1d();
  const Float3 from = off_surface(point_, geometric_normal_);
  Surface rough = *surface_;
  rough.alpha = std::max(rough.alpha, least_alpha_of_sparks);
  rough.coat_alpha = std::max(rough.coat_alpha, least_alpha_of_sparks);
  const Bsdf bsdf(rough, *scene_.albedo, frame.to_local(-ray_.direction), front_);
  for (int i = 0; i < picks; ++i) {
    const Sparks::Pick spark =
        scene_.sparks->pick(from, (which + float(i)) / float(picks), sampler_.next_2d());
    if (is_black(spark.irradiance) || dot(spark.direction, geometric_normal_) <= 0) continue;
    const Float3 f = bsdf.at(frame.to_local(spark.direction)).f;
    if (!is_black(f))
      look({from, spark.direction, ray_.time}, spark.distance,
           throughput_ * f * spark.irradiance * (1.0f / float(picks)), looks);
  }
}

// `count`: the number of such looks, or the chance of this one.
void Path::look_at(const LightSample& s, float count, const ShadingFrame& frame, const Bsdf& bsdf,
                   Looks& looks) {
  if (!(s.pdf > 0)) return;
  const float side = dot(s.direction, geometric_normal_);
  if (side <= 0 && !bsdf.transmits()) return;
  const Float3 wi = frame.to_local(s.direction);
  if ((wi.z <= 0) != (side <= 0)) return;
  const Bsdf::Value reflected = bsdf.at(wi);
  if (is_black(reflected.f)) return;
  const float density = s.pdf * count;
  const float weight =
      settings_.strategy == LightStrategy::both ? power_heuristic(density, reflected.pdf) : 1.0f;
  const Float3 from = off_surface(point_, side > 0 ? geometric_normal_ : -geometric_normal_);
  look({from, s.direction, ray_.time}, s.distance,
       throughput_ * reflected.f * s.radiance * (weight / density), looks);
}

// Light from this far along the ray, if the ground does not hide it.
void Path::look(const Ray& ray, float distance, Float3 light, Looks& looks) {
  distance *= 0.9999f;
  if (scene_.ground.present) {
    const float t = scene_.ground.intersect(ray.origin, ray.direction);
    if (t > 0 && t < distance) return;
  }
  if (looks.size() <= looks_) looks.resize(looks_ + 1);
  looks[looks_++].push_back({{ray, distance}, clamped(light), depth_ == 0, this});
}

}  // namespace gambol
