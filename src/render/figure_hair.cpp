// Hair on figures: grown for one picture and handed to Embree, and what rays meet of it.

#include <algorithm>
#include <cstring>

#include "render/figures.h"
#include "render/hair/lawn.h"

namespace gambol {
namespace {

// Attaches strands whose points move through their instants.
void attach_strands(const EmbreeDevice& device, const EmbreeScene& scene, const Strands& strands) {
  EmbreeGeometry geometry = device.geometry(RTC_GEOMETRY_TYPE_FLAT_LINEAR_CURVE);
  rtcSetGeometryTimeStepCount(geometry.get(), unsigned(strands.instants));
  const std::size_t each = strands.roots.size() * (std::size_t(strands.segments) + 1);
  for (unsigned i = 0; i < strands.instants; ++i) {
    void* points = device.buffer(geometry, RTC_BUFFER_TYPE_VERTEX, i, RTC_FORMAT_FLOAT4,
                                 sizeof(StrandPoint), each);
    std::memcpy(points, strands.strand(0, i), each * sizeof(StrandPoint));
  }
  auto* first = static_cast<unsigned*>(
      device.buffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT, sizeof(unsigned),
                    strands.roots.size() * std::size_t(strands.segments)));
  for (unsigned s = 0, p = 0; s < strands.roots.size(); ++s, ++p)
    for (int k = 0; k < strands.segments; ++k) *first++ = p++;
  rtcSetGeometryBuildQuality(geometry.get(), RTC_BUILD_QUALITY_LOW);
  device.attach(scene, std::move(geometry));
}

// Points i and i + 1 of a strand and their neighbours, at one moment.
struct StrandPiece {
  Float3 before, from, to, after;
  float radius_from, radius_to;
};

StrandPiece piece_at(const Strands& strands, std::size_t strand, int segment, float time) {
  const float t = time * float(strands.instants - 1);
  const std::size_t i =
      strands.instants == 1 ? 0 : std::min(static_cast<std::size_t>(t), strands.instants - 2);
  const float part = t - float(i);
  const StrandPoint* a = strands.strand(strand, i);
  const StrandPoint* b = strands.instants == 1 ? a : strands.strand(strand, i + 1);
  const auto p = [&](int k) {
    k = std::clamp(k, 0, strands.segments);
    return lerp(a[k].p(), b[k].p(), part);
  };
  return {p(segment - 1),
          p(segment),
          p(segment + 1),
          p(segment + 2),
          lerp(a[segment].radius, b[segment].radius, part),
          lerp(a[segment + 1].radius, b[segment + 1].radius, part)};
}

}  // namespace

Strands Figures::grown(const MovingFigures& moving, std::uint32_t instance, const Hair& hair,
                       const HairView& view) const {
  const MovingFigures::Instance& where = moving.instances_[instance];
  const MovingFigures::Part& part = moving.part_of(instance, std::uint32_t(hair.part));
  HairGround ground;
  ground.triangles = &part.triangles;
  ground.rest = part.rest.empty() ? &part.positions : &part.rest;
  ground.rest_normals = part.rest.empty() ? &part.normals : &part.rest_normals;
  ground.uvs = &part.uvs;
  ground.X_RB = hair.X_RB;
  ground.shares = hair.shares;
  ground.seed = hair.seed;
  ground.is_world = !hair.on_skin && bodies_[hair.owner].pose == fixed;
  ground.instants = hair.on_skin ? part.instants : where.path.size();
  ground.posed = [&](std::uint32_t vertex, std::size_t i, Float3& p, Float3& n) {
    if (hair.on_skin) {
      const std::size_t at = i * (part.positions.size() / part.instants) + vertex;
      p = part.positions[at], n = part.normals[at];
    } else {
      p = where.path[i].rotate(part.positions[vertex]) + where.places[i];
      n = where.path[i].rotate(part.normals[vertex]);
    }
  };
  return grow(*hair.growth, ground, view);
}

