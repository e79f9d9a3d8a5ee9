#pragma once

// Patterns laid over surfaces: from 0 to 1, filtered over what a ray sees of them, so that they
// fade instead of flickering.

#include <vector>

#include "image/textures.h"
#include "render/float3.h"
#include "shot/look_spec.h"

namespace gambol {

// How much of the stretch [x - width/2, x + width/2] is covered by lines `line` wide around the
// multiples of `spacing`: 0 to 1.
template <class F>
F line_coverage(F x, F width, float spacing, float line);

// A place in the space of a texture, and how that place changes along the surface.
template <class F>
struct TexturePointOf {
  Float3Of<F> p;                  // m, or (u, v, 0)
  Float3Of<F> normal;             // of the surface, in that space
  Float3Of<F> along, aside;       // change of p per metre along two tangents of the surface
  Float3Of<F> width;              // what a ray sees of it reaches this far along each axis
  MaskOf<F> met = everywhere<F>;  // the others are not looked at
};
using TexturePoint = TexturePointOf<float>;

// Where a ray met a surface, with what any texture on it needs. See texture_point().
template <class F>
struct SurfacePlaceOf {
  MaskOf<F> met = everywhere<F>;     // else there is none
  Float3Of<F> p, direction, normal;  // in the world, around the frame's origin
  Float3Of<F> tangent, bitangent;    // with the normal a right-handed basis
  F footprint = 0;                   // m across the ray
  Float3 origin;                     // of the frame, in the world
  // On the body, or on a skin at rest, m; and how its coordinates change along the surface, per m
  // in the world.
  Float3Of<F> p_body, normal_body{0, 0, 1};
  Float3Of<F> x_gradient{1, 0, 0}, y_gradient{0, 1, 0}, z_gradient{0, 0, 1};
  F u = 0, v = 0;  // of the mesh
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
  // Metres by which the surface stands out.
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

// The place's normal, turned by what the textures raise.
template <class F>
Float3Of<F> bumped(const SurfacePlaceOf<F>& place, const std::vector<Texture>& textures);

}  // namespace gambol
