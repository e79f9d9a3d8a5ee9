#include "geometry/frustum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol {
namespace {

using std::numbers::pi;

// Axes of the cross-section (u, w) and of the solid (a). For an ellipse u, w and a are x, z and y,
// which is left-handed: tapered_cylinder() goes around from w towards u.
struct Axes {
  int u, w, a;
};
Axes axes_of(const Frustum& f) { return f.rectangular ? Axes{0, 1, 2} : Axes{0, 2, 1}; }

}  // namespace

Section section(const Frustum& f, double t) {
  const Vec2 grown = Vec2::Ones() + t * (f.taper - Vec2::Ones());
  return {f.base.cwiseProduct(grown), t * f.shift};
}

Vec3 place(const Frustum& f, const Vec2& across, double t) {
  const Axes axes = axes_of(f);
  Vec3 p;
  p[axes.u] = across.x();
  p[axes.w] = across.y();
  p[axes.a] = (t - 0.5) * f.height;
  return p;
}

MassProperties mass_properties(const Frustum& f, double density) {
  const Axes axes = axes_of(f);
  // For a cross-section with half extents (1, 1): its area, and the mean of u^2.
  const double area = f.rectangular ? 4 : pi, spread = f.rectangular ? 1.0 / 3 : 0.25;
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (int i = -1; i <= 1; ++i) {  // three Gauss points: exact up to the fifth degree
    const double t = 0.5 + 0.5 * i * std::sqrt(0.6);
    const Section at = section(f, t);
    const double dv = (i == 0 ? 4.0 / 9 : 5.0 / 18) * f.height * area * at.half.prod();
    const Vec3 p = place(f, at.middle, t);
    volume += dv;
    first += dv * p;
    second += dv * p * p.transpose();
    second(axes.u, axes.u) += dv * spread * at.half.x() * at.half.x();
    second(axes.w, axes.w) += dv * spread * at.half.y() * at.half.y();
  }
  MassProperties m;
  m.mass = density * volume;
  m.com = first / volume;
  const Mat3 central = second - volume * m.com * m.com.transpose();
  m.I_cm = density * (central.trace() * Mat3::Identity() - central);
  return m;
}

std::vector<Vec3> corners(const Frustum& f) {
  std::vector<Vec3> corners;
  const int around = f.rectangular ? 4 : 8;
  for (int end : {0, 1}) {
    const Section at = section(f, end);
    for (int k = 0; k < around; ++k) {
      const double angle = 2 * pi * k / around;
      Vec2 ray(std::cos(angle), std::sin(angle));
      if (around == 4) ray = Vec2(k == 0 || k == 3 ? 1 : -1, k < 2 ? 1 : -1);
      const Vec3 p = place(f, at.middle + at.half.cwiseProduct(ray), end);
      if (std::find(corners.begin(), corners.end(), p) == corners.end()) corners.push_back(p);
    }
  }
  return corners;
}

double edge_room(const Frustum& f) {
  const bool cone = !f.rectangular && f.taper == Vec2::Zero();
  if (f.taper.minCoeff() <= 0 && !cone) return 0;
  double low = 0;
  double high = std::min(f.rectangular ? 2 * f.base.minCoeff() : f.base.x(), f.height);
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    const bool fits = f.rectangular ? edge_fits_box(f, middle) : edge_fits_cylinder(f, middle);
    (fits ? low : high) = middle;
  }
  return low;
}

}  // namespace gambol
