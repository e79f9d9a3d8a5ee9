#pragma once

// What a file of MJCF says, in its <compiler>, of how it is written.

#include <string>

#include "base/vec.h"
#include "exchange/mujoco/robot_text.h"

namespace gambol {

struct MjcfConventions {
  bool degrees = true;
  std::string sequence = "xyz";  // of `euler`; capitals turn about fixed axes
  bool auto_limits = true;       // a joint with a range has limits
  std::string from_geoms = "auto";
  std::string mesh_folder;
  bool strips = false;  // folders from the names of mesh files

  // Small letters turn about the axes as turned so far, capitals about the fixed ones. `angles` in
  // the file's unit.
  Quat euler(const Vec3& angles) const;
};

// "quat", "axisangle", "xyaxes", "zaxis", "euler".
bool is_orientation(const std::string& attribute);

// The least rotation that takes the z axis to the unit vector `z`; about x if many do, as in
// MuJoCo.
Quat turn_of_z(const Vec3& z);

MjcfConventions mjcf_conventions(const XmlNode& root);

// Rewrites bodies, assets and joints below the root: orientations are written as `quat`, angles of
// joints in radians, names of files in full; joints that have no limits say so; `folder` is
// where the file's own lie ("" or "parts/"). Adds problems for what is no orientation or place.
void apply_conventions(RobotTidying& tidying, XmlNode& root, const MjcfConventions& conventions,
                       const std::string& folder);

}  // namespace gambol
