#pragma once

// The figures for ray tracing with Embree: one scene per body, built once, and per frame one scene
// of moving instances of the bodies.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "geometry/mesh.h"
#include "poses/poses.h"
#include "render/embree_device.h"
#include "render/float3.h"
#include "render/hair/strands.h"
#include "render/sampler.h"
#include "render/skin.h"
#include "render/texture.h"

namespace gambol {

class Material;

// Where a mesh with a material that has holes is not there. Of the arrays of a part, which do not
// move.
struct MeshHoles {
  const std::array<std::uint32_t, 3>* triangles = nullptr;
  const Sample2* uvs = nullptr;
  const Material* material = nullptr;
};

template <class F>
struct RayOf {
  Float3Of<F> origin, direction;
  F time = 0;
};
using Ray = RayOf<float>;
using Rays = RayOf<Floats>;
// A ray that ends after a distance.
template <class F>
struct ReachOf {
  RayOf<F> ray;
  F distance = 0;
};
using Reach = ReachOf<float>;
using Reaches = ReachOf<Floats>;
RTCRay embree_ray(const Reach& reach);
Reach lane(const Reaches& reaches, int k);

// The surface that a ray met: its distance, outward normals in the world frame, and its material.
template <class F>
struct SurfaceHitOf {
  F distance = 0;
  Float3Of<F> geometric_normal, normal;
  IntOf<F> material{}, instance{}, part{}, triangle{};
  F u = 0, v = 0;  // barycentric: weights of the triangle's second and third corner
  // Of a strand of hair: how far across it the ray met it, from -1 to 1, towards `normal` x
  // `tangent`; `no_strand` on other surfaces. Both normals face the ray; the instance, part,
  // triangle and u, v are those of the strand's root.
  static constexpr float no_strand = 2;
  F across = no_strand;
  F along = 0;          // from 0 at the root to 1 at the tip
  F random = 0;         // of the strand, in [0, 1)
  Float3Of<F> tangent;  // unit, towards the tip
};
using SurfaceHit = SurfaceHitOf<float>;
using SurfaceHits = SurfaceHitOf<Floats>;

// The instances of bodies, and the skins, of one picture.
class MovingFigures {
 public:
  // Returns those of the first `count` lanes whose rays meet a figure. Tracing coherent rays
  // together is faster than one by one.
  Mask intersect(const Reaches& rays, int count, SurfaceHits& hits) const;
  Mask occluded(const Reaches& rays, int count) const;
  bool intersect(const Reach& ray, SurfaceHit& hit) const;
  RTCScene embree() const { return scene_.get(); }

  // Fills in what textures need besides the position of a hit in the world: its position on the
  // body or mesh, and the gradients of that. A skin's position is that at rest, so that patterns
  // move with the skin.
  template <class F>
  void complete(const SurfaceHitOf<F>& hit, F time, MaskOf<F> of, SurfacePlaceOf<F>& place) const;
  // The normal of the surface at the root of the strand that lane k met.
  Float3 root_normal(const SurfaceHits& hits, int k, float time) const;
  // What an instance shows: a body, numbered in the order of Figures::add_body, or a skin.
  struct Shown {
    bool is_skin;
    std::size_t number;
  };
  Shown shown(std::uint32_t instance) const;

  std::uint32_t instances() const { return std::uint32_t(instances_.size()); }
  std::uint32_t parts(std::uint32_t instance) const;
  std::uint32_t triangles(std::uint32_t instance, std::uint32_t part) const;
  int material(std::uint32_t instance, std::uint32_t part) const;
  // Corners in the world, counter-clockwise as seen from outside.
  std::array<Float3, 3> triangle(std::uint32_t instance, std::uint32_t part, std::uint32_t triangle,
                                 float time) const;

 private:
  friend class Figures;
  struct Part {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<Float3> positions, normals;  // for a skin: [instant][vertex]
    std::size_t instants = 1;                // evenly spaced over the open shutter
    std::vector<Float3> rest, rest_normals;  // for a skin: at rest, before bending
    std::vector<Sample2> uvs;                // [vertex], or empty
    int material = 0;
    std::unique_ptr<MeshHoles> holes;  // Embree refers to it; null: the surface is whole
    // Interpolates `of`, positions or normals, at a vertex.
    Float3 at(const std::vector<Float3>& of, std::uint32_t corner, float time) const;
  };
  struct Surface {
    EmbreeScene scene;
    std::vector<Part> parts;
  };
  struct Body {
    std::shared_ptr<const Surface> surface;  // equal bodies share it
    std::size_t pose = 0;  // index in Poses; for a skin: its index among the skins
  };
  struct Instance {        // its number is Embree's
    std::size_t body = 0;  // index into bodies_; from bodies_->size() on, into skins_
    // Evenly spaced over the open shutter; one if the instance stays still.
    std::vector<FloatQuat> path;
    std::vector<Float3> places;
    FloatQuat rotation(float time) const;
    Float3 place(float time) const;
  };

