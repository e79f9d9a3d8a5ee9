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
float line_coverage(float x, float width, float spacing, float line);

// A place in the space of a texture, and how that place changes along the surface.
struct TexturePoint {
  Float3 p;             // m, or (u, v, 0)
  Float3 normal;        // of the surface, in that space
  Float3 along, aside;  // change of p per metre along two tangents of the surface
  Float3 width;         // what a ray sees of it reaches this far along each axis
};

// Where a ray met a surface, with what any texture on it needs. See texture_point().
struct SurfacePlace {
  Float3 p, direction, normal;  // in the world, around the frame's origin
  Float3 tangent, bitangent;    // with the normal a right-handed basis
  float footprint = 0;          // m across the ray
  Float3 origin;                // of the frame, in the world
  // On the body, or on a skin at rest, m; and how its coordinates change along the surface, per m
  // in the world.
  Float3 p_body, normal_body = Float3(0, 0, 1);
  Float3 x_gradient = Float3(1, 0, 0), y_gradient = Float3(0, 1, 0), z_gradient = Float3(0, 0, 1);
  float u = 0, v = 0;  // of the mesh
  Float3 u_gradient, v_gradient;
};

class Texture {
 public:
  Texture(const TextureSpec& spec, const Textures* images, int image);

  TextureTarget on;
  TextureSpace space;
  float amount, value, depth;

  struct Pattern {
    Float3 color;
    float strength = 0;  // 0 to 1
  };
  Pattern at(const TexturePoint& point) const;
  // Metres by which the surface stands out.
  float height(const TexturePoint& point) const;

 private:
  TextureSpec spec_;
  Float3 color_;
  float size_;
  const Textures* images_;
  int image_;
};

TexturePoint texture_point(const SurfacePlace& place, TextureSpace space);

// The place's normal, turned by what the textures raise.
Float3 bumped(const SurfacePlace& place, const std::vector<Texture>& textures);

}  // namespace gambol
