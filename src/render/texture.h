#pragma once

// Patterns on surfaces: from 0 to 1, filtered over the footprint of the ray, so that they fade with
// distance instead of flickering.

#include <vector>

#include "image/textures.h"
#include "render/float3.h"
#include "shot/look_spec.h"

namespace gambol {

// The fraction of the interval [x - width/2, x + width/2] that is covered by lines `line` wide
// centred on the multiples of `spacing`: 0 to 1.
template <class F>
F line_coverage(F x, F width, float spacing, float line);

// A point in the space of a texture, and its change along the surface.
template <class F>
struct TexturePointOf {
  Float3Of<F> p;                  // m, or (u, v, 0)
  Float3Of<F> normal;             // of the surface, in that space
  Float3Of<F> along, aside;       // change of p per metre along two tangents of the surface
  Float3Of<F> width;              // extent of the ray's footprint along each axis
  MaskOf<F> met = everywhere<F>;  // other lanes are not evaluated
};
using TexturePoint = TexturePointOf<float>;

// Where a ray met a surface, with the coordinates that textures need. See texture_point().
template <class F>
struct SurfacePlaceOf {
  MaskOf<F> met = everywhere<F>;     // lanes whose rays met a surface
  Float3Of<F> p, direction, normal;  // in the world's axes, relative to the frame's origin
  Float3Of<F> tangent, bitangent;    // with the normal a right-handed basis
  F footprint = 0;                   // m across the ray
  Float3 origin;                     // the frame's origin in the world
  // The point on the body, or on a skin at rest, m; and the gradients of its coordinates along the
  // surface, per m in the world.
  Float3Of<F> p_body, normal_body{0, 0, 1};
  Float3Of<F> x_gradient{1, 0, 0}, y_gradient{0, 1, 0}, z_gradient{0, 0, 1};
  F u = 0, v = 0;  // texture coordinates of the mesh
  Float3Of<F> u_gradient, v_gradient;
};
using SurfacePlace = SurfacePlaceOf<float>;

class Texture {
 public:
  Texture(const TextureSpec& spec, const Textures* images, int image);

  TextureTarget on;
  TextureSpace space;
  float amount, value, depth;

  template <class F>
  struct PatternOf {
    Float3Of<F> color;
    F strength = 0;  // 0 to 1
  };
  template <class F>
  PatternOf<F> at(const TexturePointOf<F>& point) const;
  // The stored numbers of a picture of normals, from -1 to 1: along u, along v, outward.
  template <class F>
  Float3Of<F> stored_normal(const TexturePointOf<F>& point) const;
  // Of opacity: whether the surface has a hole at the coordinates of its mesh.
  bool is_hole(float u, float v) const;
  // The height of the bump above the surface, m.
  template <class F>
  F height(const TexturePointOf<F>& point) const;

 private:
  template <class F>
  PatternOf<F> picture(const TexturePointOf<F>& point) const;

  TextureSpec spec_;
  Float3 color_;
  float size_;
  const Textures* images_;
  int image_;
};

template <class F>
TexturePointOf<F> texture_point(const SurfacePlaceOf<F>& place, TextureSpace space);

// The normal of the surface as textures of bumps and of normals tilt it.
template <class F>
Float3Of<F> bumped(const SurfacePlaceOf<F>& place, const std::vector<Texture>& textures);

}  // namespace gambol
