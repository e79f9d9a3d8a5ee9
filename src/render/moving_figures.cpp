// Ray queries against the figures.

#include "render/figures.h"

#include <cstring>

namespace gambol {
namespace {

// The interval between two of n evenly spaced instants that contains a time in [0, 1], and the
// fraction of the interval up to that time.
struct Stretch {
  std::size_t i;
  float part;
};
Stretch stretch(std::size_t n, float time) {
  const float s = time * float(n - 1);
  const auto i = std::min(static_cast<std::size_t>(s), n - 2);
  return {i, s - float(i)};
}

// Fewer rays than this are traced one by one: a packet costs the same however few rays it holds.
constexpr int least_packet = 6;

template <class To, class From>
void put(To (&to)[float_lanes], const From& from) {
  static_assert(sizeof to == sizeof from);
  std::memcpy(to, &from, sizeof to);
}
template <class To, class From>
To all_of(const From (&from)[float_lanes]) {
  To to;
  static_assert(sizeof to == sizeof from);
  std::memcpy(&to, from, sizeof to);
  return to;
}

// Lanes from `count` on are not traced.
void fill_packet(const Reaches& rays, RTCRay8& r) {
  put(r.org_x, rays.ray.origin.x), put(r.org_y, rays.ray.origin.y), put(r.org_z, rays.ray.origin.z);
  put(r.dir_x, rays.ray.direction.x);
  put(r.dir_y, rays.ray.direction.y);
  put(r.dir_z, rays.ray.direction.z);
  put(r.tnear, Floats(0)), put(r.tfar, rays.distance), put(r.time, rays.ray.time);
  put(r.mask, ~Ints{}), put(r.id, Ints{}), put(r.flags, Ints{});
}

}  // namespace

FloatQuat MovingFigures::Instance::rotation(float time) const {
  if (path.size() == 1) return path[0];
  const auto [i, part] = stretch(path.size(), time);
  return nlerp(path[i], path[i + 1], part);
}

Float3 MovingFigures::Instance::place(float time) const {
  if (places.size() == 1) return places[0];
  const auto [i, part] = stretch(places.size(), time);
  return lerp(places[i], places[i + 1], part);
}

Float3 MovingFigures::Part::at(const std::vector<Float3>& of, std::uint32_t corner,
                               float time) const {
  if (instants == 1) return of[corner];
  const std::size_t vertices = of.size() / instants;
  const auto [i, part] = stretch(instants, time);
  return lerp(of[i * vertices + corner], of[(i + 1) * vertices + corner], part);
}

MovingFigures::Shown MovingFigures::shown(std::uint32_t instance) const {
  const std::size_t body = instances_[instance].body;
  if (body < bodies_->size()) return {false, body};
  return {true, skins_[body - bodies_->size()].pose};
}

std::uint32_t MovingFigures::parts(std::uint32_t instance) const {
  return std::uint32_t(surface_of(instances_[instance]).parts.size());
}

std::uint32_t MovingFigures::triangles(std::uint32_t instance, std::uint32_t part) const {
  return std::uint32_t(part_of(instance, part).triangles.size());
}

int MovingFigures::material(std::uint32_t instance, std::uint32_t part) const {
  return part_of(instance, part).material;
}

std::array<Float3, 3> MovingFigures::triangle(std::uint32_t instance, std::uint32_t part,
                                              std::uint32_t triangle, float time) const {
  const Part& p = part_of(instance, part);
  const FloatQuat R = instances_[instance].rotation(time);
  const Float3 place = instances_[instance].place(time);
  std::array<Float3, 3> corners;
  for (int k = 0; k < 3; ++k)
    corners[k] = R.rotate(p.at(p.positions, p.triangles[triangle][k], time)) + place;
  return corners;
}

// Corners and their attributes are fetched lane by lane; the rest is computed in all lanes at once.
template <class F>
void MovingFigures::complete(const SurfaceHitOf<F>& hit, F time, MaskOf<F> of,
                             SurfacePlaceOf<F>& place) const {
  Float3Of<F> corner[3], rest[3], uv[3];
  MaskOf<F> mapped{};
  for_each_lane(of, [&](int k) {
    const auto instance = std::uint32_t(lane(hit.instance, k));
    const auto number = std::uint32_t(lane(hit.part, k)), at = std::uint32_t(lane(hit.triangle, k));
    const Part& part = part_of(instance, number);
    const std::array<Float3, 3> corners = triangle(instance, number, at, lane(time, k));
    const std::vector<Float3>& still = part.rest.empty() ? part.positions : part.rest;
    for (int i = 0; i < 3; ++i) {
      const std::uint32_t vertex = part.triangles[at][i];
      set_lane(corner[i], k, corners[i]);
      set_lane(rest[i], k, still[vertex]);
      if (part.uvs.empty()) continue;
      set_lane(uv[i], k, {part.uvs[vertex].x, part.uvs[vertex].y, 0});
      set_lane(mapped, k, true);
    }
  });
  const Float3Of<F> ab = corner[1] - corner[0], ac = corner[2] - corner[0], n = cross(ab, ac);
  const F n2 = length2(n);
  of = of & (n2 != 0.0f);
  // Gradients, along the triangle in the world, of the barycentric weights of its second and third
  // corner.
  const Float3Of<F> second = cross(ac, n) * (1.0f / n2), third = cross(n, ab) * (1.0f / n2);
  const Float3Of<F> pq = rest[1] - rest[0], pr = rest[2] - rest[0];
  const auto set = [&](auto& to, const auto& value) { to = select(of, value, to); };
  set(place.p_body, rest[0] + pq * hit.u + pr * hit.v);
  set(place.normal_body, normalize(cross(pq, pr)));
  set(place.x_gradient, second * pq.x + third * pr.x);
  set(place.y_gradient, second * pq.y + third * pr.y);
  set(place.z_gradient, second * pq.z + third * pr.z);
  of = of & mapped;
  if (!any(of)) return;
  const Float3Of<F> b = uv[1] - uv[0], c = uv[2] - uv[0];
  set(place.u, uv[0].x + b.x * hit.u + c.x * hit.v);
  set(place.v, uv[0].y + b.y * hit.u + c.y * hit.v);
  set(place.u_gradient, second * b.x + third * c.x);
  set(place.v_gradient, second * b.y + third * c.y);
}

template void MovingFigures::complete(const SurfaceHit&, float, bool, SurfacePlace&) const;
template void MovingFigures::complete(const SurfaceHits&, Floats, Mask,
                                      SurfacePlaceOf<Floats>&) const;

void MovingFigures::describe(const Rays& rays, const Mask& all, SurfaceHits& hits) const {
  const Floats time = rays.time;
  const Mask strands = all & (hits.instance >= int(instances_.size())), met = all & ~strands;

  FloatQuatOf<Floats> turns[2];
  Floats3 normals[3];
  Floats part_way = 0;
  for_each_lane(met, [&](int k) {
    const Instance& instance = instances_[hits.instance[k]];
    const Part& part = surface_of(instance).parts[hits.part[k]];
    const auto& t = part.triangles[hits.triangle[k]];
    for (int i = 0; i < 3; ++i) set_lane(normals[i], k, part.at(part.normals, t[i], time[k]));
    hits.material[k] = part.material;
    const bool still = instance.path.size() == 1;
    const Stretch at = still ? Stretch{0, 0} : stretch(instance.path.size(), time[k]);
    part_way.r[k] = at.part;
    for (int i = 0; i < 2; ++i) {
      const FloatQuat& q = instance.path[at.i + (still ? 0 : i)];
      turns[i].w.r[k] = q.w;
      set_lane(turns[i].v, k, q.v);
    }
  });
  const FloatQuatOf<Floats> R = nlerp(turns[0], turns[1], part_way);
  const Floats3 n =
      normals[0] * (1.0f - hits.u - hits.v) + normals[1] * hits.u + normals[2] * hits.v;
  hits.normal = normalize(R.rotate(n));
  hits.geometric_normal = normalize(R.rotate(hits.geometric_normal));
  hits.across = SurfaceHits::no_strand;
  if (any(strands)) describe_strands(rays, strands, hits);
}

Mask MovingFigures::intersect(const Reaches& rays, int count, SurfaceHits& hits) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  Mask met{};
  if (count < least_packet) {
    for (int k = 0; k < count; ++k) {
      RTCRayHit r;
      r.ray = embree_ray(lane(rays, k));
      r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      rtcIntersect1(scene_.get(), &context, &r);
      if (r.hit.geomID == RTC_INVALID_GEOMETRY_ID) continue;
      met[k] = -1;
      hits.distance.r[k] = r.ray.tfar, hits.u.r[k] = r.hit.u, hits.v.r[k] = r.hit.v;
      set_lane(hits.geometric_normal, k, {r.hit.Ng_x, r.hit.Ng_y, r.hit.Ng_z});
      hits.instance[k] = int(r.hit.instID[0]), hits.part[k] = int(r.hit.geomID);
      hits.triangle[k] = int(r.hit.primID);
    }
  } else {
    RTCRayHit8 r;
    alignas(32) int valid[float_lanes];
    put(valid, first_lanes(count));
    fill_packet(rays, r.ray);
    put(r.hit.geomID, ~Ints{});  // RTC_INVALID_GEOMETRY_ID
    rtcIntersect8(valid, scene_.get(), &context, &r);
    hits.distance = all_of<Floats>(r.ray.tfar);
    hits.u = all_of<Floats>(r.hit.u), hits.v = all_of<Floats>(r.hit.v);
    hits.geometric_normal = {all_of<Floats>(r.hit.Ng_x), all_of<Floats>(r.hit.Ng_y),
                             all_of<Floats>(r.hit.Ng_z)};
    hits.instance = all_of<Ints>(r.hit.instID[0]), hits.part = all_of<Ints>(r.hit.geomID);
    hits.triangle = all_of<Ints>(r.hit.primID);
    met = first_lanes(count) & (hits.part != -1);
  }
  if (any(met)) describe(rays.ray, met, hits);
  return met;
}

