#pragma once

// Skins for rendering: bent at instants of the open shutter. Between these Embree moves the
// vertices along straight lines.

#include <vector>

#include "figure/figure_skin.h"
#include "poses/poses.h"
#include "render/float3.h"

namespace gambol {

// Whether two poses are equal but for the rounding that interpolation between equal poses leaves.
bool same_pose(const Transform& a, const Transform& b);

// The part of a skin that has one material.
struct SkinPart {
  std::vector<std::uint32_t> vertices;                  // indices of the skin's vertices
  std::vector<std::array<std::uint32_t, 3>> triangles;  // indices into `vertices`
  std::vector<Vec2> uvs;                                // [vertex], or empty
  int material = 0;
  std::size_t of_skin = 0;  // the material's number in the skin
};

class PosedSkin {
 public:
  // `poses` [body]: indices of its bodies in Poses; `materials` [material of the skin]: numbers of
  // the picture's materials.
  PosedSkin(FigureSkin skin, std::vector<std::size_t> poses, const std::vector<int>& materials);

  const std::vector<SkinPart>& parts() const { return parts_; }
  std::vector<Vec3> rest(const SkinPart& part) const;  // [vertex] positions at rest
  std::vector<Vec3> rest_normals(const SkinPart& part) const;
  // [vertex] the sum of the weights of the bodies that are marked, from 0 to 1.
  std::vector<float> shares(const SkinPart& part, const std::vector<char>& marked) const;
  bool is_there(const Poses& poses, double frame) const;

  // [part][vertex] positions relative to `origin`, and normals, at `frame` (film time in frames).
  struct Bent {
    std::vector<std::vector<Float3>> positions, normals;
  };
  Bent at(const Poses& poses, double frame, const Vec3& origin) const;

  // The skin at `instants`, which are evenly spaced over the open shutter: at all of them or, where
  // straight lines between fewer are accurate enough, at every second, fourth, … or at the first
  // and last alone, because Embree takes longer to build its trees the more instants there are. If
  // nothing moves, at the first alone.
  std::vector<Bent> over(const Poses& poses, const std::vector<double>& instants,
                         const Vec3& origin) const;

 private:
  // Whether the skin has the same pose at all of these instants.
  bool is_still(const Poses& poses, const std::vector<double>& instants) const;

  SkinMesh mesh_;
  float size_ = 0;  // m, diagonal of the bounding box at rest
  std::vector<std::size_t> poses_;
  std::vector<SkinPart> parts_;
};

}  // namespace gambol
