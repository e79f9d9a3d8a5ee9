#include "render/hair/strands.h"

#include <tbb/parallel_for.h>

#include <algorithm>

namespace gambol {
namespace {

constexpr std::size_t block = 256;  // triangles that are done together
// Share of the strands that remain where the camera does not look: they only cast shadows.
constexpr float share_aside = 0.2f, share_behind = 0.4f, share_aside_on_ground = 0.04f;
constexpr float margin = 0.08f;  // of the picture, around it
// Strands that are about to be left out are narrower, so that none vanishes at once.
constexpr float fading = 0.15f;

struct Detail {
  float share = 1;  // of the strands
  float wider = 1;
};

// On grounds hair thins out over the last part of its reach.
constexpr float thinning = 0.3f;

// Of a patch around p whose strands' points are at most `size` (m) away from it.
Detail detail_at(const HairView& view, Float3 p, float size, Float3 normal, float thickness,
                 float reach) {
  if (!view.camera) return {};
  const Camera& camera = *view.camera;
  const RayCone cone = camera.pixel_cone();
  const Float3 to_camera = camera.position() - p;
  const float away = length(to_camera);
  const float pixel = cone.width + cone.spread * away;
  const float least = view.least * pixel;
  float share = std::min(1.0f, thickness / least);
  const Sample2 at = camera.pixel_of(p);
  // A wide strand that stands for many must not reach into the picture.
  const float mx = margin * float(view.width) + size / pixel;
  const float my = margin * float(view.height) + size / pixel;
  const bool seen = camera.depth(p) > 0 && at.x > -mx && at.y > -my &&
                    at.x < float(view.width) + mx && at.y < float(view.height) + my;
  const bool is_ground = reach > 0;
  if (is_ground && (away >= reach || camera.depth(p) < 0)) return {0, 1};
  if (!seen)
    share *= is_ground ? share_aside_on_ground : share_aside;
  else if (dot(to_camera, normal) < -0.5f * away)
    share *= share_behind;
  const float far = is_ground ? std::min((1 - away / reach) / thinning, 1.0f) : 1;
  return {share * far, 1 / share};
}

// One triangle, at rest and at all instants.
class Patch {
 public:
  Patch(const HairGrowth& growth, const HairGround& ground, std::uint32_t triangle)
      : growth_(growth), ground_(ground), number_(triangle) {
    const auto& corners = (*ground.triangles)[triangle];
    for (int k = 0; k < 3; ++k) {
      rest_[k] = (*ground.rest)[corners[k]];
      normals_[k] = (*ground.rest_normals)[corners[k]];
      if (!ground.uvs->empty()) uvs_[k] = (*ground.uvs)[corners[k]];
    }
    posed_.resize(3 * ground.instants), posed_normals_.resize(3 * ground.instants);
    for (std::size_t i = 0; i < ground.instants; ++i)
      for (int k = 0; k < 3; ++k)
        ground.posed(corners[k], i, posed_[3 * i + k], posed_normals_[3 * i + k]);
    area_ = 0.5f * length(cross(rest_[1] - rest_[0], rest_[2] - rest_[0]));
    shares_.resize(growth.spec().regions.size());
  }

  void grow(const HairView& view, Strands& to);

 private:
  template <class T>
  static T mixed(const T* of, float u, float v) {
    return of[0] * (1 - u - v) + of[1] * u + of[2] * v;
  }
  float longest() const {
    const float a = length2(rest_[1] - rest_[0]), b = length2(rest_[2] - rest_[0]),
                c = length2(rest_[2] - rest_[1]);
    return std::sqrt(std::max(a, std::max(b, c)));
  }
  template <class Corner>
  void sow(std::uint32_t seed, float area, const Detail& detail, const Corner& corner, Strands& to);
  void grow_in_cells(const HairView& view, float thickness, Strands& to);
  void place_at(float u, float v, HairPlace& place);
  void pose(const HairShape& shape, float wider, float u, float v, std::size_t instant,
            std::vector<StrandPoint>& to) const;

