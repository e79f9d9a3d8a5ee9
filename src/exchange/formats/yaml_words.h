#pragma once

// Values of YAML files that are written for authors to read on.

#include <string>

#include "base/vec.h"

namespace gambol {

// A text that a YAML reader takes for that text: in quotation marks where it needs them.
std::string yaml_text(const std::string& text);

// A number with as many digits as 15 allow; nearly 0 is 0.
std::string yaml_number(double x);
std::string yaml_vector(const Vec3& v);  // "[1, 0, 0.5]"

// ", at: [...]" and ", rotate: [x 90 deg]", as far as they differ from none.
std::string yaml_at(const Vec3& at);
std::string yaml_rotate(const Quat& rotation);

// Returns the angles about the fixed axes x, y and z, applied in this order, that make the
// rotation, rad. Exact to rounding also where two of the axes coincide.
Vec3 fixed_axis_angles(const Mat3& R);

}  // namespace gambol
