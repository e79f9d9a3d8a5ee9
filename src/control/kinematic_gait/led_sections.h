#pragma once

// The sections of a figure's trunk, which carry its legs, and how they lie as the trunk bends.

#include <vector>

#include "base/rotation.h"
#include "dynamics/spatial.h"

namespace gambol {

// Where a section is in mid-stance.
struct SectionPlace {
  Frame X_TS;                  // in the trunk's frame
  Vec3 begins = Vec3::Zero();  // the chain from the parent, in the same frame
  std::size_t parent = 0;
};

// How far a section turns against the trunk, rad: to the left, nose up.
struct SectionTurn {
  double yaw = 0, pitch = 0;
  Mat3 R() const {
    return rotation_about(Vec3::UnitZ(), yaw) * rotation_about(Vec3::UnitY(), -pitch);
  }
};

// The sections of a bent trunk, in its frame. A chain between two of them takes the shape of an
// arc. Their mean place stays.
std::vector<Frame> bent_sections(const std::vector<SectionPlace>& sections,
                                 const std::vector<SectionTurn>& turns);

// How the sections have moved in the trunk's frame, if it lies along a way of that curvature (1/m).
std::vector<Frame> bends_along(double curve, const std::vector<SectionPlace>& sections);

}  // namespace gambol
