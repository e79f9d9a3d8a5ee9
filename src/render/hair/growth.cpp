#include "render/hair/growth.h"

#include <algorithm>

#include "render/sampler.h"

namespace gambol {
namespace {

float random_part(std::uint32_t random, std::uint32_t which) {
  return part_of(mix_bits(random + which * 0x9e3779b9u));
}

// In the unit ball's bounding cube, denser towards the middle.
Float3 deviation(std::uint32_t random) {
  const auto of = [&](std::uint32_t k) {
    return random_part(random, k) + random_part(random, k + 1) - 1;
  };
  return {of(11), of(13), of(15)};
}

// The clump that a place belongs to: the nearest of points that are scattered one to a cell.
struct Clump {
  Float3 to;  // from the place
  std::uint32_t random = 0;
};

Clump clump_at(Float3 p, float size) {
  const Float3 q = p * (1 / size);
  const float x = std::floor(q.x), y = std::floor(q.y), z = std::floor(q.z);
  Clump nearest;
  float least = 1e9f;
  for (int k = -1; k <= 1; ++k)
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i) {
        const Float3 cell(x + float(i), y + float(j), z + float(k));
        std::uint32_t hash = mix_bits(to_bits(to_int(cell.x)) * 0x8da6b343u);
        hash = mix_bits(hash ^ (to_bits(to_int(cell.y)) * 0xd8163841u));
        hash = mix_bits(hash ^ (to_bits(to_int(cell.z)) * 0xcb1ab31fu));
        const Float3 at =
            cell + Float3(random_part(hash, 1), random_part(hash, 2), random_part(hash, 3));
        const float away = length2(at - q);
        if (away >= least) continue;
        least = away;
        nearest = {(at - q) * size, hash};
      }
  return nearest;
}

float smooth(float t) { return t * t * (3 - 2 * t); }

TextureSpec pattern_of(const HairMapSpec& map) {
  TextureSpec t;
  t.place = map.place, t.space = map.space, t.size = map.size;
  t.kind = map.kind;
  return t;
}

// Distance of p from the segment from a to b.
double distance(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 ab = b - a;
  const double n = ab.squaredNorm();
  const double t = n > 0 ? std::clamp((p - a).dot(ab) / n, 0.0, 1.0) : 0;
  return (p - a - t * ab).norm();
}

}  // namespace

struct HairGrowth::Traits {
  std::array<float, hair_targets> factor;
  float lean_root, lean_tip;
  Float3 lie;
  float& operator[](HairTarget on) { return factor[std::size_t(on)]; }
  float operator[](HairTarget on) const { return factor[std::size_t(on)]; }
};

HairGrowth::HairGrowth(const HairSpec& spec, Textures* images, std::vector<Transform> X_RB,
                       int material)
    : spec_(spec), X_RB_(std::move(X_RB)), material_(material) {
  X_RB_.resize(spec.regions.size());
  for (const HairMapSpec& map : spec.maps) {
    const auto* image = std::get_if<ImageTexture>(&map.kind);
    maps_.emplace_back(pattern_of(map), images, image ? images->open(image->file) : -1);
  }
}

float HairGrowth::strength(const HairRegionSpec& region, std::size_t number,
                           const HairPlace& place) const {
  float share = region.bodies.empty() ? 1 : number < place.shares.size() ? place.shares[number] : 0;
  if (!region.at || share <= 0) return share;
  const Transform X_BR = X_RB_[number].inverse();
  const auto within_it = [&](double side) {
    const Vec3 p(place.p.x, side * place.p.y, place.p.z);
    const double away = distance(X_BR * p, *region.at, region.to.value_or(*region.at));
    if (away <= region.radius) return 1.0f;
    if (away >= region.radius + region.fade) return 0.0f;
    return smooth(1 - float((away - region.radius) / region.fade));
  };
  const float here = within_it(1);
  return share * (region.mirrored ? std::max(here, within_it(-1)) : here);
}

