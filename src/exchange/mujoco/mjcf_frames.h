#pragma once

// <frame> and <replicate> of MJCF, which MuJoCo 2.2 does not know, replaced by what they hold.

#include <map>
#include <string>
#include <vector>

#include "exchange/mujoco/mjcf_defaults.h"

namespace gambol {

// How a file writes angles: what its <compiler> says.
struct MjcfAngles {
  bool degrees = true;
  std::string sequence = "xyz";  // of `euler`; capitals turn about fixed axes
};

// Names that replicas got instead of one in the file.
using ReplicatedNames = std::map<std::string, std::vector<std::string>>;

// Expands all below the body `world`: a frame transforms the bodies, geoms, joints and inertias
// that it holds, and gives them its class; a replica also has a number behind each name, as in
// MuJoCo 3. Adds problems for what makes too much, or cannot be turned. Returns the names of
// replicated joints.
ReplicatedNames expand_frames(RobotTidying& tidying, XmlNode& world, const MjcfDefaults& defaults,
                              const MjcfAngles& angles);

}  // namespace gambol
