#include "render/spectrum.h"

#include <cmath>

namespace gambol {
namespace {

double lobe(double x, double middle, double below, double above) {
  const double t = (x - middle) * (x < middle ? below : above);
  return std::exp(-0.5 * t * t);
}

}  // namespace

Vec3 cie_xyz(double nm) {
  return {0.362 * lobe(nm, 442.0, 0.0624, 0.0374) + 1.056 * lobe(nm, 599.8, 0.0264, 0.0323) -
              0.065 * lobe(nm, 501.1, 0.0490, 0.0382),
          0.821 * lobe(nm, 568.8, 0.0213, 0.0247) + 0.286 * lobe(nm, 530.9, 0.0613, 0.0322),
          1.217 * lobe(nm, 437.0, 0.0845, 0.0278) + 0.681 * lobe(nm, 459.0, 0.0385, 0.0725)};
}

Vec3 bt709_of_xyz(const Vec3& c) {
  return {3.2404542 * c.x() - 1.5371385 * c.y() - 0.4985314 * c.z(),
          -0.9692660 * c.x() + 1.8760108 * c.y() + 0.0415560 * c.z(),
          0.0556434 * c.x() - 0.2040259 * c.y() + 1.0572252 * c.z()};
}

}  // namespace gambol
