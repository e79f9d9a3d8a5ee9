#pragma once

// A material as a look describes it: the lobes of its surface, and the textures that change their
// properties from point to point.

#include <vector>

#include "render/surface.h"
#include "render/texture.h"

namespace gambol {

class Material {
 public:
  // `images` opens and holds the images of its textures.
  Material(const MaterialSpec& spec, Textures* images);

  // The surface without textures.
  const Surface& plain() const { return plain_; }
  bool is_textured() const { return !textures_.empty(); }
  bool is_bumped() const { return bumped_; }
  // Whether any of its textures is in the space of a body or a mesh.
  bool follows_bodies() const { return follows_bodies_; }
  bool glows() const;
  // Whether parts of a mesh with this material are not there, and which, by texture coordinates.
  bool has_holes() const { return has_holes_; }
  bool is_hole(float u, float v) const;
  template <class F>
  SurfaceOf<F> at(const SurfacePlaceOf<F>& place) const;
  const std::vector<Texture>& textures() const { return textures_; }

 private:
  template <class F>
  SurfaceOf<F> surface(const SurfacePropertiesOf<F>& p) const;

  SurfacePropertiesOf<float> properties_;  // without textures
  Lobes::All lobes_;
  std::vector<Texture> textures_;
  bool bumped_ = false, has_holes_ = false, follows_bodies_ = false;
  Surface plain_;
};

}  // namespace gambol
