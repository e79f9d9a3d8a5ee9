#include "render/path_tracer.h"

#include <limits>

namespace gambol {
namespace {

constexpr float far_away = std::numeric_limits<float>::infinity();
constexpr float scattered_spread = 0.1f;      // scattered rays need no sharp lines
constexpr std::uint32_t first_dimension = 4;  // before: pixel, lens, time
constexpr std::uint32_t dimensions_per_bounce = 16;
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

bool occluded(const FrameScene& scene, const Ray& ray, float distance) {
  if (scene.ground.present) {
    const float t = scene.ground.intersect(ray.origin, ray.direction);
    if (t > 0 && t < distance) return true;
  }
  return scene.figures.occluded(ray, distance);
}

class Path {
 public:
  Path(const FrameScene& scene, const PathSettings& settings, Ray ray, RayCone cone,
       Sampler& sampler)
      : scene_(scene), settings_(settings), ray_(ray), cone_(cone), sampler_(sampler) {}

  Float3 trace() {
    for (depth_ = 0;; ++depth_) {
      sampler_.start_dimension(first_dimension + dimensions_per_bounce * std::uint32_t(depth_));
      if (!find_surface() || depth_ > settings_.bounces) return radiance_;
      if (!is_black(surface_.emission) && front_) add(throughput_ * surface_.emission);
      if (!scatter()) return radiance_;
    }
  }

 private:
  void add(Float3 light) {
    if (settings_.clamp > 0 && depth_ > 0) {
      const float most = max_component(light);
      if (most > settings_.clamp) light *= settings_.clamp / most;
    }
    radiance_ += light;
  }

  bool find_surface();
  void meet_lights(float before);
  void leave();
  bool scatter();
  void look_at_lights(const ShadingFrame& frame, const Bsdf& bsdf);
  void look_at_sparks(const ShadingFrame& frame);
  void look_at(const Light& light, float chance, const ShadingFrame& frame, const Bsdf& bsdf,
               Sample2 u);
  // At the first hit every light is sampled; later, one of them.
  float chance_of_light() const {
    return depth_at_scatter_ == 0 ? 1.0f : 1.0f / float(scene_.lights.size());
  }

