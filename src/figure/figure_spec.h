#pragma once

// A figure file as its author wrote it: a tree of bodies, joints, actuators, motor programs, legs.
// Plain data, in SI units and radians. After load_figure() chains, `copies:` and `mirror:` are
// expanded, what is asked for by behaviour (`hold`, limits without a stiffness) is numbers, joints
// whose `limits` act have an actuator for it, and
// every name that is referred to exists.
//
// Sources: McKenna's MS thesis, MIT 1990 ("seed 000"); McKenna's PhD thesis, MIT 1994 ("seed 003");
// Girard and Maciejewski 1985, PODA ("seed 004").

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/rotation.h"
#include "base/vec.h"
#include "figure/drive.h"
#include "figure/terrain_spec.h"
#include "figure/waves_spec.h"
#include "geometry/shape.h"
#include "schema/field.h"
#include "schema/names.h"

namespace gambol {

struct ShapeSpec {
  Place place;
  Shape shape;
  std::optional<double> density;       // kg/m3; default: the body's, else the figure's
  std::string material;                // of the look; default: the body's, else the figure's
  std::string layer;                   // of a visible shape; default: the figure's
  std::optional<TerrainSpec> heights;  // source of a height field
};
void fields(Fields& v, ShapeSpec& of);
// An author writes a WrittenShape (figure/shapes/written_shape.h). Said here, so that who loads or
// describes shapes without that header does not compile.
struct WrittenShape;
template <>
struct WrittenAs<ShapeSpec> {
  using type = WrittenShape;
};

enum class JointType {
  rotary,
  prismatic,
  fixed,
  cylindrical,
  screw,
  universal,
  gimbal,
  planar,
  spherical,
  free,
};
template <>
inline constexpr auto names_of<JointType> = named<JointType>({
    {"rotary", JointType::rotary},
    {"prismatic", JointType::prismatic},
    {"fixed", JointType::fixed},
    {"cylindrical", JointType::cylindrical},
    {"screw", JointType::screw},
    {"universal", JointType::universal},
    {"gimbal", JointType::gimbal},
    {"planar", JointType::planar},
    {"spherical", JointType::spherical},
    {"free", JointType::free},
});
// Whether the joint turns its body about the body's origin and moves it in no other way.
inline bool is_hinge(JointType type) {
  return type == JointType::rotary || type == JointType::universal || type == JointType::gimbal ||
         type == JointType::spherical;
}
enum class AxisFrame { body, parent };
template <>
inline constexpr auto names_of<AxisFrame> = named<AxisFrame>({
    {"body", AxisFrame::body},
    {"parent", AxisFrame::parent},
});

// Which load bends a joint that is to hold (figure/joint_load.h).
enum class HoldLoad { posture, most, stance };
template <>
inline constexpr auto names_of<HoldLoad> = named<HoldLoad>({
    {"posture", HoldLoad::posture},
    {"most", HoldLoad::most},
    {"stance", HoldLoad::stance},
});

// A spring and a damper, asked for by what they do. Loading replaces them by numbers; see
// figure/behaviour.cpp.
struct HoldSpec {
  Place place;
  double sag = 0;            // rad or m: by how much the joint gives way under the load
  double damping_ratio = 1;  // of the joint's swing about that place
  HoldLoad load = HoldLoad::posture;
  std::optional<int> legs;  // of a stance: number that share the figure's weight; default: all
};
void fields(Fields& v, HoldSpec& of);

struct JointSpec {
  Place place;
  JointType type = JointType::rotary;
  Vec3 axis = Vec3::UnitZ();            // any length but 0; the normal of a planar joint's plane
  Vec3 axis2 = Vec3::UnitX();           // second axis of a universal joint or gimbal
  Vec3 axis3 = Vec3::UnitZ();           // third axis of a gimbal
  AxisFrame axis_in = AxisFrame::body;  // frame in which the axes are written, with the joint at 0
  double pitch = 0;                     // of a screw: m of travel in a turn
  std::vector<double> initial;          // [mode] coordinates at the start; rad or m; default: 0
  double armature = 0;                  // inertia of rotors, kg m2, or kg where the joint slides
  std::optional<double> most_torque;    // that a controller can exert, N*m or N; default: any
  bool mirrored = false;                // equal coordinates mean mirrored postures
  bool welded = false;                  // the joint stays as it is at the start
  Drive drive = Drive::dynamic;
  std::optional<Curve> motion;   // q over simulated time, that a joint can follow
  std::optional<Vec2> limits;    // least and largest q, see LimitsUse; rad or m
  std::optional<HoldSpec> hold;  // becomes two of the figure's actuators

