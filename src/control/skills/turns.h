#pragma once

// Orientations of bodies against the figure with all joints at 0, whatever frames its author chose:
// the *turn* of a body is 1 then, and about the world's axes. A joint of up to three turns about
// axes at right angles then turns its body against its parent by rotations about those axes, in the
// figure's axes.

#include <cmath>
#include <vector>

#include "dynamics/articulated_body.h"

namespace gambol {

// A joint that only turns, about one to three axes.
struct Turns {
  int body = 0;
  int dof = 0;             // the first of its degrees of freedom
  std::vector<Vec3> axes;  // unit, at right angles, in the figure's axes
  // Its coordinates at which the body's turn against its parent's is T, or comes nearest to it,
  // rad; those of the middle axis within a quarter turn.
  Vec3 coordinates(const Mat3& T) const;
  // The turn at coordinates.
  Mat3 turn(const Vec3& x) const;
};

// Where the bodies of a model are with all joints at 0, in the root's axes.
class AtRest {
 public:
  explicit AtRest(const Model& model);
  const Frame& of(int body) const { return frames_[static_cast<std::size_t>(body)]; }
  Turns turns(const Model& model, int body) const;
  // The turn of a body at the kinematics of `work`, in the world.
  Mat3 turn(const Workspace& work, int body) const {
    return work.bodies[static_cast<std::size_t>(body)].X_WB.R * of(body).R.transpose();
  }

 private:
  std::vector<Frame> frames_;  // [body]
};

// R by which T is reached if it is done n times, the shortest way.
Mat3 share_of_turn(const Mat3& T, double share);

// The unit vector ahead of a heading, and the part of a vector along the ground.
inline Vec3 ahead_of(double heading) { return {std::cos(heading), std::sin(heading), 0}; }
inline Vec3 across(const Vec3& v) { return {v.x(), v.y(), 0}; }
inline double yaw_of(const Mat3& T) { return std::atan2(T(1, 0), T(0, 0)); }
inline Mat3 turn_to(double heading, double pitch) {
  return (Eigen::AngleAxisd(heading, Vec3::UnitZ()) * Eigen::AngleAxisd(pitch, Vec3::UnitY()))
      .toRotationMatrix();
}

}  // namespace gambol
