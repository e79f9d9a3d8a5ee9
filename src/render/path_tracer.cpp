#include "render/path_tracer.h"

#include <cassert>

namespace gambol {
namespace {

constexpr float scattered_spread = 0.1f;  // scattered rays need no sharp textures
// Sampler dimensions: first pixel, lens and time; then one block per bounce, which holds the
// scattered ray, the lights and the sparks.
constexpr std::uint32_t dimensions_of_camera = 3, dimensions_per_bounce = 64;
constexpr std::uint32_t dimension_of_lights = 2, dimension_of_sparks = 48;
constexpr int last_lit_by_sparks = 1;  // later hits hardly contribute: sparks give little light
// Sparks are small: a minimum roughness widens their mirror images on smooth surfaces enough for
// few samples to find them.
constexpr float least_alpha_of_sparks = 0.2f;
constexpr int picks_at_first_hit = 4;

Floats power_heuristic(Floats a, Floats b) { return a * a / (a * a + b * b); }

// Moves p off its surface far enough that a ray does not meet the surface again, given single
// precision and positions relative to the camera.
Floats3 off_surface(const Floats3& p, const Floats3& n) {
  const Floats size = larger(abs(p.x), larger(abs(p.y), abs(p.z)));
  return p + n * (1e-6f + 4e-6f * size);
}

}  // namespace

Paths::Paths(const FrameScene& scene, const PathSettings& settings, RayCone cone,
             std::uint32_t frame)
    : scene_(scene), settings_(settings), camera_cone_(cone), frame_(frame) {}

void Paths::start(const Rays& rays, const Bits& samples, int count) {
  assert(going_.size() + count <= most);
  Going path;
  path.ray = rays;
  path.sample = samples;
  path.number = Ints{0, 1, 2, 3, 4, 5, 6, 7} + int(results_.size());
  going_.add(path, first_lanes(count));
  results_.resize(results_.size() + std::size_t(count));
}

void Paths::trace() {
  for (depth_ = 0; going_.size() > 0; ++depth_) {
    trace_rays();
    scatter_all();
    trace_looks();
  }
}

void Paths::trace_rays() {
  met_.clear();
  for (int i = 0; i < going_.size(); i += float_lanes)
    find_surface(going_.at(i), std::min(going_.size() - i, float_lanes));
  rays_ += std::uint64_t(going_.size());
}

void Paths::scatter_all() {
  going_.clear();
  for (int i = 0; i < met_.size(); i += float_lanes)
    scatter(met_.at(i), first_lanes(met_.size() - i));
}

void Paths::trace_looks() {
  for (LaneStream<Look>& looks : looks_) {
    for (int i = 0; i < looks.size(); i += float_lanes) {
      const Look look = looks.at(i);
      const int count = std::min(looks.size() - i, float_lanes);
      if (scene_.traced)
        for (int k = 0; k < count; ++k) scene_.traced->push_back({lane(look.reach, k), true});
      const Mask hidden = scene_.figures.occluded(look.reach, count);
      for_each_lane(first_lanes(count) & ~hidden, [&](int k) {
        PathResult& result = results_[look.number[k]];
        (depth_ == 0 ? result.direct : result.indirect) += result.bounded(lane(look.light, k));
      });
    }
    rays_ += std::uint64_t(looks.size());
    looks.clear();
  }
}

// `surfaces`: the number of surfaces that the light has met on its way.
void Paths::add(const Mask& to, const Going& path, const Floats3& light, int surfaces) {
  const Floats3 kept = clamped(light);
  for_each_lane(to, [&](int k) {
    PathResult& result = results_[path.number[k]];
    (surfaces == 0   ? result.seen
     : surfaces == 1 ? result.direct
                     : result.indirect) += result.bounded(lane(kept, k));
  });
}

Floats3 Paths::clamped(const Floats3& light) const {
  if (settings_.clamp <= 0 || depth_ == 0) return light;
  return light * smaller(settings_.clamp / max_component(light), Floats(1.0f));
}

void Paths::start_dimension(Samplers& sampler, std::uint32_t of_bounce) const {
  const auto depth = std::uint32_t(depth_);
  sampler.start_dimension((depth == 0 ? dimensions_of_camera : dimensions_per_bounce * depth) +
                          of_bounce);
}

// The weight of rays that met a light by chance; `density`: that with which shadow rays sample the
// light in this direction.
Floats Paths::weight_by_chance(const Going& path, Floats density) const {
  return settings_.strategy == LightStrategy::scattered
             ? Floats(1.0f)
             : power_heuristic(path.scatter_pdf, density);
}

void Paths::describe(const Met& met, Place& place) const {
  const Rays& ray = met.path.ray;
  const SurfaceHits& hit = met.hit;
  const Mask on_ground = hit.instance < 0;
  place.point = ray.origin + ray.direction * hit.distance;
  place.point.z = select(on_ground, Floats(scene_.ground.height), place.point.z);
  place.front = dot(ray.direction, hit.geometric_normal) < 0.0f;
  place.geometric_normal = select(place.front, hit.geometric_normal, -hit.geometric_normal);
  place.normal = select(place.front, hit.normal, -hit.normal);
  const RayCone cone = depth_ == 0 ? camera_cone_ : RayCone{0, scattered_spread};
  // One material after another; most often all lanes have the same one.
  for (Mask left = place.met; any(left);) {
    const int number = hit.material[std::countr_zero(bits_of(left))];
    const Mask of = left & (hit.material == number);
    left &= ~of;
    const Material& material = (*scene_.materials)[number];
    if (!material.is_textured()) {
      place.surface.set(of, material.plain());
      continue;
    }
    const ShadingFrameOf<Floats> frame(place.normal);
    SurfacePlaceOf<Floats> at;
    at.met = of;
    at.p = place.point, at.direction = ray.direction, at.normal = place.normal;
    at.tangent = frame.t, at.bitangent = frame.b;
    at.footprint = cone.width + cone.spread * hit.distance;
    at.origin = scene_.origin;
    at.p_body = place.point + scene_.origin;
    if (material.follows_bodies()) scene_.figures.complete(hit, ray.time, of & ~on_ground, at);
    if (material.is_bumped())
      place.normal = select(of, bumped(at, material.textures()), place.normal);
    place.surface.set(of, material.at(at));
  }
  // Where the smooth normal faces away from the viewer, the triangle's own normal replaces it.
  const Mask away = dot(ray.direction, place.normal) > -1e-3f;
  place.normal = select(away, place.geometric_normal, place.normal);
  place.surface.roughen(met.path.min_alpha);
}

void Paths::see_glow(const Met& met, const Place& place) {
  const Mask shines = place.met & place.front & !is_black(place.surface.emission);
  if (!any(shines)) return;
  Mask to = shines;
  Floats weight = 1;
  if (depth_ > 0) {
    const Mask figure = met.hit.instance >= 0;
    if (settings_.strategy == LightStrategy::towards_lights) to &= ~figure;
    const Floats pdf = scene_.lights.glow_pdf(met.hit, shines & figure, met.path.ray.direction,
                                              met.path.ray.origin, met.path.scatter_normal);
    weight = select(
        figure, weight_by_chance(met.path, pdf * scene_.lights.looks_at_near(was_first())), weight);
  }
  add(to, met.path, met.path.throughput * place.surface.emission * weight, depth_);
}

// A coat of fibres has the colour of the whole coat and the normal of the surface below: those of
// strands differ from each sample to the next, and would tell the denoiser nothing.
void Paths::note_strand(const Met& met, const Place& place, int k, PathResult& result) const {
  const auto& fibre = place.surface.of<Fibre>();
  if (lane(fibre.present, k) <= 0) return;
  result.is_fibre = true;
  result.normal = scene_.figures.root_normal(met.hit, k, lane(met.path.ray.time, k));
  result.albedo = color_of_coat(lane(fibre.absorption, k));
  if (settings_.clamp > 0) result.most = settings_.fibre_clamp * settings_.clamp;
}

void Paths::note_first(const Met& met, const Place& place, const Floats3& albedo) {
  for_each_lane(place.met, [&](int k) {
    PathResult& result = results_[met.path.number[k]];
    result.any = true;
    result.albedo = lane(albedo, k), result.normal = lane(place.normal, k);
    if (lane(met.hit.across, k) <= 1) note_strand(met, place, k, result);
    result.material = met.hit.material[k];
    result.instance = std::uint32_t(met.hit.instance[k]);
  });
}

// Where strands were met: a fibre scatters in a frame along it; any other material is that of a
// round surface.
void Paths::turn_strands(const Met& met, Place& place, ShadingFrameOf<Floats>& frame) {
  const SurfaceHits& hit = met.hit;
  const Mask strand = place.met & (hit.across <= 1.0f);
  if (!any(strand)) return;
  auto& point = place.surface.of<Fibre>();
  point.place(hit.across, hit.along, hit.random);
  const Mask fibre = strand & (point.present > 0.0f), round = strand & ~fibre;
  const Floats3 aside = cross(hit.normal, hit.tangent);
  const Floats facing = sqrt(larger(1.0f - hit.across * hit.across, Floats(0.01f)));
  place.normal = select(round, normalize(hit.normal * facing + aside * hit.across), place.normal);
  frame = ShadingFrameOf<Floats>(place.normal);
  frame.t = select(fibre, hit.tangent, frame.t), frame.b = select(fibre, aside, frame.b);
}

void Paths::scatter(const Met& met, const Mask& of) {
  Place place;
  place.met = of;
  describe(met, place);
  see_glow(met, place);
  ShadingFrameOf<Floats> frame(place.normal);
  turn_strands(met, place, frame);
  const BsdfOf<Floats> bsdf(place.surface, *scene_.albedo, frame.to_local(-met.path.ray.direction),
                            place.front);
  if (depth_ == 0) note_first(met, place, bsdf.albedo());
  Samplers sampler(frame_, met.path.sample);
  next_look_ = 0;
  if (settings_.strategy != LightStrategy::scattered)
    look_at_lights(met.path, place, frame, bsdf, sampler);
  if (scene_.sparks && depth_ <= last_lit_by_sparks)
    look_at_sparks(met.path, place, frame, sampler);

  start_dimension(sampler, 0);
  const auto [lobe, survival] = sampler.next_2d();
  Floats3 wi;
  const Mask sampled = bsdf.sample(lobe, sampler.next_2d(), wi);
  const BsdfOf<Floats>::Value scattered = bsdf.at(wi);
  Going on = met.path;
  on.ray.direction = frame.to_world(wi);
  const Mask through = wi.z < 0.0f;
  const Mask behind = dot(on.ray.direction, place.geometric_normal) <= 0.0f;
  on.throughput *= scattered.f * (1.0f / scattered.pdf);
  Mask goes_on =
      of & sampled & (scattered.pdf > 0.0f) & (behind == through) & !is_black(on.throughput);
  if (depth_ >= 2) {  // Russian roulette; the square root limits the weight of survivors
    const Floats keep = smaller(Floats(1.0f), sqrt(max_component(on.throughput)));
    goes_on &= survival < keep;
    on.throughput *= 1.0f / keep;
  }
  const float least = settings_.blur_glossy * settings_.blur_glossy;
  on.min_alpha =
      select(lobe < bsdf.diffuse_probability(), larger(on.min_alpha, Floats(least)), on.min_alpha);
  on.ray.origin =
      off_surface(place.point, select(through, -place.geometric_normal, place.geometric_normal));
  on.scatter_pdf = scattered.pdf;
  on.scatter_normal = place.normal;
  going_.add(on, goes_on);
}

void Paths::look_at_lights(const Going& path, const Place& place,
                           const ShadingFrameOf<Floats>& frame, const BsdfOf<Floats>& bsdf,
                           Samplers& sampler) {
  const SceneLights& lights = scene_.lights;
  const int groups = lights.groups();
  if (groups == 0) return;
  start_dimension(sampler, dimension_of_lights);
  const Floats3 from = off_surface(place.point, place.geometric_normal);
  if (depth_ == 0) {
    for (int group = 0; group < groups; ++group) {
      const int count = lights.looks(group);
      const Floats which = count > 1 ? sampler.next_1d() : Floats(0);
      for (int i = 0; i < count; ++i)
        look_at(lights.sample(group, place.met, from, place.normal,
                              (which + float(i)) * (1.0f / float(count)), sampler.next_2d(),
                              path.ray.time),
                float(count), path, place, frame, bsdf);
    }
    return;
  }
  const Floats choice = sampler.next_1d() * float(groups);
  const Sample2Of<Floats> u = sampler.next_2d();
  const Ints chosen = to_int(choice);
  LightSamples samples;
  for (int group = 0; group < groups; ++group) {
    const Mask of = place.met & (chosen == group);
    if (!any(of)) continue;
    const LightSamples s =
        lights.sample(group, of, from, place.normal,
                      smaller(choice - float(group), Floats(0.99999994f)), u, path.ray.time);
    samples.direction = select(of, s.direction, samples.direction);
    samples.distance = select(of, s.distance, samples.distance);
    samples.radiance = select(of, s.radiance, samples.radiance);
    samples.pdf = select(of, s.pdf, samples.pdf);
  }
  look_at(samples, 1.0f / float(groups), path, place, frame, bsdf);
}

// Takes several picks at the first hit, stratified over all clusters, because noise is most visible
// there.
void Paths::look_at_sparks(const Going& path, const Place& place,
                           const ShadingFrameOf<Floats>& frame, Samplers& sampler) {
  const int picks = depth_ == 0 ? picks_at_first_hit : 1;
  start_dimension(sampler, dimension_of_sparks);
  const Floats which = sampler.next_1d();
  const Floats3 from = off_surface(place.point, place.geometric_normal);
  Surfaces rough = place.surface;
  rough.roughen(least_alpha_of_sparks);
  const BsdfOf<Floats> bsdf(rough, *scene_.albedo, frame.to_local(-path.ray.direction),
                            place.front);
  for (int i = 0; i < picks; ++i) {
    const Sample2Of<Floats> u = sampler.next_2d();
    Floats3 direction, irradiance;
    Floats distance = 0;
    for_each_lane(place.met, [&](int k) {
      const Sparks::Pick spark = scene_.sparks->pick(
          lane(from, k), (which[k] + float(i)) / float(picks), {u.x[k], u.y[k]});
      set_lane(direction, k, spark.direction);
      set_lane(irradiance, k, spark.irradiance);
      set_lane(distance, k, spark.distance);
    });
    const Floats3 light = bsdf.at(frame.to_local(direction)).f * irradiance;
    const Mask lit = place.met & !is_black(light) & (dot(direction, place.geometric_normal) > 0.0f);
    look(lit, {{from, direction, path.ray.time}, distance},
         path.throughput * light * (1.0f / float(picks)), path);
  }
}

// `count`: the number of samples of this group of lights, or the probability of choosing the group.
void Paths::look_at(const LightSamples& s, float count, const Going& path, const Place& place,
                    const ShadingFrameOf<Floats>& frame, const BsdfOf<Floats>& bsdf) {
  const Floats side = dot(s.direction, place.geometric_normal);
  const Floats3 wi = frame.to_local(s.direction);
  const Mask behind = side <= 0.0f;
  Mask lit = place.met & (s.pdf > 0.0f) & (~behind | bsdf.transmits()) & ((wi.z <= 0.0f) == behind);
  if (!any(lit)) return void(++next_look_);
  const BsdfOf<Floats>::Value reflected = bsdf.at(wi);
  lit &= !is_black(reflected.f);
  const Floats density = s.pdf * count;
  const Floats weight = settings_.strategy == LightStrategy::both
                            ? power_heuristic(density, reflected.pdf)
                            : Floats(1.0f);
  const Floats3 from =
      off_surface(place.point, select(behind, -place.geometric_normal, place.geometric_normal));
  look(lit, {{from, s.direction, path.ray.time}, s.distance},
       path.throughput * reflected.f * s.radiance * (weight / density), path);
}

// Queues a shadow ray for light from the end of `reach`, unless the ground hides it.
void Paths::look(const Mask& of, const Reaches& reach, const Floats3& light, const Going& path) {
  Look look{reach, clamped(light), path.number};
  look.reach.distance *= 0.9999f;
  Mask open = of;
  if (scene_.ground.present) {
    const Floats t = scene_.ground.intersect(reach.ray.origin, reach.ray.direction);
    open &= ~((t > 0.0f) & (t < look.reach.distance));
  }
  while (looks_.size() <= next_look_) looks_.emplace_back(most);
  looks_[next_look_++].add(look, open);
}

}  // namespace gambol
