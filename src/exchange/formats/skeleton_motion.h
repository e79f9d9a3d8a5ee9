#pragma once

// The motion of an imported character, as curves that its joints follow.

#include <vector>

#include "exchange/formats/imported.h"
#include "geometry/gltf.h"

namespace gambol {

enum class BoneJointType { fixed, spherical, free };

// What became of a bone: the body of which its own hangs (-1: the root), and its joint.
struct BoneJoint {
  int parent = -1;
  BoneJointType type = BoneJointType::fixed;
};

// Makes the joints free of bones that the motion moves along their parents, and spherical those
// that it turns. Skeletons and motions are in our axes, in m.
void free_moving_bones(const GltfSkeleton& skeleton, const GltfBoneMotion& motion,
                       std::vector<BoneJoint>& joints);

// Adds curves of the root's place, and of the rotation vectors and places of all joints that move,
// and the film's length and rate. Bones do not change their size: those that would are listed as
// left out.
void add_bone_motion(const GltfSkeleton& skeleton, const GltfBoneMotion& motion,
                     const std::vector<BoneJoint>& joints, Imported& made, ImportedFigure& figure);

}  // namespace gambol
