#pragma once

// A limb by the parameters of Denavit and Hartenberg (Girard and Maciejewski 1985, PODA, "seed
// 004"); see figure_spec.h.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/rotation.h"
#include "base/vec.h"
#include "figure/body_spec.h"
#include "figure/leg_spec.h"
#include "schema/field.h"

namespace gambol {

// A link of a chain and the joint that carries it, by the parameters of Denavit and Hartenberg.
// Frame i results from frame i-1, whose z is the axis of joint i, by a rotation theta about z, a
// translation d along z, a translation a along the new x, and a rotation alpha about the new x
// (seed 004, "Representing articulated limbs").
struct ChainLinkSpec {
  Place place;
  std::string name;  // empty: the chain's name with the link's number
  JointType type = JointType::rotary;
  double a = 0, alpha = 0, d = 0, theta = 0;  // m, rad; the joint's variable is theta or d
  std::optional<Vec2> limits;                 // of the joint's variable
  std::optional<double> radius;               // m; default: the chain's
  std::optional<double> density;
  std::string material;
  std::vector<ShapeSpec> inertia, collision, visible;  // in the frame of the link's body
};
void fields(Fields& v, ChainLinkSpec& of);

struct ChainLegSpec {
  Place place;
  Side side = Side::left;
  int row = 0;
  std::optional<double> inmost;  // LegSpec::inmost, m
};
void fields(Fields& v, ChainLegSpec& of);

// A row of links in that notation. Loading converts it to ordinary bodies and, if asked for, a leg;
// see figure/chains.cpp.
struct ChainSpec {
  Place place;
  std::string name;
  std::string parent;
  Vec3 at = Vec3::Zero();            // frame 0 in the parent's frame, m
  std::vector<RotationSpec> rotate;  // of frame 0, about the parent's axes
  std::optional<double> radius;      // m, for links without a radius
  std::optional<double> density;
  std::string material;
  Drive drive = Drive::dynamic;  // of all joints of the chain
  std::optional<ChainLegSpec> leg;
  std::vector<ChainLinkSpec> links;
};
void fields(Fields& v, ChainSpec& of);

}  // namespace gambol
