#pragma once

// A figure file as its author wrote it: bodies in a tree, joints, actuators, motor programs, legs.
// Plain data, SI and radians. After load_figure() every `mirror:` and chain is expanded and every
// name that is referred to exists.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "geometry/shape.h"
#include "shot/terrain_spec.h"

namespace gambol {

struct ShapeSpec {
  Place place;
  Shape shape;
  std::optional<double> density;       // kg/m3; else the body's, else the figure's
  std::string material;                // of the look; else the body's, else the figure's
  std::string layer;                   // of what is seen; else the figure's
  std::optional<TerrainSpec> heights;  // what a height field is made of
};

enum class JointType { rotary, prismatic, fixed };
enum class AxisFrame { body, parent };
enum class Drive { dynamic, kinematic };

struct JointSpec {
  Place place;
  JointType type = JointType::rotary;
  Vec3 axis = Vec3::UnitZ();            // normalised when loaded
  AxisFrame axis_in = AxisFrame::body;  // in which frame `axis` is written, at q = 0
  double initial = 0;                   // q at the start; rad or m
  Drive drive = Drive::dynamic;
  std::optional<Curve> motion;  // q over simulated time, if kinematic
  std::optional<Vec2> limits;   // least and largest q that kinematic motion keeps to; rad or m
};

// One rotation about a fixed axis of the parent ("x", -45 deg); a list is applied in order.
struct RotationSpec {
  char axis = 'x';
  double angle = 0;  // rad
};

struct BodySpec {
  Place place;
  std::string name;
  std::string parent;      // empty: this is the root
  Vec3 at = Vec3::Zero();  // p_PoBo_P of the joint in the parent's frame, m
  std::vector<RotationSpec> rotate;
  JointSpec joint;  // to the parent; the root's is ignored
  std::optional<double> density;
  std::string material;
  // What gives inertia, what collides, what is seen. `shapes:` fills those of the three that are
  // not written; an empty list written out (`collision: []`) stays empty.
  std::vector<ShapeSpec> inertia, collision, visible;
};

enum class ActuatorType { exponential_spring, linear_spring, damper, limit, exponential_limit };

// What the constants are multiplied by (seed 003 App. A, `springtype`): nothing, the mass of the
// body beyond the joint, the mass of everything beyond the joint, the mass of the figure.
enum class MassScale { none, mass, distal_mass, total_mass };

struct ActuatorSpec {
  Place place;
  ActuatorType type = ActuatorType::damper;
  std::vector<std::string> joints;  // names of bodies (a joint is named by its child); expanded
  MassScale scale = MassScale::none;
  double strength = 0;          // alpha of an exponential spring or limit: N*m or N, or per kg
  double rise = 0;              // beta: 1/rad or 1/m
  double stiffness = 0;         // linear spring or limit
  double damping = 0;           // damper, or damping beyond a limit
  std::optional<Curve> rest;    // rest position over simulated time; else the joint's initial q
  double lower = 0, upper = 0;  // limits
};

// One ramp of a motor program: the rest position of a joint's springs moves at constant speed to
// `to`. start and over are fractions of the phase's duration (seed 000 App. C, `motor`, `timer`).
struct RampSpec {
  Place place;
  std::string joint;
  double to = 0;
  double start = 0;
  double over = 1;
};

struct MotorProgramSpec {
  Place place;
  std::string name;
  std::vector<RampSpec> ramps;
};

// A value for a joint; as written perhaps a pattern.
struct JointTarget {
  Place place;
  std::string name;
  double to = 0;  // rad or m
};

// A posture. After loading every target names a joint, each once, in the order of the bodies.
struct PoseSpec {
  Place place;
  std::string name;
  std::vector<JointTarget> joints;
};

enum class Side { left, right };

struct LegSpec {
  Place place;
  std::string name;
  Side side = Side::left;
  int row = 0;                    // 0 is the foremost pair
  std::vector<std::string> feet;  // bodies that may stand on the ground
  Vec3 tip = Vec3::Zero();        // the point that is planted, in the frame of the first foot, m
  std::string upper_joint;        // watched by the step reflex (seed 000 section 4.6)
  std::string support_joint;      // watched by the load reflex
  std::string step, stance;       // motor programs; only the oscillators' gait needs them
};

// A link of a chain and the joint that carries it, by the parameters of Denavit and Hartenberg:
// from frame i-1, whose z is the axis of joint i, to frame i lie turn theta about z, d along it, a
// along the new x and turn alpha about that (seed 004, "Representing articulated limbs").
struct ChainLinkSpec {
  Place place;
  std::string name;  // empty: the chain's, with the link's number
  JointType type = JointType::rotary;
  double a = 0, alpha = 0, d = 0, theta = 0;  // m, rad; the joint's variable is theta or d
  std::optional<Vec2> limits;                 // of that variable
  std::optional<double> radius;               // m; else the chain's
  std::optional<double> density;
  std::string material;
  std::vector<ShapeSpec> inertia, collision, visible;  // in the frame of the link's body
};

struct ChainLegSpec {
  Place place;
  Side side = Side::left;
  int row = 0;
};

// A row of links in that notation. After loading it is bodies and perhaps a leg as any other; see
// shot/chains.h.
struct ChainSpec {
  Place place;
  std::string name;
  std::string parent;
  Vec3 at = Vec3::Zero();            // frame 0 in the parent's frame, m
  std::vector<RotationSpec> rotate;  // likewise
  std::optional<double> radius;      // m, of links that do not say
  std::optional<double> density;
  std::string material;
  Drive drive = Drive::dynamic;  // of all its joints
  std::optional<ChainLegSpec> leg;
  std::vector<ChainLinkSpec> links;
};

// Everything whose name contains `from` is copied as `to`, reflected in the figure's x-z plane.
// A mirrored joint's axis is reflected so that equal q mean mirrored postures.
struct MirrorSpec {
  Place place;
  std::string from, to;
};

enum class SkinSource { mesh, shapes };

// A surface that bends with several bodies. Seen only. See render/skin.h.
struct SkinSpec {
  Place place;
  std::string name;
  SkinSource from = SkinSource::mesh;
  std::string mesh;                  // file, path resolved; from mesh
  Vec3 at = Vec3::Zero();            // of the mesh's frame in the root's, in the rest posture, m
  std::vector<RotationSpec> rotate;  // likewise
  double cell = 0;                   // m; from shapes: how fine it is
  double melt = 0;                   // m; from shapes: how far from each other they flow together
  double soften = 0;                 // m; from shapes: over how far their surface is evened out
  double offset = 0;                 // m; from shapes: how far outside them
  std::vector<std::string> bodies;   // patterns; none: every body that has a visible shape
  std::vector<std::string> around;   // layers whose shapes count; none: all
  double blend = 0;                  // m: over how far a body's influence fades
  std::string material;              // of the look; else that of the nearest shape
  std::string layer;
};

struct FigureSpec {
  Place place;
  std::string name;
  std::string about;
  std::string extends;               // the figure file that this one changes, as written
  std::vector<std::string> without;  // what of it is left out
  double density = 1000;             // kg/m3
  std::string material;
  std::string layer;                               // of visible shapes that name none
  std::optional<std::vector<std::string>> layers;  // that are seen; else all
  std::optional<MirrorSpec> mirror;
  std::vector<BodySpec> bodies;   // parents before children; the first is the root
  std::vector<ChainSpec> chains;  // as written; their links are among the bodies
  std::vector<ActuatorSpec> actuators;
  std::vector<MotorProgramSpec> motor_programs;
  std::vector<PoseSpec> poses;
  std::vector<LegSpec> legs;
  std::vector<SkinSpec> skins;
};

// Reads and checks a figure file. Throws InputError with every problem found.
FigureSpec load_figure(const std::string& path);

}  // namespace gambol
