#pragma once

// A surface of a figure file that bends with its bodies; see figure_spec.h.

#include <string>
#include <vector>

#include "base/error.h"
#include "base/rotation.h"
#include "base/vec.h"
#include "schema/field.h"
#include "schema/names.h"

namespace gambol {

enum class SkinSource { mesh, shapes };
template <>
inline constexpr auto names_of<SkinSource> = named<SkinSource>({
    {"mesh", SkinSource::mesh},
    {"shapes", SkinSource::shapes},
});

// A surface that bends with several bodies. It is only seen: it has no mass and does not collide.
// See render/skin.h.
struct SkinSpec {
  Place place;
  std::string name;
  SkinSource from = SkinSource::mesh;
  std::string mesh;                  // file, path resolved; from mesh
  double scale = 1;                  // of the mesh's coordinates
  Vec3 at = Vec3::Zero();            // mesh's frame in the root's frame, in the rest posture, m
  std::vector<RotationSpec> rotate;  // of the mesh's frame, about the root's axes
  double cell = 0;                   // m; from shapes: size of facets
  double melt = 0;                   // m; from shapes: distance within which they merge
  double soften = 0;                 // m; from shapes: length over which the surface is smoothed
  double offset = 0;                 // m; from shapes: distance of the surface outside them
  std::vector<std::string> bodies;   // patterns; empty: every body that has a visible shape
  std::vector<std::string> around;   // layers whose shapes count; empty: all
  double blend = 0;                  // m: distance over which a body's influence fades
  std::string material;              // of the look; default: that of the nearest shape
  std::string layer;
};
void fields(Fields& v, SkinSpec& of);

}  // namespace gambol
