#pragma once

// The motion that a joint allows, composed of at most six elementary motions (Arnold's MSc thesis,
// SFU 1997, "seed 001", 2.1.2: state variables and free mode vectors; Roberson and Schwertassek).
// Each has one degree of freedom.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "figure/figure_spec.h"

namespace gambol {

// A rotation about an axis, a translation along it, or both at a fixed ratio.
struct JointMode {
  bool turns = false;         // by the position, rad
  double slide = 0;           // m along the axis per unit of the position
  Vec3 axis = Vec3::UnitZ();  // unit; in the body, with the joint at 0
  std::string_view suffix;    // what the mode's name adds to the joint's; empty: nothing
};

// From the parent to the body, each mode moves all that follow, unless the joint is a ball: then
// the first three modes are the components of the angular velocity in the body's axes, the others
// those of the velocity of Bo, and the positions are a unit quaternion w x y z, after the position
// of Bo if there are six modes. Both are in the frame that the body has with the joint at 0.
struct JointMotion {
  bool ball = false;
  std::vector<JointMode> modes;

  int degrees() const { return static_cast<int>(modes.size()); }
  int positions() const { return degrees() + (ball ? 1 : 0); }
};

// That of the root in the world.
JointMotion free_motion();
// R_PB: of the body in its parent, with the joint at 0.
JointMotion motion_of(const JointSpec& joint, const Mat3& R_PB);

// One coordinate for each mode: an angle (rad) or a length (m). Those of a ball are the components
// of its rotation vector, of length at most pi, and of the position of Bo. `q` holds
// motion.positions() numbers, `x` motion.degrees().
void to_coordinates(const JointMotion& motion, const double* q, double* x);
void from_coordinates(const JointMotion& motion, const double* x, double* q);

// Pose of the body at the coordinates x, in the frame that it has at 0.
Transform moved_by(const JointMotion& motion, const double* x);

// A degree of freedom of a joint, as authors name it: that of a joint with only one has the joint's
// name, `knee`; others add the mode's suffix, `hip.rx`.
struct JointDof {
  std::string name;
  const BodySpec* body = nullptr;  // that the joint carries
  int mode = 0;
  bool slides = false;  // a length; else an angle
};
// In the order of the bodies. The pointers are into `figure`.
std::vector<JointDof> joint_dofs(const FigureSpec& figure);
std::vector<JointDof> joint_dofs(const BodySpec& body);  // none of a root or of a welded joint
// Those of the root in the world, `trunk.rx` to `trunk.tz`: turns about its axes, and places.
std::vector<JointDof> root_motions(const FigureSpec& figure);
// The one of that name; nullopt if there is none.
std::optional<JointDof> find_dof(const FigureSpec& figure, const std::string& name);

}  // namespace gambol