HairGrowth::Traits HairGrowth::traits_at(const HairPlace& place) const {
  Traits t;
  t.factor.fill(1);
  t.lean_root = float(spec_.lean.x()), t.lean_tip = float(spec_.lean.y());
  t.lie = normalize(Float3(spec_.lie));
  for (std::size_t i = 0; i < spec_.regions.size(); ++i) {
    const HairRegionSpec& r = spec_.regions[i];
    const float s = strength(r, i, place);
    if (s <= 0) continue;
    const auto scale = [&](HairTarget on, const std::optional<double>& by) {
      if (by) t[on] = lerp(t[on], float(*by), s);
    };
    scale(HairTarget::density, r.density), scale(HairTarget::length, r.length);
    scale(HairTarget::thickness, r.thickness), scale(HairTarget::clump, r.clump);
    if (r.lean) {
      t.lean_root = lerp(t.lean_root, float(r.lean->x()), s);
      t.lean_tip = lerp(t.lean_tip, float(r.lean->y()), s);
    }
    Float3 lie = t.lie;
    if (r.lie) lie = Float3(*r.lie);
    if (r.whorl) lie = place.p - Float3(X_RB_[i] * *r.whorl);
    const Float3 both = lerp(t.lie, normalize(lie), s);
    if (length2(both) > 1e-6f) t.lie = normalize(both);
  }
  for (std::size_t k = 0; k < maps_.size(); ++k) {
    const HairMapSpec& map = spec_.maps[k];
    const auto pattern = maps_[k].at(texture_point(place.surface, map.space));
    const float grey = pattern.strength * std::min(luminance(pattern.color), 1.0f);
    t[map.on] *= lerp(1.0f, float(map.value), float(map.amount) * grey);
  }
  return t;
}

bool HairGrowth::grow(const HairPlace& place, std::uint32_t random, HairShape& shape) const {
  const Traits traits = traits_at(place);
  if (!(random_part(random, 1) < traits[HairTarget::density])) return false;
  shape.length = float(spec_.length) * traits[HairTarget::length] *
                 (1 - float(spec_.variation) * random_part(random, 2));
  if (shape.length <= 1e-6f) return false;
  const float thick = 0.5f * traits[HairTarget::thickness];
  shape.radius_root = float(spec_.thickness.x()) * thick;
  shape.radius_tip = float(spec_.thickness.y()) * thick;
  shape_it(place, traits, random, shape);
  return true;
}

void HairGrowth::shape_it(const HairPlace& place, const Traits& traits, std::uint32_t random,
                          HairShape& shape) const {
  const auto local = [&](Float3 v) {
    return Float3(dot(v, place.tangent), dot(v, place.aside), dot(v, place.normal));
  };
  const Clump clump = clump_at(place.p, float(spec_.clump_size));
  const float clumped = std::min(float(spec_.clump) * traits[HairTarget::clump], 1.0f);
  Float3 along = local(traits.lie);
  along.z = 0;
  along = length2(along) > 1e-8f ? normalize(along) : Float3(1, 0, 0);
  // The hairs of a clump deviate together, as far as they are clumped.
  const Float3 off =
      lerp(deviation(random), deviation(clump.random), clumped) * float(spec_.disorder);
  Float3 to_middle = local(clump.to);
  to_middle.z = 0;
  const float lean = traits[HairTarget::lean];
  const float curl = float(spec_.curl) * traits[HairTarget::curl];
  const float phase = lerp(random_part(random, 3), random_part(clump.random, 5), clumped);
  const int n = spec_.segments;
  const float step = shape.length / float(n);
  shape.points.resize(std::size_t(n) + 1);
  Float3 at;
  for (int i = 0; i <= n; ++i) {
    const float s = float(i) / float(n);
    const float middle = std::max(s - 0.5f / float(n), 0.0f);  // of the segment before
    const float angle = lean * lerp(traits.lean_root, traits.lean_tip, middle);
    const auto [cosine, sine] = circle(angle / (2 * pi_f));
    const Float3 d = normalize(along * sine + Float3(0, 0, cosine) + off);
    if (i > 0) at += d * step;
    Float3 p = at + to_middle * (clumped * s * std::sqrt(s));
    if (curl > 0) {
      const ShadingFrame around(d);
      const auto [c, w] = circle(phase + s * shape.length / float(spec_.curl_length));
      p += (around.t * (c - circle(phase).cosine) + around.b * (w - circle(phase).sine)) *
           (curl * std::min(2 * s, 1.0f));
    }
    shape.points[std::size_t(i)] = p;
  }
}

}  // namespace gambol
