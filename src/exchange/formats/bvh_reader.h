#pragma once

// BVH files (Biovision hierarchy): a skeleton, and the channels of its joints frame by frame.

#include <string>
#include <vector>

#include "base/vec.h"

namespace gambol {

struct BvhChannel {
  bool turns = false;  // else it slides
  int axis = 0;        // 0: x
};

struct BvhJoint {
  std::string name;
  int parent = -1;             // index of an earlier joint
  Vec3 offset = Vec3::Zero();  // from the parent, in units of the file
  std::vector<BvhChannel> channels;
  std::size_t first = 0;   // of its channels in a frame
  std::vector<Vec3> ends;  // `End Site`s
  int line = 0;
};

struct Bvh {
  std::vector<BvhJoint> joints;  // the first is the root
  std::size_t channels = 0;      // of a frame
  std::size_t frames = 0;
  std::size_t beyond = 0;      // numbers after the last frame
  double frame_time = 0;       // s
  std::vector<double> values;  // [frame][channel], degrees and units of length

  double value(std::size_t frame, const BvhJoint& joint, std::size_t channel) const {
    return values[frame * channels + joint.first + channel];
  }
};

// Throws InputError with the line of the first fault; `file` is the name for its place. A file
// with a second ROOT is refused.
Bvh read_bvh(const std::string& text, const std::string& file);

}  // namespace gambol
