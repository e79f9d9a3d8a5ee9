#include "render/lights.h"

namespace gambol {
namespace {

constexpr double min_sun_angle = 1e-4;  // rad; rays could never meet a sun without extent

// The sun is sampled uniformly over a disc one unit away; this is the density over solid angle.
template <class F>
F sun_pdf(float tan_radius, F cosine) {
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
  const Vec3 bright = spec.color * spec.emitted().at(opens);
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

template <class F>
Light::PlacementOf<F> Light::at(F time) const {
  if (!moves_) return {opens_.center, opens_.facing, opens_.u, opens_.v};
  const auto between = [&](const Float3& opens, const Float3& closes) {
    return lerp(Float3Of<F>(opens), Float3Of<F>(closes), time);
  };
  return {between(opens_.center, closes_.center), normalize(between(opens_.facing, closes_.facing)),
          between(opens_.u, closes_.u), between(opens_.v, closes_.v)};
}

template <class F>
Float3Of<F> Light::leaving(F cosine) const {
  if (kind != LightKind::spot) return radiance_;
  const F t = within((cosine - cos_cone_) / (cos_full_ - cos_cone_), 0, 1);
  return Float3Of<F>(radiance_) * select(cosine >= cos_full_, F(1.0f), t * t * (3.0f - 2.0f * t));
}

template <class F>
LightSampleOf<F> Light::sample_sun(Sample2Of<F> u) const {
  const CircleOf<F> phi = circle(u.y);
  const F r = tan_radius_ * sqrt(u.x);
  const Float3Of<F> n = opens_.facing, across = opens_.u, up = opens_.v;
  const F shrink = 1.0f / sqrt(1.0f + r * r);  // cosine at distance r from the middle of the disc
  return {(n + across * (r * phi.cosine) + up * (r * phi.sine)) * shrink,
          std::numeric_limits<float>::infinity(), radiance_, sun_pdf(tan_radius_, shrink)};
}

template <class F>
LightSampleOf<F> Light::sample_flat(const PlacementOf<F>& at, const Float3Of<F>& p,
                                    Sample2Of<F> u) const {
  F a = 2.0f * u.x - 1.0f, b = 2.0f * u.y - 1.0f;
  if (kind != LightKind::area) {
    const CircleOf<F> phi = circle(u.y);
    const F r = radius_ * sqrt(u.x);
    a = r * phi.cosine, b = r * phi.sine;
  }
  const Float3Of<F> to = at.center + at.u * a + at.v * b - p;
  const F d2 = length2(to);
  LightSampleOf<F> s;
  s.distance = sqrt(d2);
  s.direction = to * (1.0f / s.distance);
  const F cosine = -dot(s.direction, at.facing);
  s.radiance = leaving(cosine);
  s.pdf = select((cosine > 0.0f) & !is_black(s.radiance), d2 / (cosine * area_), F(0.0f));
  return s;
}

// From outside the ball: uniform over the cone that the ball subtends.
template <class F>
LightSampleOf<F> Light::sample_ball(const PlacementOf<F>& at, const Float3Of<F>& p,
                                    Sample2Of<F> u) const {
  const Float3Of<F> to = at.center - p;
  const F d2 = length2(to), sine2 = radius_ * radius_ / d2;
  const F cone = sqrt(larger(1.0f - sine2, F(0.0f)));
  // 1 - cos, without cancellation for small cones
  const F rise = sine2 / (1.0f + cone);
  const F cosine = 1.0f - u.x * rise, sine = sqrt(larger(u.x * rise * (1.0f + cosine), F(0.0f)));
  const CircleOf<F> phi = circle(u.y);
  const ShadingFrameOf<F> frame(normalize(to));
  LightSampleOf<F> s;
  s.direction = normalize(frame.to_world({sine * phi.cosine, sine * phi.sine, cosine}));
  const F along = dot(to, s.direction);
  s.distance = along - sqrt(larger(radius_ * radius_ - (d2 - along * along), F(0.0f)));
  s.radiance = radiance_;
  s.pdf = select(sine2 < 1.0f, 1.0f / (2 * pi_f * rise), F(0.0f));  // no light inside the ball
  return s;
}

template <class F>
LightSampleOf<F> Light::sample(const Float3Of<F>& p, Sample2Of<F> u, F time) const {
  if (kind == LightKind::sun) return sample_sun(u);
  return kind == LightKind::sphere ? sample_ball(at(time), p, u) : sample_flat(at(time), p, u);
}

template <class F>
MaskOf<F> Light::hit_sun(const Float3Of<F>& ray, LightHitOf<F>& hit) const {
  const Float3Of<F> facing = opens_.facing;
  const F cosine = dot(ray, facing);
  const Float3Of<F> off = ray * (1.0f / cosine) - facing;
  hit = {radiance_, sun_pdf(tan_radius_, cosine), std::numeric_limits<float>::infinity()};
  return (cosine > 0.0f) & (length2(off) <= tan_radius_ * tan_radius_);
}

template <class F>
MaskOf<F> Light::hit_flat(const PlacementOf<F>& at, const Float3Of<F>& origin,
                          const Float3Of<F>& ray, LightHitOf<F>& hit) const {
  const F cosine = dot(ray, at.facing);
  const F t = dot(at.center - origin, at.facing) / cosine;
  const Float3Of<F> p = origin + ray * t - at.center;
  hit = {leaving(-cosine), t * t / (-cosine * area_), t};
  const MaskOf<F> meets = (cosine < 0.0f) & (t > 0.0f);
  if (kind != LightKind::area) return meets & (length2(p) <= radius_ * radius_);
  return meets & (abs(dot(p, at.u)) <= length2(at.u)) & (abs(dot(p, at.v)) <= length2(at.v));
}

template <class F>
MaskOf<F> Light::hit_ball(const PlacementOf<F>& at, const Float3Of<F>& origin,
                          const Float3Of<F>& ray, LightHitOf<F>& hit) const {
  const Float3Of<F> to = at.center - origin;
  const F r2 = radius_ * radius_, d2 = length2(to), along = dot(to, ray);
  const F inside = r2 - length2(to - ray * along);
  const F sine2 = r2 / d2;
  hit = {radiance_, (1.0f + sqrt(larger(1.0f - sine2, F(0.0f)))) / (2 * pi_f * sine2),
         along - sqrt(larger(inside, F(0.0f)))};
  return (inside >= 0.0f) & (along > 0.0f) & (d2 > r2);
}

template <class F>
MaskOf<F> Light::hit(const Float3Of<F>& origin, const Float3Of<F>& ray, F time,
                     LightHitOf<F>& hit) const {
  if (kind == LightKind::sun) return hit_sun(ray, hit);
  return kind == LightKind::sphere ? hit_ball(at(time), origin, ray, hit)
                                   : hit_flat(at(time), origin, ray, hit);
}

template LightSample Light::sample(const Float3&, Sample2, float) const;
template LightSamples Light::sample(const Floats3&, Sample2Of<Floats>, Floats) const;
template Mask Light::hit(const Floats3&, const Floats3&, Floats, LightHitOf<Floats>&) const;

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