Mask MovingFigures::occluded(const Reaches& rays, int count) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  Mask hidden{};
  if (count < least_packet) {
    for (int k = 0; k < count; ++k) {
      RTCRay r = embree_ray(lane(rays, k));
      rtcOccluded1(scene_.get(), &context, &r);
      hidden[k] = r.tfar < 0 ? -1 : 0;
    }
    return hidden;
  }
  RTCRay8 r;
  alignas(32) int valid[float_lanes];
  put(valid, first_lanes(count));
  fill_packet(rays, r);
  rtcOccluded8(valid, scene_.get(), &context, &r);
  return first_lanes(count) & (all_of<Floats>(r.tfar) < 0.0f);
}

bool MovingFigures::intersect(const Reach& ray, SurfaceHit& hit) const {
  Reaches rays;
  set_lane(rays.ray.origin, 0, ray.ray.origin);
  set_lane(rays.ray.direction, 0, ray.ray.direction);
  rays.ray.time = ray.ray.time, rays.distance = ray.distance;
  SurfaceHits hits;
  if (!any(intersect(rays, 1, hits))) return false;
  hit.distance = hits.distance[0], hit.u = hits.u[0], hit.v = hits.v[0];
  hit.geometric_normal = lane(hits.geometric_normal, 0), hit.normal = lane(hits.normal, 0);
  hit.material = hits.material[0], hit.instance = hits.instance[0];
  hit.part = hits.part[0], hit.triangle = hits.triangle[0];
  hit.across = hits.across[0], hit.along = hits.along[0], hit.random = hits.random[0];
  hit.tangent = lane(hits.tangent, 0);
  return true;
}

}  // namespace gambol
