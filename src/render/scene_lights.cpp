#include "render/scene_lights.h"

namespace gambol {
namespace {

Light::Extent extent_of(const MovingFigures& figures, std::uint32_t instance, std::uint32_t part,
                        std::uint32_t triangle, float radiance, float& area) {
  Light::Extent e;
  Float3 normals[2];
  for (int k = 0; k <= 8; ++k) {  // the triangle of a turning body moves along an arc
    const auto [a, b, c] = figures.triangle(instance, part, triangle, float(k) / 8);
    const Float3 low = smaller(a, smaller(b, c)), high = larger(a, larger(b, c));
    e.low = k == 0 ? low : smaller(e.low, low);
    e.high = k == 0 ? high : larger(e.high, high);
    const Float3 n = cross(b - a, c - a);
    area = 0.5f * length(n);
    if (k == 0) normals[0] = normalize(n);
    normals[1] = normalize(n);
  }
  const Float3 sum = normals[0] + normals[1];
  e.axis = length2(sum) > 1e-6f ? normalize(sum) : normals[0];
  e.spread = std::acos(std::clamp(dot(e.axis, normals[0]), -1.0f, 1.0f));
  e.emission = 0.5f * pi_f;
  e.power = radiance * area * pi_f;
  return e;
}

}  // namespace

SceneLights::SceneLights(std::vector<Light> lights, Sky sky, const MovingFigures& figures,
                         const std::vector<Material>& materials, Float3 origin)
    : sky_(std::move(sky)), figures_(&figures), materials_(&materials), origin_(origin) {
  for (Light& light : lights) (light.is_far() ? far_ : near_).push_back(light);
  for (const Light& sun : sky_.suns()) far_.push_back(sun);
  sky_sampled_ = sky_.is_sampled();
  find_glow();
}

void SceneLights::find_glow() {
  std::vector<Light::Extent> extents;
  for (const Light& light : near_) extents.push_back(light.extent());
  for (std::uint32_t i = 0; i < figures_->instances(); ++i) {
    std::vector<int>& first = first_glow_.emplace_back();
    for (std::uint32_t p = 0; p < figures_->parts(i); ++p) {
      const Material& material = (*materials_)[figures_->material(i, p)];
      first.push_back(material.glows() ? int(glow_.size()) : -1);
      if (!material.glows()) continue;
      // The minimum is for textures, whose light is unknown until they are sampled.
      const float radiance = std::max(luminance(material.plain().emission), 1e-3f);
      for (std::uint32_t t = 0; t < figures_->triangles(i, p); ++t) {
        Glow& glow = glow_.emplace_back(Glow{i, p, t, 0});
        extents.push_back(extent_of(*figures_, i, p, t, radiance, glow.area));
      }
    }
  }
  uses_tree_ = extents.size() > few || !glow_.empty();
  if (uses_tree_) tree_ = LightTree(extents);
}

LightSamples SceneLights::sample(int group, const Mask& of, const Floats3& p, const Floats3& normal,
                                 Floats which, Sample2Of<Floats> u, Floats time) const {
  if (group < int(far_.size())) return far_[group].sample(p, u, time);
  group -= int(far_.size());
  if (group < sky_sampled_) return sky_.sample(of, u);
  group -= sky_sampled_;
  if (!uses_tree_) return near_[group].sample(p, u, time);
  LightSamples samples;
  for_each_lane(of, [&](int k) {
    const Float3 from = lane(p, k);
    const LightTree::Choice choice = tree_.choose(from, lane(normal, k), which[k]);
    if (choice.light < 0) return;
    const int glow = choice.light - int(near_.size());
    const Sample2 at{u.x[k], u.y[k]};
    const LightSample s = glow < 0 ? near_[choice.light].sample(from, at, time[k])
                                   : sample_glow(glow_[glow], from, at, time[k]);
    set_lane(samples.direction, k, s.direction);
    set_lane(samples.distance, k, s.distance);
    set_lane(samples.radiance, k, s.radiance);
    set_lane(samples.pdf, k, s.pdf * choice.chance);
  });
  return samples;
}

LightSample SceneLights::sample_glow(const Glow& glow, Float3 p, Sample2 u, float time) const {
  const auto [a, b, c] = figures_->triangle(glow.instance, glow.part, glow.triangle, time);
  const float root = std::sqrt(u.x), v = root * (1 - u.y), w = root * u.y;
  const Float3 to = a * (1 - v - w) + b * v + c * w - p;
  LightSample s;
  const float d2 = length2(to);
  s.distance = std::sqrt(d2);
  s.direction = to * (1 / s.distance);
  const float cosine = -dot(s.direction, cross(b - a, c - a)) / (2 * glow.area);
  if (!(cosine > 0)) return s;
  const Material& material = (*materials_)[figures_->material(glow.instance, glow.part)];
  if (material.is_textured()) {
    SurfaceHit hit;
    hit.instance = int(glow.instance), hit.part = int(glow.part);
    hit.triangle = int(glow.triangle);
    hit.u = v, hit.v = w;
    SurfacePlace place;
    place.p = p + to;
    place.direction = s.direction;
    place.normal = normalize(cross(b - a, c - a));
    place.origin = origin_;
    figures_->complete(hit, time, true, place);
    s.radiance = material.at(place).emission;
  } else {
    s.radiance = material.plain().emission;
  }
  s.pdf = d2 / (cosine * glow.area);
  return s;
}

Floats SceneLights::near_pdf(int light, const Mask& of, Floats pdf, const Floats3& p,
                             const Floats3& normal) const {
  if (!uses_tree_) return pdf;
  for_each_lane(of, [&](int k) {
    set_lane(pdf, k, pdf[k] * tree_.chance(lane(p, k), lane(normal, k), light));
  });
  return pdf;
}

Floats SceneLights::glow_pdf(const SurfaceHits& hits, const Mask& of, const Floats3& direction,
                             const Floats3& p, const Floats3& normal) const {
  Floats pdf = 0;
  const Floats cosine = -dot(direction, hits.geometric_normal);
  for_each_lane(of & (cosine > 0.0f), [&](int k) {
    const int first = first_glow_[hits.instance[k]][hits.part[k]];
    if (first < 0) return;
    const int glow = first + hits.triangle[k];
    set_lane(pdf, k,
             hits.distance[k] * hits.distance[k] / (cosine[k] * glow_[glow].area) *
                 tree_.chance(lane(p, k), lane(normal, k), int(near_.size()) + glow));
  });
  return pdf;
}

}  // namespace gambol
