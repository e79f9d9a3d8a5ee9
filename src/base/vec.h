#pragma once

// Linear-algebra types shared by all folders. Units and frames are stated where they are used.

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace gambol {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;

// A rigid transform X_AB: the pose of frame B in frame A. p_A = R_AB * p_B + p_AoBo_A.
struct Transform {
  Quat R = Quat::Identity();
  Vec3 p = Vec3::Zero();  // m

  Vec3 operator*(const Vec3& p_B) const { return R * p_B + p; }
  Transform operator*(const Transform& X_BC) const {
    return {(R * X_BC.R).normalized(), R * X_BC.p + p};
  }
  Transform inverse() const { return {R.conjugate(), -(R.conjugate() * p)}; }
};

}  // namespace gambol
