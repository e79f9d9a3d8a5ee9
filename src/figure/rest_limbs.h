#pragma once

// Where the segments of a genome lie at rest.

#include <string>
#include <vector>

#include "base/vec.h"
#include "figure/genome_spec.h"

namespace gambol {

// A limb as it grows: one of a pair, or a single one.
struct GrownLimb {
  const LimbGenes* genes = nullptr;
  std::string name;
  double side = 1;         // 1 left or single, -1 right: mirrored in the x-z plane
  bool lags = false;       // the right one of a pair
  Vec3 at = Vec3::Zero();  // its first joint, from the middle of the trunk, m
};
std::vector<GrownLimb> grown_limbs(const GenomeSpec& genome);

// A frustum with round ends, from the middle of the trunk, x forward, y left.
struct RestSegment {
  Vec3 from = Vec3::Zero(), to = Vec3::Zero();  // m
  double radius = 0, end_radius = 0;            // m
  std::string name;                             // of its body
  const SegmentGenes* genes = nullptr;          // nullptr: the trunk
  int limb = -1, index = -1;                    // of grown_limbs(); in the limb
};
// The trunk first, then limb by limb.
std::vector<RestSegment> rest_segments(const GenomeSpec& genome);
double lowest(const std::vector<RestSegment>& segments);  // m

// How far two of them lie in each other by the points of their axes that are nearest, m; negative
// if they are apart.
double overlap(const RestSegment& a, const RestSegment& b);

}  // namespace gambol
