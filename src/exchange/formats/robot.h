#pragma once

// A robot or character as MuJoCo reads it from URDF or MJCF, as plain data, and the interface of
// the module that links MuJoCo. The module knows no policy: which files it may read is decided by
// who calls it. Failures are returned as text, so that no exception has to cross the module
// boundary. Lengths in m, angles in rad, masses in kg.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/vec.h"

namespace gambol {

// What a file says and a figure cannot carry, or what was changed so that it can.
struct LeftOut {
  Place place;             // in the imported file, or one that it includes; line 0: unknown
  std::string kind, name;  // "transmission", "left_hip"; the name may be empty
  std::string why;
};

inline void add_left_out(std::vector<LeftOut>& list, const Place& place, const std::string& kind,
                         const std::string& name, const std::string& why) {
  list.push_back({place, kind, name, why});
}

enum class RobotJointType { hinge, slide, ball, free };

// Joints of a body act in their order, from the parent to the body. Positions count from that of
// the file's reference posture.
struct RobotJoint {
  std::string name;
  RobotJointType type = RobotJointType::hinge;
  Vec3 axis = Vec3::UnitZ();   // unit, in the body
  Vec3 at = Vec3::Zero();      // p_BoJ_B
  std::optional<Vec2> limits;  // rad or m, of hinges and slides
  double limit_stiffness = 0;  // N*m/rad or N/m beyond the limits, as MuJoCo's has at rest, with
  double limit_damping = 0;    // the inertia that the joint moves in the reference posture
  double stiffness = 0;        // of a spring to `rest`
  double rest = 0;
  double damping = 0;
  double armature = 0;     // kg m2 or kg
  double friction = 0;     // N*m or N
  double most_torque = 0;  // N*m or N; 0: any
};

enum class RobotShapeKind { box, sphere, ellipsoid, cylinder, capsule, mesh };

// Cylinders and capsules lie along their own z.
struct RobotShape {
  RobotShapeKind kind = RobotShapeKind::box;
  Vec3 size = Vec3::Zero();  // box: full extents; ellipsoid: radii
  double radius = 0;         // sphere, cylinder, capsule
  double length = 0;         // cylinder; of a capsule between the centres of its ends
  int mesh = -1;             // index into RobotModel::meshes
  Transform X_BS;
  std::string material;  // name; may be empty
  std::string color;     // "#a05020"
  double opacity = 1;
  std::optional<double> friction;  // Coulomb's, if the file says it
  bool seen = false, collides = false;
};

struct RobotBody {
  std::string name;
  Place place;      // in the file
  int parent = -1;  // index of an earlier body; -1: the world
  Transform X_PB;   // in the reference posture
  double mass = 0;
  Transform X_BI;                  // to the principal axes, at the centre of mass
  Vec3 moments = Vec3::Zero();     // kg m2, about them
  std::vector<RobotJoint> joints;  // none: a part of its parent, or at rest in the world
  std::vector<RobotShape> shapes;
};

struct RobotMesh {
  std::string name;
  std::vector<Vec3> positions;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::array<std::uint32_t, 3>> hull;  // of the same positions; empty: not needed
};

// Positions of joints, as they count: for each joint of each body, in order, one number, four of a
// ball (w x y z), or seven of a free joint (place, then w x y z).
struct RobotPosture {
  std::string name;
  std::vector<double> positions;
};

struct RobotModel {
  bool urdf = false;
  bool held = false;  // URDF that begins with a link `world`
  std::vector<RobotBody> bodies;
  std::vector<RobotMesh> meshes;
  std::vector<RobotPosture> postures;
  Vec3 gravity = Vec3(0, 0, -9.81);
  std::optional<double> ground;  // m: the height of the level ground, if the file has one
  double ground_friction = 1;
  bool assumes_masses = false;  // no link has a mass: solids weigh as water
  std::vector<LeftOut> left_out;
};

// Returns the bytes of the file `name`, as it is written in the file `from` at the line `line`; or
// nullopt, and sets `why`. `path` gets the path that was read, for messages. A mesh's name may
// begin with package:// and file://.
using RobotFileReader = std::function<std::optional<std::string>(
    const std::string& from, const std::string& name, std::string& path, std::string& why)>;

struct RobotBackend {
  // Reads the robot described by `text`, the content of the file `path`. Returns false if nothing
  // can be made of it; `problems` then say why.
  bool (*read)(const std::string& path, const std::string& text, const RobotFileReader& read_file,
               RobotModel& model, std::vector<Problem>& problems);
};

inline constexpr const char* robot_backend_symbol = "gambol_robot_backend";
inline constexpr const char* robot_backend_module = "gambol_exchange_mujoco";

}  // namespace gambol
