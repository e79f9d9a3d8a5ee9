#include "contact/find/ground_surface.h"

#include <algorithm>
#include <cmath>

#include "contact/find/terrain_contact.h"

namespace gambol {

double ground_height(const GroundSurface& ground, double x, double y) {
  return ground.terrain ? ground.terrain->height(x, y) : ground.height;
}

Vec3 ground_normal(const GroundSurface& ground, double x, double y) {
  return ground.terrain ? ground.terrain->under(x, y).normal : Vec3(Vec3::UnitZ());
}

double height_above(const GroundSurface& ground, const Body& body, const Frame& X) {
  if (ground.terrain) return height_above(*ground.terrain, body, X);
  double z = body.contacts.empty() ? X.p.z() : INFINITY;
  for (const ContactPoint& p : body.contacts)
    z = std::min(z, X.p.z() + X.R.row(2).dot(p.p_B) - p.radius);
  return z - ground.height;
}

}  // namespace gambol
