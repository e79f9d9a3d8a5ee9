#include "render/lights.h"

namespace gambol {
namespace {

constexpr double min_sun_angle = 1e-4;  // rad; a sun without any extent could never be met

// The sun is sampled evenly over its disc one unit away; this turns that into solid angle.
float sun_pdf(float tan_radius, float cosine) {
  return 1.0f / (pi_f * tan_radius * tan_radius * cosine * cosine * cosine);
}

struct Facing {
  Vec3 n, u, v;
};

Facing facing(const Vec3& from, const Vec3& to) {
  const Vec3 way = to - from;
  const Vec3 n = way.norm() > 0 ? Vec3(way.normalized()) : Vec3(-Vec3::UnitZ());
  Vec3 u = Vec3::UnitZ().cross(n);
  u = u.norm() < 1e-6 ? Vec3(Vec3::UnitY()) : u.normalized();
  return {n, u, n.cross(u)};
}

}  // namespace

Light make_sun(const Vec3& towards, double angle, const Vec3& irradiance) {
  Light light;
  light.kind = LightKind::sun;
  const ShadingFrame frame{Float3(towards)};
  light.opens_ = {{}, frame.n, frame.t, frame.b};
  const double half = 0.5 * std::max(angle, min_sun_angle), sine = std::sin(half);
  light.tan_radius_ = float(std::tan(half));
  light.radiance_ = Float3(Vec3(irradiance / (double(pi_f) * sine * sine)));
  return light;
}

Light make_light(const LightSpec& spec, double opens, double closes, const Vec3& ride_open,
                 const Vec3& ride_close) {
  const Vec3 bright = spec.color * spec.intensity.at(opens);
  if (spec.kind == LightKind::sun)
    return make_sun(-spec.direction.normalized(), spec.angle, bright);
  Light light;
  light.kind = spec.kind;
  light.seen = spec.seen;
  const bool flat = spec.kind == LightKind::area;
  const auto placed = [&](double time, const Vec3& ride) {
    const Vec3 position = spec.position.at(time);
    const Facing f = facing(position, spec.target.at(time));
    return Light::Placement{Float3(Vec3(position + ride)), Float3(f.n),
                            Float3(Vec3(f.u * (flat ? 0.5 * spec.width : 1))),
                            Float3(Vec3(f.v * (flat ? 0.5 * spec.height : 1)))};
  };
  light.opens_ = placed(opens, ride_open);
  light.closes_ = placed(closes, ride_close);
  const auto differ = [](Float3 a, Float3 b) { return a.x != b.x || a.y != b.y || a.z != b.z; };
  light.moves_ = differ(light.opens_.center, light.closes_.center) ||
                 differ(light.opens_.facing, light.closes_.facing);
  light.radius_ = float(spec.radius);
  light.area_ = flat ? float(spec.width * spec.height) : pi_f * light.radius_ * light.radius_;
  light.radiance_ = Float3(bright);
  if (spec.kind == LightKind::spot) {
    light.radiance_ *= 1 / light.area_;
    light.cos_cone_ = float(std::cos(0.5 * spec.cone));
    light.cos_full_ = float(std::cos(0.5 * spec.cone * (1 - spec.soft)));
  }
  return light;
}

Light::Placement Light::at(float time) const {
  if (!moves_) return opens_;
  return {lerp(opens_.center, closes_.center, time),
          normalize(lerp(opens_.facing, closes_.facing, time)), lerp(opens_.u, closes_.u, time),
          lerp(opens_.v, closes_.v, time)};
}

Float3 Light::leaving(float cosine) const {
  if (kind != LightKind::spot || cosine >= cos_full_) return radiance_;
  if (cosine <= cos_cone_) return {};
  const float t = (cosine - cos_cone_) / (cos_full_ - cos_cone_);
  return radiance_ * (t * t * (3 - 2 * t));
}

LightSample Light::sample_sun(Sample2 u) const {
  LightSample s;
  const Circle phi = circle(u.y);
  const float r = tan_radius_ * std::sqrt(u.x);
  const Float3 n = opens_.facing;
  s.direction = normalize(n + opens_.u * (r * phi.cosine) + opens_.v * (r * phi.sine));
  s.distance = std::numeric_limits<float>::infinity();
  s.radiance = radiance_;
  s.pdf = sun_pdf(tan_radius_, dot(s.direction, n));
  return s;
}

LightSample Light::sample_flat(const Placement& at, Float3 p, Sample2 u) const {
  LightSample s;
  float a = 2 * u.x - 1, b = 2 * u.y - 1;
  if (kind != LightKind::area) {
    const Circle phi = circle(u.y);
    const float r = radius_ * std::sqrt(u.x);
    a = r * phi.cosine, b = r * phi.sine;
  }
  const Float3 to = at.center + at.u * a + at.v * b - p;
  const float d2 = length2(to);
  s.distance = std::sqrt(d2);
  s.direction = to * (1.0f / s.distance);
  const float cosine = -dot(s.direction, at.facing);
  if (cosine <= 0) return s;
  s.radiance = leaving(cosine);
  if (is_black(s.radiance)) return s;
  s.pdf = d2 / (cosine * area_);
  return s;
}

// Outside: evenly over the cone under which the ball is seen.
LightSample Light::sample_ball(const Placement& at, Float3 p, Sample2 u) const {
  LightSample s;
  const Float3 to = at.center - p;
  const float d2 = length2(to), sine2 = radius_ * radius_ / d2;
  if (sine2 >= 1) return s;  // inside there is no light
  const float cone = std::sqrt(1 - sine2);
  // 1 - cos, without cancellation for small cones
  const float rise = sine2 / (1 + cone);
  const float cosine = 1 - u.x * rise, sine = std::sqrt(std::max(u.x * rise * (1 + cosine), 0.0f));
  const Circle phi = circle(u.y);
  const ShadingFrame frame(normalize(to));
  s.direction = normalize(frame.to_world({sine * phi.cosine, sine * phi.sine, cosine}));
  const float along = dot(to, s.direction);
  s.distance = along - std::sqrt(std::max(radius_ * radius_ - (d2 - along * along), 0.0f));
  s.radiance = radiance_;
  s.pdf = 1 / (2 * pi_f * rise);
  return s;
}

LightSample Light::sample(Float3 p, Sample2 u, float time) const {
  if (kind == LightKind::sun) return sample_sun(u);
  return kind == LightKind::sphere ? sample_ball(at(time), p, u) : sample_flat(at(time), p, u);
}

bool Light::hit_sun(Float3 ray, LightHit& hit) const {
  const float cosine = dot(ray, opens_.facing);
  if (cosine <= 0) return false;
  const Float3 off = ray * (1.0f / cosine) - opens_.facing;
  if (length2(off) > tan_radius_ * tan_radius_) return false;
  hit = {radiance_, sun_pdf(tan_radius_, cosine), std::numeric_limits<float>::infinity()};
  return true;
}

bool Light::hit_flat(const Placement& at, Float3 origin, Float3 ray, LightHit& hit) const {
  const float cosine = dot(ray, at.facing);
  if (cosine >= 0) return false;
  const float t = dot(at.center - origin, at.facing) / cosine;
  if (t <= 0) return false;
  const Float3 p = origin + ray * t - at.center;
  if (kind == LightKind::area) {
    if (std::abs(dot(p, at.u)) > length2(at.u) || std::abs(dot(p, at.v)) > length2(at.v))
      return false;
  } else if (length2(p) > radius_ * radius_) {
    return false;
  }
  hit = {leaving(-cosine), t * t / (-cosine * area_), t};
  return true;
}

bool Light::hit_ball(const Placement& at, Float3 origin, Float3 ray, LightHit& hit) const {
  const Float3 to = at.center - origin;
  const float d2 = length2(to), along = dot(to, ray);
  const float inside = radius_ * radius_ - length2(to - ray * along);
  if (inside < 0 || along <= 0 || d2 <= radius_ * radius_) return false;
  const float sine2 = radius_ * radius_ / d2;
  hit = {radiance_, (1 + std::sqrt(1 - sine2)) / (2 * pi_f * sine2), along - std::sqrt(inside)};
  return true;
}

bool Light::hit(Float3 origin, Float3 ray, float time, LightHit& hit) const {
  if (kind == LightKind::sun) return hit_sun(ray, hit);
  return kind == LightKind::sphere ? hit_ball(at(time), origin, ray, hit)
                                   : hit_flat(at(time), origin, ray, hit);
}

Light::Extent Light::extent() const {
  Extent e;
  for (const Placement* at : {&opens_, &closes_}) {
    Float3 reach(radius_);
    if (kind == LightKind::area)
      reach = {std::abs(at->u.x) + std::abs(at->v.x), std::abs(at->u.y) + std::abs(at->v.y),
               std::abs(at->u.z) + std::abs(at->v.z)};
    const bool first = at == &opens_;
    e.low = first ? at->center - reach : smaller(e.low, at->center - reach);
    e.high = first ? at->center + reach : larger(e.high, at->center + reach);
  }
  e.axis = normalize(opens_.facing + closes_.facing);
  e.spread = std::acos(std::clamp(dot(e.axis, opens_.facing), -1.0f, 1.0f));
  e.emission = kind == LightKind::spot ? std::acos(cos_cone_) : 0.5f * pi_f;
  if (kind == LightKind::sphere) e.spread = pi_f;
  e.power = luminance(radiance_) * area_ * (kind == LightKind::sphere ? 4.0f : 1.0f) * pi_f;
  return e;
}

}  // namespace gambol
