#pragma once

// The figures as Embree sees them: one scene per body, built once; one scene of moving instances
// of them per frame.

#include <embree3/rtcore.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "geometry/mesh.h"
#include "poses/poses.h"
#include "render/float3.h"
#include "render/sampler.h"
#include "render/skin.h"
#include "render/texture.h"

namespace gambol {

struct EmbreeRelease {
  void operator()(RTCDevice d) const { rtcReleaseDevice(d); }
  void operator()(RTCScene s) const { rtcReleaseScene(s); }
};
using EmbreeDevice = std::unique_ptr<RTCDeviceTy, EmbreeRelease>;
using EmbreeScene = std::unique_ptr<RTCSceneTy, EmbreeRelease>;

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

// So that every number of threads gets the same trees.
void commit_on_one_thread(RTCScene scene);

// What a ray met: outward normals in the world, and what it is made of.
template <class F>
struct SurfaceHitOf {
  F distance = 0;
  Float3Of<F> geometric_normal, normal;
  IntOf<F> material{}, instance{}, part{}, triangle{};
  F u = 0, v = 0;  // of the triangle: weights of its second and third corner
};
using SurfaceHit = SurfaceHitOf<float>;
using SurfaceHits = SurfaceHitOf<Floats>;

// The instances of bodies, and the skins, of one picture.
class MovingFigures {
 public:
  // Of the first `count` lanes, those that meet a figure. Rays that lie close together are quicker
  // at once than one by one.
  Mask intersect(const Reaches& rays, int count, SurfaceHits& hits) const;
  Mask occluded(const Reaches& rays, int count) const;
  bool intersect(const Reach& ray, SurfaceHit& hit) const;
  RTCScene embree() const { return scene_.get(); }

  // What textures need to know of a hit, besides where it is in the world. A skin's patterns stay
  // where they were at rest.
  template <class F>
  void complete(const SurfaceHitOf<F>& hit, F time, MaskOf<F> of, SurfacePlaceOf<F>& place) const;
  // What an instance shows: a body, as Figures::add_body counts them, or a skin.
  struct Shown {
    bool is_skin;
    std::size_t number;
  };
  Shown shown(std::uint32_t instance) const;

  std::uint32_t instances() const { return std::uint32_t(instances_.size()); }
  std::uint32_t parts(std::uint32_t instance) const;
  std::uint32_t triangles(std::uint32_t instance, std::uint32_t part) const;
  int material(std::uint32_t instance, std::uint32_t part) const;
  // Corners in the world, counter-clockwise from outside.
  std::array<Float3, 3> triangle(std::uint32_t instance, std::uint32_t part, std::uint32_t triangle,
                                 float time) const;

 private:
  friend class Figures;
  struct Part {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<Float3> positions, normals;  // of a skin: of every instant, one after another
    std::size_t instants = 1;                // evenly spaced over the open shutter
    std::vector<Float3> rest;                // of a skin: positions before it is bent
    std::vector<Sample2> uvs;                // as many as vertices, or none
    int material = 0;
    // Of positions or normals.
    Float3 at(const std::vector<Float3>& of, std::uint32_t corner, float time) const;
  };
  struct Body {
    EmbreeScene scene;
    std::size_t pose = 0;  // in Poses; of a skin its number among skins
    std::vector<Part> parts;
  };
  struct Instance {        // its number is Embree's
    std::size_t body = 0;  // from bodies_->size() on: of skins_
    // Evenly spaced over the open shutter; one if it stays still.
    std::vector<FloatQuat> path;
    std::vector<Float3> places;
    FloatQuat rotation(float time) const;
    Float3 place(float time) const;
  };

  // What hits say of themselves is Embree's: turns normals into the world's, and adds the material.
  void describe(Floats time, const Mask& met, SurfaceHits& hits) const;
  const Body& body_of(const Instance& instance) const {
    const std::size_t own = bodies_->size();
    return instance.body < own ? (*bodies_)[instance.body] : skins_[instance.body - own];
  }
  const Part& part_of(std::uint32_t instance, std::uint32_t part) const {
    return body_of(instances_[instance]).parts[part];
  }

  EmbreeScene scene_;
  const std::vector<Body>* bodies_ = nullptr;
  std::vector<Body> skins_;  // bent for this picture
  std::vector<Instance> instances_;
};

class Figures {
 public:
  Figures();

  struct PartMesh {
    TriangleMesh mesh;
    int material = 0;
  };
  // A body whose places are those of `pose` in Poses; fixed: one that stays in the world's frame.
  static constexpr std::size_t fixed = ~std::size_t(0);
  void add_body(std::size_t pose, const std::vector<PartMesh>& parts);

  void add_skin(PosedSkin skin) { skins_.push_back(std::move(skin)); }
  const std::vector<PosedSkin>& skins() const { return skins_; }

  // Instances that move through the poses at `instants` (film time in frames, evenly spaced over
  // the open shutter; one for a shutter that opens for no time), around `origin`. Instances that
  // stay still get no motion, so a still picture does not depend on the shutter.
  MovingFigures at(const Poses& poses, const std::vector<double>& instants,
                   const Vec3& origin) const;

  // The bodies as they are at each of several instants, all at once and without any motion.
  MovingFigures at_each(const Poses& poses, const std::vector<double>& instants,
                        const Vec3& origin) const;

  RTCDevice device() const { return device_.get(); }

 private:
  MovingFigures empty() const;
  void add_instance(MovingFigures& moving, std::size_t body, const std::vector<Transform>& path,
                    const Vec3& origin) const;
  void add_skin(MovingFigures& moving, std::size_t number, const Poses& poses,
                const std::vector<double>& instants, const Vec3& origin) const;
  RTCScene scene_of(const MovingFigures& moving, std::size_t body) const;

  EmbreeDevice device_;
  std::vector<MovingFigures::Body> bodies_;
  std::vector<PosedSkin> skins_;
};

}  // namespace gambol
