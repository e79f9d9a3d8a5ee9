#pragma once

// The figures as Embree sees them: one scene per body, built once; one scene of moving instances
// of them per frame.

#include <embree3/rtcore.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "geometry/mesh.h"
#include "poses/poses.h"
#include "render/float3.h"
#include "render/skin.h"

namespace gambol {

struct EmbreeRelease {
  void operator()(RTCDevice d) const { rtcReleaseDevice(d); }
  void operator()(RTCScene s) const { rtcReleaseScene(s); }
};
using EmbreeDevice = std::unique_ptr<RTCDeviceTy, EmbreeRelease>;
using EmbreeScene = std::unique_ptr<RTCSceneTy, EmbreeRelease>;

struct Ray {
  Float3 origin, direction;
  float time = 0;
};
RTCRay embree_ray(const Ray& ray, float max_distance);

// So that every number of threads gets the same trees.
void commit_on_one_thread(RTCScene scene);

// What a ray met: outward normals in the world, and which of the materials.
struct SurfaceHit {
  float distance = 0;
  Float3 geometric_normal, normal;
  int material = 0;
};

// The material of a mesh that is the ground: its surface depends on the place.
inline constexpr int ground_material = -1;

// The instances of bodies of one picture.
class MovingFigures {
 public:
  bool intersect(const Ray& ray, float max_distance, SurfaceHit& hit) const;
  bool occluded(const Ray& ray, float max_distance) const;

 private:
  friend class Figures;
  struct Part {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<Float3> normals;  // of a skin: those of every instant, one after another
    std::size_t instants = 1;     // evenly spaced over the open shutter
    int material = 0;
    Float3 normal(std::uint32_t corner, float time) const;
  };
  struct Body {
    EmbreeScene scene;
    std::size_t pose = 0;  // in Poses
    std::vector<Part> parts;
  };
  struct Instance {               // its number is Embree's
    std::size_t body = 0;         // from bodies_->size() on: of skins_
    std::vector<FloatQuat> path;  // evenly spaced over the open shutter; one if it stays still
    FloatQuat rotation(float time) const;
  };

  const Body& body_of(const Instance& instance) const {
    const std::size_t own = bodies_->size();
    return instance.body < own ? (*bodies_)[instance.body] : skins_[instance.body - own];
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
  void add_skin(MovingFigures& moving, const PosedSkin& skin, const Poses& poses,
                const std::vector<double>& instants, const Vec3& origin) const;
  RTCScene scene_of(const MovingFigures& moving, std::size_t body) const;

  EmbreeDevice device_;
  std::vector<MovingFigures::Body> bodies_;
  std::vector<PosedSkin> skins_;
};

}  // namespace gambol
