#pragma once

// <frame> and <replicate> of MJCF, which MuJoCo 2.2 does not know, replaced by what they hold.

#include <map>
#include <string>
#include <vector>

#include "exchange/mujoco/mjcf_conventions.h"

namespace gambol {

// Names that replicas got instead of one in the file.
using ReplicatedNames = std::map<std::string, std::vector<std::string>>;

// Expands all below the body `world`, in which apply_defaults() and apply_conventions() have
// written every attribute: a frame transforms the bodies, geoms, joints and inertias that it holds;
// a replica also has a number behind each name, as in MuJoCo 3. Adds problems for what makes too
// much, or cannot be turned. Returns the names of replicated joints.
ReplicatedNames expand_frames(RobotTidying& tidying, XmlNode& world,
                              const MjcfConventions& conventions);

}  // namespace gambol
