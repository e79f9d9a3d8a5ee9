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

bool MovingFigures::intersect(const Ray& ray, float max_distance, SurfaceHit& hit) const {
  RTCRayHit r;
  r.ray = embree_ray(ray, max_distance);
  r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcIntersect1(scene_.get(), &context, &r);
  if (r.hit.geomID == RTC_INVALID_GEOMETRY_ID) return false;
  const Instance& instance = instances_[r.hit.instID[0]];
  const Part& part = body_of(instance).parts[r.hit.geomID];
  const auto& t = part.triangles[r.hit.primID];
  const float u = r.hit.u, v = r.hit.v;
  const auto normal = [&](int k) { return part.at(part.normals, t[k], ray.time); };
  const Float3 n = normal(0) * (1.0f - u - v) + normal(1) * u + normal(2) * v;
  const FloatQuat R = instance.rotation(ray.time);
  hit.distance = r.ray.tfar;
  hit.normal = normalize(R.rotate(n));
  hit.geometric_normal = normalize(R.rotate({r.hit.Ng_x, r.hit.Ng_y, r.hit.Ng_z}));
  hit.material = part.material;
  hit.instance = r.hit.instID[0], hit.part = r.hit.geomID, hit.triangle = r.hit.primID;
  hit.u = u, hit.v = v;
  return true;
}

bool MovingFigures::occluded(const Ray& ray, float max_distance) const {
  RTCRay r = embree_ray(ray, max_distance);
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcOccluded1(scene_.get(), &context, &r);
  return r.tfar < 0;
}

}  // namespace gambol