  // Completes what Embree reports in `hits`: turns geometric normals into the world frame, and adds
  // shading normals and materials.
  void describe(const Rays& rays, const Mask& met, SurfaceHits& hits) const;
  const Surface& surface_of(const Instance& instance) const {
    const std::size_t own = bodies_->size();
    return *(instance.body < own ? (*bodies_)[instance.body] : skins_[instance.body - own]).surface;
  }
  const Part& part_of(std::uint32_t instance, std::uint32_t part) const {
    return surface_of(instances_[instance]).parts[part];
  }
  // Hair of one kind on one part of an instance, or on level ground: instance -1.
  struct Coat {
    int instance = 0, part = 0;
    Strands strands;
  };
  // As describe(), for hits of strands: lanes `of`.
  void describe_strands(const Rays& rays, const Mask& of, SurfaceHits& hits) const;

  EmbreeScene scene_;
  const std::vector<Body>* bodies_ = nullptr;
  std::vector<Body> skins_;  // bent for this picture
  std::vector<Instance> instances_;
  EmbreeScene hair_;         // all coats; its instance follows those of instances_
  std::vector<Coat> coats_;  // their numbers are Embree's
};

// Throws RunError (failed) where Embree has no room for a scene.
class Figures {
 public:
  struct PartMesh {
    TriangleMesh mesh;
    int material = 0;
  };
  // Those that parts name by their indices, complete; null: none has holes. To be called first.
  void set_materials(const std::vector<Material>* materials) { materials_ = materials; }
  // Adds a body that moves as body `pose` of Poses does or, with `fixed`, stays in the world frame.
  static constexpr std::size_t fixed = ~std::size_t(0);
  void add_body(std::size_t pose, const std::vector<PartMesh>& parts);
  // Adds another one with the surface of body `like`, which it shares.
  void add_body_like(std::size_t pose, std::size_t like) {
    bodies_.push_back({bodies_[like].surface, pose});
  }

  void add_skin(PosedSkin skin) { skins_.push_back(std::move(skin)); }
  const std::vector<PosedSkin>& skins() const { return skins_; }

  // Hair that grows on one part of a body or of a skin.
  struct Hair {
    std::shared_ptr<const HairGrowth> growth;
    bool on_skin = false;
    std::size_t owner = 0, part = 0;  // body, in the order of add_body(), or skin
    Transform X_RB;                   // the body, or skin, in the root's frame at rest
    std::vector<float> shares;        // as of HairGround
    std::uint32_t seed = 0;
  };
  // Hair on level ground.
  struct Lawn {
    std::shared_ptr<const HairGrowth> growth;
    double height = 0, extent = 0;  // m, as of GroundSquare, in the world
    std::uint32_t seed = 0;
  };
  void add_lawn(Lawn lawn) { lawns_.push_back(std::move(lawn)); }
  std::size_t vertices(std::size_t body, std::size_t part) const {
    return bodies_[body].surface->parts[part].positions.size();
  }
  void add_hair(Hair hair) { hair_.push_back(std::move(hair)); }

  // Instances that move through the poses at `instants` (film time in frames, evenly spaced over
  // the open shutter; one if the shutter is open for no time), relative to `origin`. Instances that
  // stay still get no motion, so a still picture does not depend on the shutter.
  MovingFigures at(const Poses& poses, const std::vector<double>& instants, const Vec3& origin,
                   const HairView& view = {}) const;

  // The bodies at each of several instants, all in one scene and without motion blur.
  MovingFigures at_each(const Poses& poses, const std::vector<double>& instants, const Vec3& origin,
                        const HairView& view = {}) const;

  const EmbreeDevice& device() const { return device_; }

 private:
  // Makes rays pass through the holes of the part's mesh.
  void leave_holes(MovingFigures::Part& part, RTCGeometry mesh) const;
  MovingFigures empty() const;
  void add_instance(MovingFigures& moving, std::size_t body, const std::vector<Transform>& path,
                    const Vec3& origin) const;
  void add_skin(MovingFigures& moving, std::size_t number, const Poses& poses,
                const std::vector<double>& instants, const Vec3& origin) const;
  RTCScene scene_of(const MovingFigures& moving, std::size_t body) const;
  // In figure_hair.cpp.
  void grow_hair(MovingFigures& moving, const Vec3& origin, const HairView& view) const;
  void add_coat(MovingFigures& moving, MovingFigures::Coat coat) const;
  Strands grown(const MovingFigures& moving, std::uint32_t instance, const Hair& hair,
                const HairView& view) const;

  EmbreeDevice device_;
  const std::vector<Material>* materials_ = nullptr;
  std::vector<MovingFigures::Body> bodies_;
  std::vector<PosedSkin> skins_;
  std::vector<Hair> hair_;
  std::vector<Lawn> lawns_;
};

}  // namespace gambol
