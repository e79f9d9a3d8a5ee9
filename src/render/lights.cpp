#include "render/lights.h"

#include <limits>

namespace gambol {
namespace {

constexpr double min_sun_angle = 1e-4;  // rad; a sun without any extent could never be met

Light make_sun(const LightSpec& spec, double film_time) {
  Light light;
  light.kind = LightKind::sun;
  light.direction = Float3(Vec3(-spec.direction.normalized()));
  const ShadingFrame frame(light.direction);
  light.tangent = frame.t;
  light.bitangent = frame.b;
  const double half = 0.5 * std::max(spec.angle, min_sun_angle), sine = std::sin(half);
  light.tan_radius = float(std::tan(half));
  light.radiance =
      Float3(Vec3(spec.color * (spec.intensity.at(film_time) / (double(pi_f) * sine * sine))));
  return light;
}

Light make_area(const LightSpec& spec, double film_time, const Vec3& origin, const Vec3& ride) {
  const Vec3 shift = (spec.follow ? ride : Vec3(Vec3::Zero())) - origin;
  Light light;
  light.kind = LightKind::area;
  light.center = Float3(Vec3(spec.position + shift));
  const Vec3 n = (spec.target - spec.position).normalized();
  Vec3 u = Vec3::UnitZ().cross(n);
  u = u.norm() < 1e-6 ? Vec3(Vec3::UnitY()) : u.normalized();
  light.direction = Float3(n);
  light.half_u = Float3(Vec3(0.5 * spec.width * u));
  light.half_v = Float3(Vec3(0.5 * spec.height * n.cross(u)));
  light.area = float(spec.width * spec.height);
  light.radiance = Float3(Vec3(spec.color * spec.intensity.at(film_time)));
  return light;
}

// The sun is sampled evenly over its disc one unit away; this turns that into solid angle.
float sun_pdf(float tan_radius, float cosine) {
  return 1.0f / (pi_f * tan_radius * tan_radius * cosine * cosine * cosine);
}

}  // namespace

LightSample Light::sample(Float3 p, Sample2 u) const {
  LightSample s;
  if (kind == LightKind::sun) {
    const float r = tan_radius * std::sqrt(u.x), phi = 2.0f * pi_f * u.y;
    s.direction =
        normalize(direction + tangent * (r * std::cos(phi)) + bitangent * (r * std::sin(phi)));
    s.distance = std::numeric_limits<float>::infinity();
    s.radiance = radiance;
    s.pdf = sun_pdf(tan_radius, dot(s.direction, direction));
    return s;
  }
  const Float3 to = center + half_u * (2 * u.x - 1) + half_v * (2 * u.y - 1) - p;
  const float d2 = length2(to);
  s.distance = std::sqrt(d2);
  s.direction = to * (1.0f / s.distance);
  const float cosine = -dot(s.direction, direction);
  if (cosine <= 0) return s;
  s.radiance = radiance;
  s.pdf = d2 / (cosine * area);
  return s;
}

bool Light::hit(Float3 origin, Float3 ray, LightHit& hit) const {
  const float cosine = dot(ray, direction);
  if (kind == LightKind::sun) {
    if (cosine <= 0) return false;
    const Float3 off = ray * (1.0f / cosine) - direction;
    if (length2(off) > tan_radius * tan_radius) return false;
    hit = {radiance, sun_pdf(tan_radius, cosine), std::numeric_limits<float>::infinity()};
    return true;
  }
  if (cosine >= 0) return false;
  const float t = dot(center - origin, direction) / cosine;
  if (t <= 0) return false;
  const Float3 p = origin + ray * t - center;
  if (std::abs(dot(p, half_u)) > length2(half_u) || std::abs(dot(p, half_v)) > length2(half_v))
    return false;
  hit = {radiance, t * t / (-cosine * area), t};
  return true;
}

Light make_light(const LightSpec& spec, double film_time, const Vec3& origin, const Vec3& ride) {
  return spec.kind == LightKind::sun ? make_sun(spec, film_time)
                                     : make_area(spec, film_time, origin, ride);
}

Sky make_sky(const SkySpec& spec, double film_time) {
  const double intensity = spec.intensity.at(film_time);
  return {Float3(Vec3(spec.zenith * intensity)), Float3(Vec3(spec.horizon * intensity)),
          Float3(Vec3(spec.nadir * intensity))};
}

}  // namespace gambol