void Figures::add_coat(MovingFigures& moving, MovingFigures::Coat coat) const {
  if (coat.strands.roots.empty()) return;
  attach_strands(device_, moving.hair_, coat.strands);
  moving.coats_.push_back(std::move(coat));
}

void Figures::grow_hair(MovingFigures& moving, const Vec3& origin, const HairView& view) const {
  if (hair_.empty() && lawns_.empty()) return;
  moving.hair_ = device_.scene(RTC_BUILD_QUALITY_LOW);
  for (std::uint32_t instance = 0; instance < moving.instances(); ++instance) {
    const MovingFigures::Shown shown = moving.shown(instance);
    for (const Hair& hair : hair_)
      if (hair.on_skin == shown.is_skin && hair.owner == shown.number)
        add_coat(moving, {int(instance), int(hair.part), grown(moving, instance, hair, view)});
  }
  for (const Lawn& lawn : lawns_)
    add_coat(moving,
             {-1, 0, grow_lawn(*lawn.growth, lawn.height, lawn.extent, lawn.seed, origin, view)});
  if (moving.coats_.empty()) return;
  device_.commit(moving.hair_);
  EmbreeGeometry all = device_.geometry(RTC_GEOMETRY_TYPE_INSTANCE);
  rtcSetGeometryInstancedScene(all.get(), moving.hair_.get());
  device_.attach(moving.scene_, std::move(all));
}

Float3 MovingFigures::root_normal(const SurfaceHits& hits, int k, float time) const {
  if (hits.instance[k] < 0) return {0, 0, 1};  // level ground
  const Instance& instance = instances_[std::size_t(hits.instance[k])];
  const Part& part = surface_of(instance).parts[std::size_t(hits.part[k])];
  const auto& t = part.triangles[std::size_t(hits.triangle[k])];
  const float u = hits.u[k], v = hits.v[k];
  const auto at = [&](int i) { return part.at(part.normals, t[i], time); };
  return normalize(instance.rotation(time).rotate(at(0) * (1 - u - v) + at(1) * u + at(2) * v));
}

void MovingFigures::describe_strands(const Rays& rays, const Mask& of, SurfaceHits& hits) const {
  for_each_lane(of, [&](int k) {
    const Coat& coat = coats_[std::size_t(hits.part[k])];
    const Strands& strands = coat.strands;
    const std::size_t strand = std::size_t(hits.triangle[k]) / std::size_t(strands.segments);
    const int segment = hits.triangle[k] % strands.segments;
    const StrandPiece piece = piece_at(strands, strand, segment, rays.time[k]);
    const float t = std::clamp(hits.u[k], 0.0f, 1.0f);
    const Float3 direction = lane(rays.direction, k);
    const Float3 axis = lerp(piece.from, piece.to, t);
    const Float3 met = lane(rays.origin, k) + direction * hits.distance[k];
    // The tangent turns steadily along the strand.
    const Float3 tangent =
        normalize(lerp(normalize(piece.to - piece.before), normalize(piece.after - piece.from), t));
    Float3 normal = tangent * dot(direction, tangent) - direction;
    if (length2(normal) < 1e-8f) normal = ShadingFrame(tangent).t;
    normal = normalize(normal);
    const float radius = lerp(piece.radius_from, piece.radius_to, t);
    const float across = dot(met - axis, cross(normal, tangent)) / std::max(radius, 1e-9f);
    const StrandRoot& root = strands.roots[strand];
    set_lane(hits.across, k, std::clamp(across, -1.0f, 1.0f));
    set_lane(hits.along, k, (float(segment) + t) / float(strands.segments));
    set_lane(hits.random, k, root.random);
    set_lane(hits.tangent, k, tangent);
    set_lane(hits.normal, k, normal), set_lane(hits.geometric_normal, k, normal);
    hits.material[k] = strands.material;
    hits.instance[k] = coat.instance, hits.part[k] = coat.part;
    hits.triangle[k] = int(root.triangle);
    set_lane(hits.u, k, root.u), set_lane(hits.v, k, root.v);
  });
}

}  // namespace gambol
