#include "geometry/mesh.h"

namespace gambol {

// Each triangle spans a signed tetrahedron with the origin; their moments add up to the solid's.
MassProperties mass_properties(const TriangleMesh& mesh, double density) {
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();  // integral of x x^T
  for (const auto& t : mesh.triangles) {
    const Vec3& a = mesh.positions[t[0]];
    const Vec3& b = mesh.positions[t[1]];
    const Vec3& c = mesh.positions[t[2]];
    const double v = a.dot(b.cross(c)) / 6;
    const Vec3 sum = a + b + c;
    volume += v;
    first += v / 4 * sum;
    second += v / 20 *
              (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
  }
  MassProperties m;
  m.mass = density * volume;
  if (volume == 0) return m;
  m.com = first / volume;
  const Mat3 central = second - volume * m.com * m.com.transpose();
  m.I_cm = density * (central.trace() * Mat3::Identity() - central);
  return m;
}

}  // namespace gambol
