#pragma once

// What the channels of a BVH file do to its joints, in the file's axes and units.

#include <optional>
#include <vector>

#include "exchange/formats/bvh_reader.h"

namespace gambol {

// Where a joint has its frame in that of its parent, or in the scene. Position channels stand in
// place of the offset, as they do in what capture programs write.
Transform bvh_placement(const Bvh& bvh, std::size_t joint, std::size_t frame);

class BvhJoints {
 public:
  explicit BvhJoints(const Bvh& bvh);

  // Whether the joint moves along its parent in the motion. The root does not count.
  bool slides(std::size_t joint) const { return slides_[joint]; }
  // Where it is in its parent if it does not slide.
  const Vec3& place(std::size_t joint) const { return places_[joint]; }

  // Extents along the file's axes of the skeleton with all rotations 0, or as it is in a frame. How
  // far a joint that slides has gone across `up`, an axis, does not count.
  Vec3 extents(std::optional<std::size_t> frame, int up) const;

  // The joint with which a camera goes: the first that travels by more than a part of the
  // skeleton's size, else the root.
  std::size_t traveller(double size) const;

 private:
  const Bvh& bvh_;
  std::vector<bool> slides_;
  std::vector<Vec3> places_;
};

}  // namespace gambol
