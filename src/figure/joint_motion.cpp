#include "figure/joint_motion.h"

#include <algorithm>
#include <cmath>

#include "base/rotation.h"

namespace gambol {
namespace {

constexpr double turn = 2 * M_PI;

JointMode turning(const Vec3& axis, std::string_view suffix = "") {
  return {true, 0, axis, suffix};
}
JointMode sliding(const Vec3& axis, std::string_view suffix = "") {
  return {false, 1, axis, suffix};
}

// A unit vector perpendicular to the unit vector n: the part of x, or of y if n is nearly along x.
Vec3 across(const Vec3& n) {
  const Vec3 x = std::abs(n.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY();
  return (x - n.dot(x) * n).normalized();
}

std::vector<JointMode> modes_of(const JointSpec& joint, const Vec3& axis, const Vec3& second,
                                const Vec3& third) {
  switch (joint.type) {
    case JointType::rotary:
      return {turning(axis)};
    case JointType::prismatic:
      return {sliding(axis)};
    case JointType::fixed:
      return {};
    case JointType::cylindrical:
      return {turning(axis, ".r"), sliding(axis, ".t")};
    case JointType::screw:
      return {{true, joint.pitch / turn, axis, ""}};
    case JointType::universal:
      return {turning(axis, ".r1"), turning(second, ".r2")};
    case JointType::gimbal:
      return {turning(axis, ".r1"), turning(second, ".r2"), turning(third, ".r3")};
    case JointType::planar: {
      const Vec3 first = across(axis);
      return {sliding(first, ".t1"), sliding(axis.cross(first), ".t2"), turning(axis, ".r")};
    }
    case JointType::spherical:
    case JointType::free:
      break;
  }
  std::vector<JointMode> modes{turning(Vec3::UnitX(), ".rx"), turning(Vec3::UnitY(), ".ry"),
                               turning(Vec3::UnitZ(), ".rz")};
  if (joint.type == JointType::free) {
    modes.push_back(sliding(Vec3::UnitX(), ".tx"));
    modes.push_back(sliding(Vec3::UnitY(), ".ty"));
    modes.push_back(sliding(Vec3::UnitZ(), ".tz"));
  }
  return modes;
}

// With M the reflection y -> -y: directions become M a, and axes of rotation, pseudo-vectors, -M a,
// so that equal coordinates mean mirrored postures.
void reflect(JointMode& mode) {
  const double side = mode.turns ? -1 : 1;
  const Vec3 a = mode.axis;
  mode.axis = {0.0 + side * a.x(), 0.0 - side * a.y(), 0.0 + side * a.z()};  // no zero is negative
  if (mode.turns) mode.slide = 0.0 - mode.slide;
}

// Of a ball: the sum of its three first or last modes with the coordinates x.
Vec3 sum(const JointMotion& motion, int first, const double* x) {
  Vec3 v = Vec3::Zero();
  for (int m = 0; m < 3; ++m) v += x[first + m] * motion.modes[first + m].axis;
  return v;
}

}  // namespace

JointMotion motion_of(const JointSpec& joint, const Mat3& R_PB) {
  // As if the body were not mirrored: its R_PB is then M R_PB M.
  const Vec3 M(1, joint.mirrored ? -1 : 1, 1);
  const auto in_body = [&](const Vec3& axis) -> Vec3 {
    const Vec3 unit = axis.normalized();
    if (joint.axis_in == AxisFrame::body) return unit;
    const Vec3 turned = R_PB.transpose() * unit.cwiseProduct(M);
    return turned.cwiseProduct(M);
  };
  JointMotion motion{
      joint.type == JointType::spherical || joint.type == JointType::free,
      modes_of(joint, in_body(joint.axis), in_body(joint.axis2), in_body(joint.axis3))};
  if (joint.mirrored)
    for (JointMode& mode : motion.modes) reflect(mode);
  return motion;
}

void to_coordinates(const JointMotion& motion, const double* q, double* x) {
  const int n = motion.degrees();
  if (!motion.ball) {
    std::copy_n(q, n, x);
    return;
  }
  const double* turned = q + n - 3;
  const Vec3 r = log_rotation(Quat(turned[0], turned[1], turned[2], turned[3]));
  for (int m = 0; m < 3; ++m) x[m] = motion.modes[m].axis.dot(r);
  for (int m = 3; m < n; ++m) x[m] = motion.modes[m].axis.dot(Vec3(q[0], q[1], q[2]));
}

void from_coordinates(const JointMotion& motion, const double* x, double* q) {
  const int n = motion.degrees();
  if (!motion.ball) {
    std::copy_n(x, n, q);
    return;
  }
  if (n == 6) Eigen::Map<Vec3>{q} = sum(motion, 3, x);
  const Quat R = exp_rotation(sum(motion, 0, x));
  double* turned = q + n - 3;
  turned[0] = R.w();
  Eigen::Map<Vec3>{turned + 1} = R.vec();
}

Transform moved_by(const JointMotion& motion, const double* x) {
  if (motion.ball)
    return {exp_rotation(sum(motion, 0, x)),
            motion.degrees() == 6 ? sum(motion, 3, x) : Vec3(Vec3::Zero())};
  Transform X;
  for (std::size_t m = 0; m < motion.modes.size(); ++m) {
    const JointMode& mode = motion.modes[m];
    Transform by;
    if (mode.turns) by.R = Quat(Eigen::AngleAxisd(x[m], mode.axis));
    if (mode.slide != 0) by.p = mode.slide * x[m] * mode.axis;
    X = m == 0 ? by : X * by;
  }
  return X;
}

namespace {

void append_dofs(const BodySpec& body, const JointMotion& motion, std::vector<JointDof>& dofs) {
  for (int m = 0; m < motion.degrees(); ++m) {
    const JointMode& mode = motion.modes[m];
    JointDof& dof = dofs.emplace_back(JointDof{body.name, &body, m, !mode.turns});
    dof.name += mode.suffix;
  }
}

void append_joint_dofs(const BodySpec& body, std::vector<JointDof>& dofs) {
  if (body.parent.empty() || body.joint.welded) return;
  append_dofs(body, motion_of(body.joint, Mat3::Identity()), dofs);
}

}  // namespace

JointMotion free_motion() {
  JointSpec joint;
  joint.type = JointType::free;
  return motion_of(joint, Mat3::Identity());
}

std::vector<JointDof> joint_dofs(const BodySpec& body) {
  std::vector<JointDof> dofs;
  append_joint_dofs(body, dofs);
  return dofs;
}

std::vector<JointDof> root_motions(const FigureSpec& figure) {
  std::vector<JointDof> dofs;
  for (const BodySpec& body : figure.bodies) {
    if (!body.parent.empty()) continue;
    append_dofs(body, free_motion(), dofs);
  }
  return dofs;
}

std::vector<JointDof> joint_dofs(const FigureSpec& figure) {
  std::vector<JointDof> dofs;
  for (const BodySpec& body : figure.bodies) append_joint_dofs(body, dofs);
  return dofs;
}

std::optional<JointDof> find_dof(const FigureSpec& figure, const std::string& name) {
  for (const BodySpec& body : figure.bodies)
    if (name.starts_with(body.name))
      for (JointDof& dof : joint_dofs(body))
        if (dof.name == name) return dof;
  return std::nullopt;
}

}  // namespace gambol
