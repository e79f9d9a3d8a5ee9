#pragma once

// From spectra to colours: the CIE 1931 observer as sums of Gaussians (Wyman, Sloan and Shirley,
// "Simple analytic approximations to the CIE XYZ color matching functions", JCGT 2013).

#include "base/vec.h"

namespace gambol {

Vec3 cie_xyz(double nanometres);
// Linear bt.709 of XYZ; may lie outside the gamut.
Vec3 bt709_of_xyz(const Vec3& xyz);

}  // namespace gambol
