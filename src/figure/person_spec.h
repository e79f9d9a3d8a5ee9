#pragma once

// The person, or the animal, to whose size a figure file is scaled; see figure_spec.h.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/vec.h"
#include "figure/body_spec.h"
#include "schema/field.h"

namespace gambol {

// Bodies whose proportions differ from those of the figure as it is written.
struct PersonPartSpec {
  Place place;
  std::vector<std::string> bodies;  // names or patterns
  double length = 1;                // in proportion to the person's height, over the figure's
  std::optional<double> girth;      // the same for widths; default: as mass and density ask for
  std::optional<double> mass;       // as a share of the person's, over that share in the figure
  Vec3 at = Vec3::Ones();           // factors of the place of the joint, beside the parent's length
  std::vector<GirthSpec> profile;   // factors of the girth along the body
};
void fields(Fields& v, PersonPartSpec& of);

// The person to whose size a figure is scaled; see figure/scale_to_person.h.
struct PersonSpec {
  Place place;
  std::optional<double> height;  // m; default: the figure's stature
  std::optional<double> mass;    // kg; default: in proportion to the cube of the height
  std::string fractions;         // a set of shares of height and mass (figure/fractions_spec.h)
  std::vector<PersonPartSpec> proportions;
};
void fields(Fields& v, PersonSpec& of);

// The animal to whose size a figure on four legs is scaled, as to a person.
struct AnimalSpec {
  Place place;
  std::optional<double> height;  // m, of the shoulder joint above the ground; default: the figure's
  std::optional<double> mass;    // kg; default: in proportion to the cube of the height
  std::vector<PersonPartSpec> proportions;
};
void fields(Fields& v, AnimalSpec& of);

}  // namespace gambol
