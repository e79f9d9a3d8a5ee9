#pragma once

// The ground that is seen: a level square or a terrain's triangles, and the ruled lines on it.

#include "geometry/height_field.h"
#include "geometry/mesh.h"
#include "render/float3.h"
#include "render/material.h"

namespace gambol {

// How much of the stretch [x - width/2, x + width/2] is covered by lines `line` wide around the
// multiples of `spacing`: 0 to 1.
float line_coverage(float x, float width, float spacing, float line);

struct Ground {
  bool present = false;  // as a plane; a terrain is a mesh beside the figures
  bool ruled = false;
  float height = 0;                // of the plane, around the frame's origin
  float extent = 0;                // half the side of the square
  float shift_x = 0, shift_y = 0;  // the frame's origin in the world
  float spacing = 0, bold_spacing = 0, line = 0, bold_line = 0;
  Float3 line_color;
  Surface surface;

  // Distance along the ray, or a negative number if it misses the square.
  float intersect(Float3 origin, Float3 direction) const {
    const float t = (height - origin.z) / direction.z;
    if (!(t > 0)) return -1;
    const Float3 p = origin + direction * t;
    return std::abs(p.x + shift_x) <= extent && std::abs(p.y + shift_y) <= extent ? t : -1;
  }
  // The surface where a ray that has grown `footprint` wide meets the ground at p.
  Surface surface_at(Float3 p, Float3 direction, float footprint,
                     Float3 normal = Float3(0, 0, 1)) const;
};

Ground make_ground(const GroundLookSpec& spec, const MaterialSpec& material, double height);
// The triangles of a terrain, and the ground beyond its border out to `extent` from the world's
// origin. Normals are the facets' own, or `smooth`: the mean of those around a vertex.
TriangleMesh terrain_mesh(const HeightField& terrain, double extent, bool smooth);
// The same ground around another origin.
Ground around(Ground ground, const Vec3& origin);

}  // namespace gambol