  const HairGrowth& growth_;
  const HairGround& ground_;
  std::uint32_t number_;
  Float3 rest_[3], normals_[3];
  Sample2 uvs_[3] = {};
  std::vector<Float3> posed_, posed_normals_;  // [instant][corner]
  std::vector<float> shares_;
  float area_ = 0;
};

void Patch::place_at(float u, float v, HairPlace& place) {
  SurfacePlace& s = place.surface;
  s.p_body = mixed(rest_, u, v);
  s.normal_body = s.normal = normalize(mixed(normals_, u, v));
  s.p = s.p_body;  // in the world for grounds
  s.u = uvs_[0].x * (1 - u - v) + uvs_[1].x * u + uvs_[2].x * v;
  s.v = uvs_[0].y * (1 - u - v) + uvs_[1].y * u + uvs_[2].y * v;
  const FloatQuat R(ground_.X_RB.R);
  place.p = R.rotate(s.p_body) + Float3(ground_.X_RB.p);
  place.normal = R.rotate(s.normal_body);
  const Float3 edge = R.rotate(rest_[1] - rest_[0]);
  place.tangent = normalize(edge - place.normal * dot(edge, place.normal));
  place.aside = cross(place.normal, place.tangent);
  const auto& corners = (*ground_.triangles)[number_];
  const std::size_t n = shares_.size();
  for (std::size_t r = 0; r < n && !ground_.shares.empty(); ++r) {
    const float of[3] = {ground_.shares[corners[0] * n + r], ground_.shares[corners[1] * n + r],
                         ground_.shares[corners[2] * n + r]};
    shares_[r] = mixed(of, u, v);
  }
  place.shares = shares_;
}

// The strands of an area have ranks; those below the share of its detail are made. Prefixes of the
// sequence of their places are evenly spread (Roberts, "The unreasonable effectiveness of
// quasirandom sequences", 2018). `corner`: makes a place in the unit square one in the triangle, or
// returns false.
template <class Corner>
void Patch::sow(std::uint32_t seed, float area, const Detail& detail, const Corner& corner,
                Strands& to) {
  const float first = part_of(mix_bits(seed + 1)), shift_u = part_of(mix_bits(seed + 2)),
              shift_v = part_of(mix_bits(seed + 3));
  const float expected = float(growth_.spec().density) * area;
  HairPlace place;
  HairShape shape;
  for (std::uint32_t k = 0; float(k) + first < detail.share * expected; ++k) {
    float u = shift_u + 0.75487767f * float(k), v = shift_v + 0.56984029f * float(k);
    u -= std::floor(u), v -= std::floor(v);
    if (!corner(u, v)) continue;
    place_at(u, v, place);
    const std::uint32_t random = mix_bits(seed + 16 + k);
    if (!growth_.grow(place, random, shape)) continue;
    const float rank = (float(k) + first) / expected / detail.share;
    const float kept = detail.share < 1 ? std::min((1 - rank) / fading, 1.0f) : 1;
    const float wider = detail.wider * kept / (1 - 0.5f * fading * (detail.share < 1));
    to.roots.push_back({number_, u, v, part_of(mix_bits(random + 7))});
    for (std::size_t i = 0; i < ground_.instants; ++i) pose(shape, wider, u, v, i, to.points);
  }
}

void Patch::grow(const HairView& view, Strands& to) {
  if (area_ < 1e-12f) return;
  const HairSpec& spec = growth_.spec();
  const float thickness = 0.4f * float(spec.thickness.x() + spec.thickness.y());
  const float reach = ground_.is_world ? float(spec.reach) : 0;
  if (ground_.is_world && longest() > 0.5f * reach) return grow_in_cells(view, thickness, to);
  const std::uint32_t own = ground_.numbers ? (*ground_.numbers)[number_] : number_;
  const Float3 middle = (posed_[0] + posed_[1] + posed_[2]) * (1.0f / 3);
  const Float3 facing = normalize(posed_normals_[0] + posed_normals_[1] + posed_normals_[2]);
  const auto folded = [](float& u, float& v) {
    if (u + v > 1) u = 1 - u, v = 1 - v;
    return true;
  };
  sow(mix_bits(ground_.seed ^ (own * 0x9e3779b9u)), area_,
      detail_at(view, middle, 0.6f * longest() + float(spec.length), facing, thickness, reach),
      folded, to);
}

// A triangle of a ground that reaches to the horizon: cell by cell of the world's x and y, as far
// as hair grows around the camera.
void Patch::grow_in_cells(const HairView& view, float thickness, Strands& to) {
  if (!view.camera) return;
  const float reach = float(growth_.spec().reach), side = reach / 50;
  const Float3 shift = rest_[0] - posed_[0], from = view.camera->position() + shift;
  const Float3 ab = rest_[1] - rest_[0], ac = rest_[2] - rest_[0];
  const float whole = ab.x * ac.y - ab.y * ac.x;
  if (std::abs(whole) < 1e-9f) return;
  const auto in_triangle = [&](float x, float y, float& u, float& v) {
    const float dx = x - rest_[0].x, dy = y - rest_[0].y;
    u = (dx * ac.y - dy * ac.x) / whole, v = (ab.x * dy - ab.y * dx) / whole;
    return u >= 0 && v >= 0 && u + v < 1;
  };
  const Float3 low = larger(smaller(rest_[0], smaller(rest_[1], rest_[2])), from - Float3(reach));
  const Float3 high = smaller(larger(rest_[0], larger(rest_[1], rest_[2])), from + Float3(reach));
  const auto cell = [&](float x) { return int(std::floor(x / side)); };
  for (int j = cell(low.y); j <= cell(high.y); ++j)
    for (int i = cell(low.x); i <= cell(high.x); ++i) {
      float u, v;
      in_triangle(side * (float(i) + 0.5f), side * (float(j) + 0.5f), u, v);
      const Float3 middle = mixed(rest_, u, v) - shift;
      const Detail detail = detail_at(view, middle, 0.71f * side + float(growth_.spec().length),
                                      posed_normals_[0], thickness, reach);
      const auto inside = [&](float& a, float& b) {
        return in_triangle(side * (float(i) + a), side * (float(j) + b), a, b);
      };
      const std::uint32_t own = mix_bits(mix_bits(std::uint32_t(i)) ^ std::uint32_t(j));
      if (detail.share > 0) sow(ground_.seed ^ own, side * side, detail, inside, to);
    }
}

void Patch::pose(const HairShape& shape, float wider, float u, float v, std::size_t instant,
                 std::vector<StrandPoint>& to) const {
  const Float3 *p = &posed_[3 * instant], *n = &posed_normals_[3 * instant];
  const Float3 normal = normalize(mixed(n, u, v)), edge = p[1] - p[0];
  const Float3 tangent = normalize(edge - normal * dot(edge, normal));
  const Float3 aside = cross(normal, tangent);
  const auto in_world = [&](Float3 q) { return tangent * q.x + aside * q.y + normal * q.z; };
  const float gravity = float(growth_.spec().gravity);
  Float3 at = mixed(p, u, v);
  const std::size_t last = shape.points.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    const float s = float(i) / float(last);
    if (i > 0) {
      Float3 step = in_world(shape.points[i] - shape.points[i - 1]);
      if (gravity > 0) {
        const float size = length(step);
        Float3 d = step * (1 / size) + Float3(0, 0, -gravity * s);
        // It rests on the skin.
        const float rise = dot(d, normal);
        if (rise < 0.05f) d += normal * (0.05f - rise);
        step = normalize(d) * size;
      }
      at += step;
    }
    to.push_back({at.x, at.y, at.z, wider * lerp(shape.radius_root, shape.radius_tip, s)});
  }
}

}  // namespace

