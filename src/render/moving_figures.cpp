// What rays ask of the figures.

#include "render/figures.h"

namespace gambol {
namespace {

// The stretch of n evenly spaced instants that a time in [0, 1] lies in.
struct Stretch {
  std::size_t i;
  float part;
};
Stretch stretch(std::size_t n, float time) {
  const float s = time * float(n - 1);
  const auto i = std::min(static_cast<std::size_t>(s), n - 2);
  return {i, s - float(i)};
}

// Fewer rays than this are traced one by one: a packet costs the same however few it holds.
constexpr int least_packet = 6;

void fill_packet(const Reach* rays, int count, RTCRay8& r, int* valid) {
  for (int i = 0; i < MovingFigures::together; ++i) {
    const Reach& from = rays[std::min(i, count - 1)];
    valid[i] = i < count ? -1 : 0;
    r.org_x[i] = from.ray.origin.x, r.org_y[i] = from.ray.origin.y, r.org_z[i] = from.ray.origin.z;
    r.dir_x[i] = from.ray.direction.x;
    r.dir_y[i] = from.ray.direction.y;
    r.dir_z[i] = from.ray.direction.z;
    r.tnear[i] = 0, r.tfar[i] = from.distance, r.time[i] = from.ray.time;
    r.mask[i] = ~0u, r.id[i] = 0, r.flags[i] = 0;
  }
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
  return std::uint32_t(body_of(instances_[instance]).parts.size());
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

void MovingFigures::complete(const SurfaceHit& hit, float time, SurfacePlace& place) const {
  const Part& part = part_of(hit.instance, hit.part);
  const auto& t = part.triangles[hit.triangle];
  const auto [a, b, c] = triangle(hit.instance, hit.part, hit.triangle, time);
  const Float3 ab = b - a, ac = c - a, n = cross(ab, ac);
  const float n2 = length2(n);
  if (n2 == 0) return;
  // Gradients, along the triangle in the world, of the weights of its second and third corner.
  const Float3 second = cross(ac, n) * (1 / n2), third = cross(n, ab) * (1 / n2);
  const std::vector<Float3>& rest = part.rest.empty() ? part.positions : part.rest;
  const Float3 p = rest[t[0]], pq = rest[t[1]] - p, pr = rest[t[2]] - p;
  place.p_body = p + pq * hit.u + pr * hit.v;
  place.normal_body = normalize(cross(pq, pr));
  place.x_gradient = second * pq.x + third * pr.x;
  place.y_gradient = second * pq.y + third * pr.y;
  place.z_gradient = second * pq.z + third * pr.z;
  if (part.uvs.empty()) return;
  const Sample2 at = part.uvs[t[0]], bt = part.uvs[t[1]], ct = part.uvs[t[2]];
  place.u = at.x + (bt.x - at.x) * hit.u + (ct.x - at.x) * hit.v;
  place.v = at.y + (bt.y - at.y) * hit.u + (ct.y - at.y) * hit.v;
  place.u_gradient = second * (bt.x - at.x) + third * (ct.x - at.x);
  place.v_gradient = second * (bt.y - at.y) + third * (ct.y - at.y);
}

void MovingFigures::describe(float time, std::uint32_t number, std::uint32_t part_number,
                             std::uint32_t triangle, Float3 geometric, SurfaceHit& hit) const {
  const Instance& instance = instances_[number];
  const Part& part = body_of(instance).parts[part_number];
  const auto& t = part.triangles[triangle];
  const auto normal = [&](int k) { return part.at(part.normals, t[k], time); };
  const Float3 n = normal(0) * (1.0f - hit.u - hit.v) + normal(1) * hit.u + normal(2) * hit.v;
  const FloatQuat R = instance.rotation(time);
  hit.normal = normalize(R.rotate(n));
  hit.geometric_normal = normalize(R.rotate(geometric));
  hit.material = part.material;
  hit.instance = number, hit.part = part_number, hit.triangle = triangle;
}

std::uint32_t MovingFigures::intersect(const Reach* rays, int count, SurfaceHit* hits) const {
  std::uint32_t met = 0;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  if (count < least_packet) {
    for (int i = 0; i < count; ++i) {
      RTCRayHit r;
      r.ray = embree_ray(rays[i]);
      r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      rtcIntersect1(scene_.get(), &context, &r);
      if (r.hit.geomID == RTC_INVALID_GEOMETRY_ID) continue;
      met |= 1u << i;
      hits[i].distance = r.ray.tfar, hits[i].u = r.hit.u, hits[i].v = r.hit.v;
      describe(rays[i].ray.time, r.hit.instID[0], r.hit.geomID, r.hit.primID,
               {r.hit.Ng_x, r.hit.Ng_y, r.hit.Ng_z}, hits[i]);
    }
    return met;
  }
  RTCRayHit8 r;
  alignas(32) int valid[together];
  fill_packet(rays, count, r.ray, valid);
  for (unsigned& id : r.hit.geomID) id = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect8(valid, scene_.get(), &context, &r);
  for (int i = 0; i < count; ++i) {
    if (r.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID) continue;
    met |= 1u << i;
    hits[i].distance = r.ray.tfar[i], hits[i].u = r.hit.u[i], hits[i].v = r.hit.v[i];
    describe(rays[i].ray.time, r.hit.instID[0][i], r.hit.geomID[i], r.hit.primID[i],
             {r.hit.Ng_x[i], r.hit.Ng_y[i], r.hit.Ng_z[i]}, hits[i]);
  }
  return met;
}

std::uint32_t MovingFigures::occluded(const Reach* rays, int count) const {
  std::uint32_t hidden = 0;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  if (count < least_packet) {
    for (int i = 0; i < count; ++i) {
      RTCRay r = embree_ray(rays[i]);
      rtcOccluded1(scene_.get(), &context, &r);
      hidden |= std::uint32_t(r.tfar < 0) << i;
    }
    return hidden;
  }
  RTCRay8 r;
  alignas(32) int valid[together];
  fill_packet(rays, count, r, valid);
  rtcOccluded8(valid, scene_.get(), &context, &r);
  for (int i = 0; i < count; ++i) hidden |= std::uint32_t(r.tfar[i] < 0) << i;
  return hidden;
}

}  // namespace gambol
