#pragma once

// What an import makes: figures, the shot that shows them, and the list of what was left out.

#include <map>
#include <string>
#include <vector>

#include "base/vec.h"
#include "exchange/formats/robot.h"
#include "shot/look_spec.h"

namespace gambol {

// The least index of refraction of what is seen through: light goes straight on.
inline constexpr double unbent = 1.0001;

// A file beside a figure's; its name begins with that of the folder it lies in.
struct ImportedFile {
  std::string name;  // "robot/trunk.obj"
  std::string bytes;
};

// Keys of one degree of freedom: a constant if there is one.
struct ImportedCurve {
  std::string dof;
  std::vector<std::string> keys;  // "[0.1 s, 12 deg]"; a constant: "12 deg"
};

// Where a part of a figure is in the imported file.
struct ImportedOrigin {
  Place place;
  std::string what;  // `link "arm"`
};

struct ImportedFigure {
  std::string name;
  std::string text;                               // of its file
  std::vector<ImportedFile> files;                // that it names
  std::map<std::string, ImportedOrigin> origins;  // by the keys of `text`: "bodies[3]"
  std::map<std::string, std::string> materials;   // colours "#rrggbb", by name
  std::map<std::string, double> opacities;        // of materials that are not opaque
  std::vector<MaterialSpec> looks;  // of more than a colour; their pictures are among `files`
  std::string file;                 // that the shot names; "" for that of `text`
  bool held = false;                // its root does not move
  bool has_joints = false;
  bool stands = false;     // its lowest point goes to the ground
  Vec3 at = Vec3::Zero();  // of the root in the world, m
  Quat turned = Quat::Identity();
  std::string pose;      // in which it begins; may be empty
  std::string followed;  // body with which the camera goes; "": the root
  std::vector<ImportedCurve> motions;
};

struct Imported {
  std::string name;    // of the shot
  std::string source;  // name of the imported file, without folders
  std::vector<ImportedFigure> figures;
  std::vector<LeftOut> left_out;
  std::vector<std::string> notes;  // what was assumed
  Vec3 gravity = Vec3(0, 0, -9.81);
  bool apart = true;      // no figure begins within another one
  double ground = 0;      // m: its height
  double friction = 0.7;  // of everything that touches
  double fps = 24;
  double duration = 2;  // s of film
};

}  // namespace gambol