  // `initial` of the figure's file, to which skins are bound, where a pose has replaced it.
  std::optional<std::vector<double>> modelled;

  double initial_of(int mode) const { return of(initial, mode); }
  double modelled_of(int mode) const { return of(modelled ? *modelled : initial, mode); }
  void take_pose(int mode, double x) {
    if (!modelled) modelled = initial;
    const auto m = static_cast<std::size_t>(mode);
    if (initial.size() <= m) initial.resize(m + 1, 0);
    initial[m] = x;
  }

 private:
  static double of(const std::vector<double>& coordinates, int mode) {
    const auto m = static_cast<std::size_t>(mode);
    return m < coordinates.size() ? coordinates[m] : 0;
  }
};
void fields(Fields& v, JointSpec& of);

// How wide a body is at a place along its length, in proportion to how wide it was.
struct GirthSpec {
  Place place;
  double at = 0;     // along the body's length, from its joint, in the figure as written, m
  double wide = 1;   // factor across: along y for bodies that are long in x or z, else along z
  double deep = 1;   // factor along the third axis: x for bodies that are long in z
  double ahead = 0;  // shift along that axis, in the figure as written, m
};
void fields(Fields& v, GirthSpec& of);

// How loading has scaled a body to a person (figure/body_stretch.h). Not written by authors.
struct BodyStretch {
  Place place;
  Transform X_RB;  // the body in the root's frame at rest, in the figure as written
  int axis = 2;    // the long axis, of the body's frame
  double length = 1, girth = 1;
  std::vector<GirthSpec> profile;  // by `at`; multiplies the girth
  std::vector<ShapeSpec> visible;  // as written
};
void fields(Fields& v, BodyStretch& of);

// A soft layer over the collision shapes of a body: a spring and a damper at each contact point, in
// series with those of what it touches (contact/answer/contact_layer.h).
struct CushionSpec {
  Place place;
  double strength = 0;   // alpha of an exponential spring, N
  double rise = 0;       // beta, 1/m
  double stiffness = 0;  // of a linear spring beside it, N/m
  double damping = 0;    // N*s/m
};
void fields(Fields& v, CushionSpec& of);

struct BodySpec {
  Place place;
  std::string name;
  std::string parent;      // empty: this is the root
  Vec3 at = Vec3::Zero();  // p_PoBo_P: the joint in the parent's frame, m
  std::vector<RotationSpec> rotate;
  JointSpec joint;  // to the parent; the root's is ignored
  std::optional<double> density;
  std::string material;
  // Shapes that give inertia, that collide, that are seen. `shapes:` fills those of the three lists
  // that are not written; an empty list that is written (`collision: []`) stays empty.
  std::vector<ShapeSpec> inertia, collision, visible;
  std::optional<BodyStretch> stretch;  // of a figure that loading has scaled to a person
  std::optional<CushionSpec> cushion;  // default: hard
};
void fields(Fields& v, BodySpec& of);

// `hold` is a linear spring and a damper by behaviour; no figure that is loaded has one.
enum class ActuatorType {
  exponential_spring,
  linear_spring,
  damper,
  limit,
  exponential_limit,
  hold,
};
template <>
inline constexpr auto names_of<ActuatorType> = named<ActuatorType>({
    {"exponential_spring", ActuatorType::exponential_spring},
    {"linear_spring", ActuatorType::linear_spring},
    {"damper", ActuatorType::damper},
    {"limit", ActuatorType::limit},
    {"exponential_limit", ActuatorType::exponential_limit},
    {"hold", ActuatorType::hold},
});

// The mass, in kg, that the constants are multiplied by (seed 003 App. A, `springtype`): none, the
// body beyond the joint, everything beyond the joint, the whole figure.
enum class MassScale { none, mass, distal_mass, total_mass };
template <>
inline constexpr auto names_of<MassScale> = named<MassScale>({
    {"none", MassScale::none},
    {"mass", MassScale::mass},
    {"distal_mass", MassScale::distal_mass},
    {"total_mass", MassScale::total_mass},
});

// A point of a body.
struct BodyPointSpec {
  Place place;
  std::string body;
  Vec3 at = Vec3::Zero();  // in the body's frame, m
};
void fields(Fields& v, BodyPointSpec& of);

struct ActuatorSpec {
  Place place;
  std::string name;  // by which a figure that extends this one changes it; may be empty
  ActuatorType type = ActuatorType::damper;
  std::vector<std::string> joints;     // names of bodies (a joint is named by its child); expanded
  std::vector<BodyPointSpec> between;  // or two points, on whose distance it acts
  MassScale scale = MassScale::none;
  double strength = 0;   // alpha of an exponential spring or limit: N*m or N, or per kg
  double rise = 0;       // beta: 1/rad or 1/m
  double stiffness = 0;  // linear spring or limit
  double damping = 0;    // damper, or damping beyond a limit
  // Rest position, or length, over simulated time; default: that at the start.
  std::optional<Curve> rest;
  double lower = 0, upper = 0;         // limits
  HoldSpec hold;                       // of a hold alone
  double give = 0.017453292519943295;  // rad or m: of a limit whose stiffness follows from the load
};
void fields(Fields& v, ActuatorSpec& of);

// One ramp of a motor program: the rest position of a joint's springs moves at constant speed to
// `to`, or the factor of their strength to `strength`. start and over are fractions of the phase's
// duration (seed 000 App. C, `motor`, `timer`; seed 003 5.9, of corpus's `ea`).
struct RampSpec {
  Place place;
  std::string joint;
  double to = 0;
  double start = 0;
  double over = 1;
  std::optional<double> strength;  // instead of `to`; 1: as in the figure

