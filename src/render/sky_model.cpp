#include "render/sky_model.h"

#include <tbb/parallel_for.h>

#include <Eigen/Core>
#include <cmath>
#include <numbers>

#include "render/spectrum.h"

namespace gambol {
namespace {

using std::numbers::pi;

constexpr double sun_above_air = 4;  // irradiance, on the scale of the lights of looks
constexpr double earth = 6360e3, air_top = 6420e3;       // m
constexpr double air_height = 8000, haze_height = 1200;  // m: scale heights of the density
constexpr double haze_forward = 0.76;                    // g of Henyey and Greenstein
constexpr int steps_seen = 24, steps_to_sun = 12;
constexpr int map_width = 256, map_height = 128;

constexpr int waves = 11;
using Spectrum = Eigen::Array<double, waves, 1>;

double nanometres(int i) { return 390 + 32 * i; }

struct Optics {
  Spectrum air, haze, ozone, sun;  // scattering and absorption, 1/m; irradiance
  Vec3 white = Vec3::Zero();       // the sun's colour before scaling
  Optics() {
    for (int i = 0; i < waves; ++i) {
      const double um = nanometres(i) * 1e-3;
      air[i] = 1.241e-6 / (um * um * um * um);
      haze[i] = 4e-6;
      // The Chappuis band around 600 nm, which lets blue and red pass.
      const double off = (nanometres(i) - 603) / 65;
      ozone[i] = 2.1e-6 * std::exp(-0.5 * off * off);
      const double x = 1.43878e7 / (nanometres(i) * 5778);  // Planck
      sun[i] = 1e3 / (std::pow(um, 5) * (std::exp(x) - 1));
      white += sun[i] * bt709_of_xyz(cie_xyz(nanometres(i)));
    }
  }
  Vec3 color(const Spectrum& s) const {
    Vec3 rgb = Vec3::Zero();
    for (int i = 0; i < waves; ++i) rgb += s[i] * bt709_of_xyz(cie_xyz(nanometres(i)));
    return rgb.cwiseQuotient(white).cwiseMax(0) * sun_above_air;
  }
};

const Optics& optics() {
  static const Optics of_air;
  return of_air;
}

struct Depths {
  double air = 0, haze = 0, ozone = 0;
  void add(double height, double way) {
    air += std::exp(-height / air_height) * way;
    haze += std::exp(-height / haze_height) * way;
    ozone += std::max(0.0, 1 - std::abs(height - 25e3) / 15e3) * way;
  }
};

double to_air_top(const Vec3& p, const Vec3& d) {
  const double b = p.dot(d), c = p.squaredNorm() - air_top * air_top;
  return -b + std::sqrt(std::max(b * b - c, 0.0));
}

bool meets_earth(const Vec3& p, const Vec3& d) {
  const double b = p.dot(d);
  return b < 0 && p.squaredNorm() - b * b < earth * earth;
}

// Steps grow along the ray, because the air is densest at its start, near the ground.
Depths depths(const Vec3& from, const Vec3& d, int steps) {
  const double way = to_air_top(from, d);
  Depths sum;
  double before = 0;
  for (int i = 1; i <= steps; ++i) {
    const double share = double(i) / steps, after = way * share * share;
    const Vec3 p = from + d * (0.5 * (before + after));
    sum.add(p.norm() - earth, after - before);
    before = after;
  }
  return sum;
}

Spectrum transmitted(const Depths& a, const Depths& b, double haze) {
  const Optics& o = optics();
  return (-(o.air * (a.air + b.air) + o.haze * (1.1 * haze * (a.haze + b.haze)) +
            o.ozone * (a.ozone + b.ozone)))
      .exp();
}

}  // namespace

PhysicalSky::PhysicalSky(const SkySpec& spec)
    : sun_(std::cos(spec.sun_elevation) * std::cos(spec.sun_azimuth),
           std::cos(spec.sun_elevation) * std::sin(spec.sun_azimuth), std::sin(spec.sun_elevation)),
      haze_(spec.haze) {}

Vec3 PhysicalSky::sun_irradiance() const {
  const Vec3 eye(0, 0, earth + 2);
  if (meets_earth(eye, sun_)) return Vec3::Zero();
  return optics().color(optics().sun * transmitted(depths(eye, sun_, steps_seen), {}, haze_));
}

Vec3 PhysicalSky::radiance(const Vec3& direction) const {
  const Optics& o = optics();
  const Vec3 eye(0, 0, earth + 2);
  const double cosine = direction.dot(sun_), g = haze_forward;
  const double air_phase = 3 / (16 * pi) * (1 + cosine * cosine);
  const double haze_phase = (1 - g * g) / (4 * pi * std::pow(1 + g * g - 2 * g * cosine, 1.5));
  const double way = to_air_top(eye, direction);
  Spectrum sum = Spectrum::Zero();
  Depths gone;
  double before = 0;
  for (int i = 1; i <= steps_seen; ++i) {
    const double share = double(i) / steps_seen, after = way * share * share, step = after - before;
    const Vec3 p = eye + direction * (0.5 * (before + after));
    const double height = p.norm() - earth;
    gone.add(height, 0.5 * step);
    if (!meets_earth(p, sun_)) {
      const Spectrum light = transmitted(gone, depths(p, sun_, steps_to_sun), haze_);
      sum += light * step *
             (o.air * (air_phase * std::exp(-height / air_height)) +
              o.haze * (haze_ * haze_phase * std::exp(-height / haze_height)));
    }
    gone.add(height, 0.5 * step);
    before = after;
  }
  return o.color(o.sun * sum);
}

SkyMap PhysicalSky::map(Float3 below) const {
  SkyMap map{map_width, map_height, {}};
  map.pixels.resize(std::size_t(map_width) * map_height);
  tbb::parallel_for(0, map_height, [&](int row) {
    const double theta = pi * (row + 0.5) / map_height;
    for (int column = 0; column < map_width; ++column) {
      const double phi = 2 * pi * (0.5 - (column + 0.5) / map_width);
      const Vec3 d(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi),
                   std::cos(theta));
      map.pixels[std::size_t(row) * map_width + column] = d.z() > 0 ? Float3(radiance(d)) : below;
    }
  });
  return map;
}

}  // namespace gambol