  const FrameScene& scene_;
  const PathSettings& settings_;
  Ray ray_;
  RayCone cone_;
  Sampler& sampler_;
  int depth_ = 0, depth_at_scatter_ = 0;
  Float3 throughput_ = Float3(1), radiance_;
  float scatter_pdf_ = 0;  // of the ray, over solid angle; 0 for the camera's
  float min_alpha_ = 0;
  // Where the ray ended.
  Float3 point_, normal_, geometric_normal_;
  Surface surface_;
  bool front_ = true;
};

bool Path::find_surface() {
  float distance = far_away;
  const Ground& ground = scene_.ground;
  bool on_ground = false;
  if (ground.present) {
    const float t = ground.intersect(ray_.origin, ray_.direction);
    on_ground = t > 0;
    if (on_ground) distance = t;
  }
  SurfaceHit hit;
  const bool on_figure = scene_.figures.intersect(ray_, distance, hit);
  if (on_figure) distance = hit.distance;
  meet_lights(distance);
  if (scene_.sparks && depth_ == 0) add(scene_.sparks->seen(ray_.origin, ray_.direction, distance));
  if (!on_figure && !on_ground) {
    add(throughput_ * scene_.sky.radiance(ray_.direction));
    return false;
  }
  if (depth_ > settings_.bounces) return false;
  point_ = ray_.origin + ray_.direction * distance;
  if (on_figure) {
    geometric_normal_ = hit.geometric_normal;
    normal_ = hit.normal;
    surface_ = hit.material == ground_material
                   ? ground.surface_at(point_, ray_.direction,
                                       cone_.width + cone_.spread * distance, geometric_normal_)
                   : (*scene_.surfaces)[hit.material];
  } else {
    geometric_normal_ = normal_ = Float3(0, 0, 1);
    point_.z = ground.height;
    surface_ = ground.surface_at(point_, ray_.direction, cone_.width + cone_.spread * distance);
  }
  front_ = dot(ray_.direction, geometric_normal_) < 0;
  if (!front_) geometric_normal_ = -geometric_normal_, normal_ = -normal_;
  // Where smooth normals turn away from the viewer, the triangle itself is the surface.
  if (dot(ray_.direction, normal_) > -1e-3f) normal_ = geometric_normal_;
  surface_.alpha = std::max(surface_.alpha, min_alpha_);
  surface_.coat_alpha = std::max(surface_.coat_alpha, min_alpha_);
  return true;
}

// Lights that the scattered ray meets before the next surface. The camera does not see them.
void Path::meet_lights(float before) {
  if (scatter_pdf_ == 0 || settings_.strategy == LightStrategy::towards_lights) return;
  for (const Light& light : scene_.lights) {
    LightHit hit;
    if (!light.hit(ray_.origin, ray_.direction, hit) || hit.distance > before) continue;
    if (light.kind == LightKind::sun && before < far_away) continue;
    const float weight = settings_.strategy == LightStrategy::scattered
                             ? 1.0f
                             : power_heuristic(scatter_pdf_, hit.pdf * chance_of_light());
    add(throughput_ * hit.radiance * weight);
  }
}

bool Path::scatter() {
  const ShadingFrame frame(normal_);
  const Bsdf bsdf(surface_, *scene_.albedo, frame.to_local(-ray_.direction));
  depth_at_scatter_ = depth_;
  if (settings_.strategy != LightStrategy::scattered) look_at_lights(frame, bsdf);
  if (scene_.sparks && depth_ <= last_lit_by_sparks) look_at_sparks(frame);

  const float lobe = sampler_.next_1d();
  Float3 wi;
  if (!bsdf.sample(lobe, sampler_.next_2d(), wi)) return false;
  const float pdf = bsdf.pdf(wi);
  const Float3 direction = frame.to_world(wi);
  if (!(pdf > 0) || dot(direction, geometric_normal_) <= 0) return false;
  throughput_ *= bsdf.evaluate(wi) * (1.0f / pdf);
  if (is_black(throughput_)) return false;
  if (depth_ >= 2) {  // Russian roulette; the root keeps the survivors from outshining the rest
    const float keep = std::min(1.0f, std::sqrt(max_component(throughput_)));
    if (sampler_.next_1d() >= keep) return false;
    throughput_ *= 1.0f / keep;
  }
  if (lobe < bsdf.diffuse_probability()) {
    const float least = settings_.blur_glossy * settings_.blur_glossy;
    min_alpha_ = std::max(min_alpha_, least);
  }
  ray_.origin = off_surface(point_, geometric_normal_);
  ray_.direction = direction;
  scatter_pdf_ = pdf;
  cone_ = {0, scattered_spread};
  return true;
}

void Path::look_at_lights(const ShadingFrame& frame, const Bsdf& bsdf) {
  const auto& lights = scene_.lights;
  if (lights.empty()) return;
  const float chance = chance_of_light();
  if (chance == 1) {
    for (const Light& light : lights) look_at(light, 1, frame, bsdf, sampler_.next_2d());
    return;
  }
  const auto i = static_cast<std::size_t>(sampler_.next_1d() * float(lights.size()));
  look_at(lights[std::min(i, lights.size() - 1)], chance, frame, bsdf, sampler_.next_2d());
}

// Several picks at the first hit, spread over all clusters: their noise is what would be seen.
void Path::look_at_sparks(const ShadingFrame& frame) {
  const int picks = depth_ == 0 ? picks_at_first_hit : 1;
  const float which = sampler_.next_1d();
  const Float3 from = off_surface(point_, geometric_normal_);
  Surface rough = surface_;
  rough.alpha = std::max(rough.alpha, least_alpha_of_sparks);
  rough.coat_alpha = std::max(rough.coat_alpha, least_alpha_of_sparks);
  const Bsdf bsdf(rough, *scene_.albedo, frame.to_local(-ray_.direction));
  Float3 light;
  for (int i = 0; i < picks; ++i) {
    const Sparks::Pick spark =
        scene_.sparks->pick(from, (which + float(i)) / float(picks), sampler_.next_2d());
    if (is_black(spark.irradiance) || dot(spark.direction, geometric_normal_) <= 0) continue;
    const Float3 f = bsdf.evaluate(frame.to_local(spark.direction));
    if (is_black(f) ||
        occluded(scene_, {from, spark.direction, ray_.time}, spark.distance * 0.9999f))
      continue;
    light += f * spark.irradiance;
  }
  add(throughput_ * light * (1.0f / float(picks)));
}

void Path::look_at(const Light& light, float chance, const ShadingFrame& frame, const Bsdf& bsdf,
                   Sample2 u) {
  const Float3 from = off_surface(point_, geometric_normal_);
  const LightSample s = light.sample(from, u);
  if (s.pdf == 0 || dot(s.direction, geometric_normal_) <= 0) return;
  const Float3 wi = frame.to_local(s.direction);
  const Float3 f = bsdf.evaluate(wi);
  if (is_black(f)) return;
  const float pdf = s.pdf * chance;
  const float weight =
      settings_.strategy == LightStrategy::both ? power_heuristic(pdf, bsdf.pdf(wi)) : 1.0f;
  if (occluded(scene_, {from, s.direction, ray_.time}, s.distance * 0.9999f)) return;
  add(throughput_ * f * s.radiance * (weight / pdf));
}

}  // namespace

Float3 trace_path(const FrameScene& scene, const PathSettings& settings, Ray ray, RayCone cone,
                  Sampler& sampler) {
  return Path(scene, settings, ray, cone, sampler).trace();
}

}  // namespace gambol
