#pragma once

// One file of MJCF, and the models that it attaches, as one tree of bodies.

#include "exchange/mujoco/mjcf_frames.h"

namespace gambol {

struct MjcfModel {
  XmlNode root;                // <mujoco>
  ReplicatedNames replicated;  // joints
  std::string from_geoms;      // `inertiafromgeom`
};

// Makes of the file's root one whose elements refer to no class, frame, unit of angles or other
// model. As in MuJoCo 3, <attach> takes the bodies of another file, with its defaults and its
// conventions, and the assets and actuators that belong to them; a prefix goes before their names.
MjcfModel read_mjcf_model(RobotTidying& tidying, XmlNode root);

}  // namespace gambol
