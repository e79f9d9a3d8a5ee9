#include "exchange/formats/bvh_joints.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

constexpr double steady = 1e-5;     // of the skeleton's size: positions that do not change
constexpr double travelled = 0.05;  // of it: what a camera goes with

// The range of a joint's positions over the motion, axis by axis; 0 along those without a channel.
Vec3 position_range(const Bvh& bvh, std::size_t j) {
  const BvhJoint& joint = bvh.joints[j];
  Vec3 range = Vec3::Zero();
  for (std::size_t c = 0; c < joint.channels.size(); ++c) {
    if (joint.channels[c].turns) continue;
    double low = bvh.value(0, joint, c), high = low;
    for (std::size_t f = 1; f < bvh.frames; ++f) {
      low = std::min(low, bvh.value(f, joint, c));
      high = std::max(high, bvh.value(f, joint, c));
    }
    range[joint.channels[c].axis] = high - low;
  }
  return range;
}

}  // namespace

Transform bvh_placement(const Bvh& bvh, std::size_t j, std::size_t frame) {
  const BvhJoint& joint = bvh.joints[j];
  Transform X;
  X.p = joint.offset;
  for (std::size_t c = 0; c < joint.channels.size(); ++c) {
    const BvhChannel& channel = joint.channels[c];
    const double value = bvh.value(frame, joint, c);
    if (channel.turns)
      X.R = X.R * Quat(Eigen::AngleAxisd(value * M_PI / 180, Vec3::Unit(channel.axis)));
    else
      X.p[channel.axis] = value;
  }
  return X;
}

BvhJoints::BvhJoints(const Bvh& bvh) : bvh_(bvh) {
  double size = 0;
  for (std::size_t j = 1; j < bvh.joints.size(); ++j)
    size = std::max(size, bvh.joints[j].offset.norm());
  for (std::size_t j = 0; j < bvh.joints.size(); ++j) {
    slides_.push_back(j > 0 && position_range(bvh, j).norm() > steady * size);
    // Positions that are 0 throughout are channels that are not used: no bone has no length.
    const Vec3 p = bvh_placement(bvh, j, 0).p;
    places_.push_back(j == 0                     ? Vec3(Vec3::Zero())
                      : slides_[j] || p.isZero() ? bvh.joints[j].offset
                                                 : p);
  }
}

Vec3 BvhJoints::extents(std::optional<std::size_t> frame, int up) const {
  std::vector<Transform> X;
  Eigen::AlignedBox3d box;
  for (std::size_t j = 0; j < bvh_.joints.size(); ++j) {
    const BvhJoint& joint = bvh_.joints[j];
    Transform own;
    if (frame) own.R = bvh_placement(bvh_, j, *frame).R;
    own.p = places_[j];
    if (slides_[j]) {
      const Vec3 at = frame ? bvh_placement(bvh_, j, *frame).p : joint.offset;
      own.p = at[up] * Vec3::Unit(up);
    }
    X.push_back(joint.parent < 0 ? own : X[joint.parent] * own);
    box.extend(X.back().p);
    for (const Vec3& end : joint.ends) box.extend(X.back() * end);
  }
  return box.sizes();
}

std::size_t BvhJoints::traveller(double size) const {
  for (std::size_t j = 0; j < bvh_.joints.size(); ++j)
    if ((j == 0 || slides_[j]) && position_range(bvh_, j).norm() > travelled * size) return j;
  return 0;
}

}  // namespace gambol
