#pragma once

// The motion of an imported character, as curves that its joints follow.

#include <vector>

#include "exchange/imported.h"
#include "geometry/gltf.h"

namespace gambol {

// What became of a bone: the body of which its own hangs (-1: the root), and whether its joint
// moves.
struct BoneJoint {
  int parent = -1;
  bool moves = false;
};

// Adds curves of the root's place and of the rotation vectors of all joints that move, and the
// film's length and rate. `to_ours` turns the file's axes, in units of `metres`. Bones do not
// stretch: those that would are listed as left out.
void add_bone_motion(const GltfSkeleton& skeleton, const GltfBoneMotion& motion,
                     const std::vector<BoneJoint>& joints, const Quat& to_ours, double metres,
                     Imported& made, ImportedFigure& figure);

}  // namespace gambol
