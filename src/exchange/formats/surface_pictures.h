#pragma once

// The pictures of a material that files of other programs can carry: those that lie on the texture
// coordinates of its mesh.

#include <string>

#include "exchange/scene.h"

namespace gambol {

// nullptr: there is none. Of several on one property the first counts.
struct SurfacePictures {
  const TextureSpec *color = nullptr, *emission = nullptr, *normal = nullptr, *opacity = nullptr;
  const TextureSpec *roughness = nullptr, *metallic = nullptr;  // both of one picture, or none
  bool any() const { return color || emission || normal || opacity || roughness; }
};

// Only pictures whose files the scene has.
SurfacePictures pictures_of(const Scene& scene, const MaterialSpec& material);
inline const std::string& file_of(const TextureSpec& picture) {
  return std::get<ImageTexture>(picture.kind).file;
}

// Whether the pictures are all that the material has.
bool are_all(const SurfacePictures& pictures, const MaterialSpec& material);

// The colour of a surface without its pictures: with the mean of each.
Vec3 mean_color(const Scene& scene, const MaterialSpec& material);

// Whether the mesh has texture coordinates that the material needs.
bool wants_uvs(const Scene& scene, const MaterialSpec& material, const TriangleMesh& mesh);

}  // namespace gambol