  bool moves_rest() const { return !strength; }
};
void fields(Fields& v, RampSpec& of);

struct MotorProgramSpec {
  Place place;
  std::string name;
  std::vector<RampSpec> ramps;
};
void fields(Fields& v, MotorProgramSpec& of);

// A position for a joint. As written, the name may be a pattern.
struct JointTarget {
  Place place;
  std::string name;
  double to = 0;  // rad or m
};
void fields(Fields& v, JointTarget& of);

// A pose. After loading, every target names one joint, each joint occurs at most once in each list,
// and targets are in the order of the bodies.
struct PoseSpec {
  Place place;
  std::string name;
  std::vector<JointTarget> joints;
  std::vector<JointTarget> rests;  // of springs, where they differ: calibrated to hold the pose
};
void fields(Fields& v, PoseSpec& of);

enum class Side { left, right, middle };
template <>
inline constexpr auto names_of<Side> = named<Side>({
    {"left", Side::left},
    {"right", Side::right},
    {"middle", Side::middle},
});
// The direction outwards along y: 1 on the left, -1 on the right, 0 in the middle.
inline double outward(Side side) {
  return side == Side::left ? 1.0 : side == Side::right ? -1.0 : 0.0;
}

// Contact points of a foot that hold on to sticky ground (seed 000 App. D, `bodygroundstick`).
struct FootPadSpec {
  Place place;
  std::string body;
  Vec3 at = Vec3::Zero();        // in the body's frame, m
  std::optional<double> within;  // m: only points as close to `at`; default: all of the body
};
void fields(Fields& v, FootPadSpec& of);

struct LegSpec {
  Place place;
  std::string name;
  Side side = Side::left;
  int row = 0;                    // 0 is the foremost pair
  std::vector<std::string> feet;  // bodies that may stand on the ground
  Vec3 tip = Vec3::Zero();        // the point that is planted, in the first foot's frame, m
  std::optional<std::vector<FootPadSpec>> pads;  // default: all contact points of the feet
  std::string upper_joint;    // watched by the step reflex (seed 000 section 4.6)
  std::string support_joint;  // watched by the load reflex
  std::string step, stance;   // motor programs; needed by gaits of oscillators only
};
void fields(Fields& v, LegSpec& of);

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

// A turn about an axis, in the frame of the body that carries what is copied.
struct AroundSpec {
  Place place;
  Vec3 axis = Vec3::UnitZ();   // any length but 0
  Vec3 at = Vec3::Zero();      // a point of the axis, m
  std::optional<double> step;  // rad from one to the next; default: a whole turn over `count`
  std::vector<double> angles;  // or rad of each copy, from the original
};
void fields(Fields& v, AroundSpec& of);

enum class CopyOn { parent, previous };
template <>
inline constexpr auto names_of<CopyOn> = named<CopyOn>({
    {"parent", CopyOn::parent},
    {"previous", CopyOn::previous},
});

// Every element whose name contains `from` is copied, with each of `to` in place of `from`. The
// copies are turned and moved about the body that carries the original; see figure/copies.cpp.
struct CopiesSpec {
  Place place;
  std::string from;
  std::vector<std::string> to;  // empty: the number at the end of `from`, counted on
  std::optional<int> count;     // of all, with the original
  std::optional<AroundSpec> around;
  std::optional<Vec3> along;  // m from one to the next
  CopyOn on = CopyOn::parent;
  std::vector<ChainLegSpec> legs;  // of each copy; default: side as the original, rows count on
};
void fields(Fields& v, CopiesSpec& of);

// Every element whose name contains `from` is copied, with `to` in place of `from`, and reflected
// in the figure's x-z plane. A mirrored joint's axis is reflected so that equal q mean mirrored
// postures.
struct MirrorSpec {
  Place place;
  std::string from, to;
};
void fields(Fields& v, MirrorSpec& of);

enum class SkinSource { mesh, shapes };
template <>
inline constexpr auto names_of<SkinSource> = named<SkinSource>({
    {"mesh", SkinSource::mesh},
    {"shapes", SkinSource::shapes},
});

// A surface that bends with several bodies. It is only seen: it has no mass and does not collide.
// See render/skin.h.
struct SkinSpec {
  Place place;
  std::string name;
  SkinSource from = SkinSource::mesh;
  std::string mesh;                  // file, path resolved; from mesh
  double scale = 1;                  // of the mesh's coordinates
  Vec3 at = Vec3::Zero();            // mesh's frame in the root's frame, in the rest posture, m
  std::vector<RotationSpec> rotate;  // of the mesh's frame, about the root's axes
  double cell = 0;                   // m; from shapes: size of facets
  double melt = 0;                   // m; from shapes: distance within which they merge
  double soften = 0;                 // m; from shapes: length over which the surface is smoothed
  double offset = 0;                 // m; from shapes: distance of the surface outside them
  std::vector<std::string> bodies;   // patterns; empty: every body that has a visible shape
  std::vector<std::string> around;   // layers whose shapes count; empty: all
  double blend = 0;                  // m: distance over which a body's influence fades
  std::string material;              // of the look; default: that of the nearest shape
  std::string layer;
};
void fields(Fields& v, SkinSpec& of);

// Bodies whose proportions differ from those of the figure as it is written.
struct PersonPartSpec {
  Place place;
  std::vector<std::string> bodies;  // names or patterns
  double length = 1;                // in proportion to the person's height, over the figure's
  std::optional<double> girth;      // the same for widths; default: as mass and density ask for
  std::optional<double> mass;       // as a share of the person's, over that share in the figure
  Vec3 at = Vec3::Ones();           // factors of the place of the joint, beside the parent's length
  std::vector<GirthSpec> profile;   // factors of the girth along the body
};
void fields(Fields& v, PersonPartSpec& of);

// The person to whose size a figure is scaled; see figure/scale_to_person.h.
struct PersonSpec {
  Place place;
  std::optional<double> height;  // m; default: the figure's stature
  std::optional<double> mass;    // kg; default: in proportion to the cube of the height
  std::string fractions;         // a set of shares of height and mass (figure/fractions_spec.h)
  std::vector<PersonPartSpec> proportions;
};
void fields(Fields& v, PersonSpec& of);

// What the `limits` of joints do. All kinematic motion keeps to them.
enum class LimitsUse {
  act,    // dynamic joints stop at them, too, unless an actuator limits the joint
  guide,  // dynamic joints go beyond them; only actuators stop these
};
template <>
inline constexpr auto names_of<LimitsUse> = named<LimitsUse>({
    {"act", LimitsUse::act},
    {"guide", LimitsUse::guide},
});

struct FigureSpec {
  Place place;
  std::string name;
  std::string about;
  std::string extends;               // the figure file that this one changes, as written
  std::vector<std::string> without;  // parts of that file that are removed
  double density = 1000;             // kg/m3
  std::string material;
  std::string layer;                               // of visible shapes without a layer
  std::optional<std::vector<std::string>> layers;  // that are seen; default: all
  std::optional<MirrorSpec> mirror;
  std::optional<double> stature;     // m, from the soles to the crown, of the figure as written
  std::optional<PersonSpec> person;  // to whose size loading scales it
  LimitsUse limits = LimitsUse::act;
  std::vector<BodySpec> bodies;    // parents before children; the first is the root
  std::vector<ChainSpec> chains;   // as written; their links are also among `bodies`
  std::vector<CopiesSpec> copies;  // as written; the copies are among `bodies` and `legs`
  std::vector<ActuatorSpec> actuators;
  std::vector<MotorProgramSpec> motor_programs;
  std::optional<WavesSpec> waves;  // that a spectral controller plays
  std::vector<PoseSpec> poses;
  std::vector<LegSpec> legs;
  std::vector<SkinSpec> skins;
};
void fields(Fields& v, FigureSpec& of);

// Reads and checks a figure file. Throws InputError with every problem found.
FigureSpec load_figure(const std::string& path);

}  // namespace gambol
