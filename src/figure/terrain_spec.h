#pragma once

// Height fields as an author writes them.

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/vec.h"
#include "schema/names.h"

namespace gambol {

class HeightField;

// Uneven ground or the top of a body, from one of three sources. See geometry/height_field.h.
struct TerrainSpec {
  Place place;
  std::string image;                         // path; resolved when loaded
  std::string formula;                       // m, of x and y in m from the middle
  std::vector<std::vector<double>> heights;  // m; rows run along x, the first has the largest y
  Vec3 at = Vec3::Zero();                    // its middle, m
  double spacing = 0;                        // m between neighbouring heights
  double length = 0, width = 0;              // m along x and y, for a formula
  double low = 0, high = 1;                  // m, heights of an image's 0 and 1
  bool smooth = false;                       // seen with smooth shading
  // Made from these fields when loaded. The world's ground includes `GroundSpec::height`.
  std::shared_ptr<const HeightField> field;
};
void fields(Fields& v, TerrainSpec& of);

}  // namespace gambol
