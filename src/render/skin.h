#pragma once

// Skins in pictures: bent at every instant of the open shutter, between which Embree moves their
// vertices along straight lines.

#include <vector>

#include "poses/poses.h"
#include "render/float3.h"
#include "shot/figure_skin.h"

namespace gambol {

// Interpolating between equal poses leaves rounding behind; it is no motion.
bool same_pose(const Transform& a, const Transform& b);

// What of a skin has one material.
struct SkinPart {
  std::vector<std::uint32_t> vertices;                  // of the skin
  std::vector<std::array<std::uint32_t, 3>> triangles;  // into `vertices`
  std::vector<Vec2> uvs;                                // as many as vertices, or none
  int material = 0;
};

class PosedSkin {
 public:
  // `poses` [body] are its bodies' numbers in Poses, `materials` [material] of the picture.
  PosedSkin(FigureSkin skin, std::vector<std::size_t> poses, const std::vector<int>& materials);

  const std::vector<SkinPart>& parts() const { return parts_; }
  std::vector<Vec3> rest(const SkinPart& part) const;  // its vertices before they are bent
  bool is_there(const Poses& poses, double frame) const;

  // [part] its vertices around `origin`, and how they face, at an instant (film time in frames).
  struct Bent {
    std::vector<std::vector<Float3>> positions, normals;
  };
  Bent at(const Poses& poses, double frame, const Vec3& origin) const;

  // At instants evenly spaced over the open shutter: all of these, or if that is as good each
  // second, fourth, … or the first and last alone, as Embree's trees take the longer to make the
  // more there are; if nothing moves the first.
  std::vector<Bent> over(const Poses& poses, const std::vector<double>& instants,
                         const Vec3& origin) const;

 private:
  // Whether it is the same at all of these instants.
  bool is_still(const Poses& poses, const std::vector<double>& instants) const;

  SkinMesh mesh_;
  float size_ = 0;  // m, from corner to corner at rest
  std::vector<std::size_t> poses_;
  std::vector<SkinPart> parts_;
};

}  // namespace gambol