Strands grow(const HairGrowth& growth, const HairGround& ground, const HairView& view) {
  Strands all;
  all.material = growth.material();
  all.segments = growth.spec().segments;
  all.instants = ground.instants;
  if (view.camera && view.least <= 0) return all;
  const std::size_t count = ground.triangles->size();
  std::vector<Strands> parts((count + block - 1) / block);
  tbb::parallel_for(std::size_t(0), parts.size(), [&](std::size_t b) {
    for (std::size_t t = b * block; t < std::min((b + 1) * block, count); ++t)
      Patch(growth, ground, std::uint32_t(t)).grow(view, parts[b]);
  });
  std::size_t strands = 0;
  for (const Strands& part : parts) strands += part.roots.size();
  all.roots.reserve(strands);
  for (const Strands& part : parts)
    all.roots.insert(all.roots.end(), part.roots.begin(), part.roots.end());
  // In the parts, the instants of a strand are together.
  const std::size_t each = std::size_t(all.segments) + 1;
  all.points.resize(strands * each * all.instants);
  std::size_t first = 0;
  for (const Strands& part : parts) {
    for (std::size_t s = 0; s < part.roots.size(); ++s)
      for (std::size_t i = 0; i < all.instants; ++i)
        std::copy_n(&part.points[(s * all.instants + i) * each], each,
                    &all.points[(i * strands + first + s) * each]);
    first += part.roots.size();
  }
  return all;
}

}  // namespace gambol
