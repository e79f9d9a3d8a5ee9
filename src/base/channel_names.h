#pragma once

// The names of all recorded channels and of their columns. The recorder makes the channels from
// this list, controllers name their outputs by it, and poses/channels.h finds them again. A name
// must not change: scripts read the poses file by it.

#include <span>
#include <string>
#include <string_view>

namespace gambol {

// Columns with fixed names. Positions and forces are in the world's axes.
namespace columns {
inline constexpr std::string_view x = "x", y = "y", z = "z";  // m
inline constexpr std::string_view axes[] = {x, y, z};
// Orientation in the world.
inline constexpr std::string_view qw = "qw", qx = "qx", qy = "qy", qz = "qz";
inline constexpr std::string_view root_q[] = {x, y, z, qw, qx, qy, qz};
inline constexpr std::string_view root_v[] = {"wx", "wy", "wz", "vx", "vy", "vz"};
inline constexpr std::string_view force[] = {"fx", "fy", "fz"};   // N
inline constexpr std::string_view moment[] = {"mx", "my", "mz"};  // N*m
inline constexpr std::string_view root_force[] = {"fx", "fy", "fz", "mx", "my", "mz"};
inline constexpr std::string_view energies[] = {"kinetic", "potential"};

// The column of a leg's force along one of `axes`: "front_left.z".
inline std::string of_leg(std::string_view leg, std::string_view axis) {
  return std::string(leg) + '.' + std::string(axis);
}
}  // namespace columns

// What a channel has one column for. A joint's column is named after the body that it carries.
enum class ColumnPer { nothing, body, joint, leg, leg_axis, attachment };

// Significant bits of a value: all of them; of single precision, which is to within 6e-8 of it; and
// of forces, speeds and clearances, to within 8e-6 of it. Fewer bits of these would hide what
// measures tell; more are noise to them, and take a fifth of a file.
inline constexpr int all_bits = 53, single_bits = 24, coarse_bits = 16;

// A channel; for a figure its full name is "<figure>/<name>".
struct ChannelKind {
  std::string_view name;
  std::string_view unit;                    // SI; "" for a number
  std::string_view help;                    // one sentence, stored in the poses file
  std::span<const std::string_view> first;  // its first columns; then one
  ColumnPer per = ColumnPer::nothing;
  int bits = single_bits;  // significant bits of each value that files keep
};

// The channels of a figure, in the order in which they are recorded. The outputs of its controllers
// follow, one channel per controller, which has the controller's name. A channel without columns is
// not recorded.
namespace channels {
inline constexpr ChannelKind q{
    "q", "m, rad", "root position and orientation quaternion in the world; joint positions",
    columns::root_q, ColumnPer::joint};
inline constexpr ChannelKind v{"v",
                               "rad/s, m/s",
                               "root angular and linear velocity in root axes; joint rates",
                               columns::root_v,
                               ColumnPer::joint,
                               coarse_bits};
inline constexpr ChannelKind joint_force{
    "joint_force",
    "N*m, N",
    "sum of a joint's actuators and of skills' torques; for a kinematic joint, the force that "
    "its motion requires",
    {},
    ColumnPer::joint,
    coarse_bits};
inline constexpr ChannelKind ground_force{
    "ground_force", "N", "normal force of the ground on a body", {}, ColumnPer::body, coarse_bits};
// Only of a figure that takes part in collisions.
inline constexpr ChannelKind touch_force{
    "touch_force",   "N",        "sum of the normal forces of other bodies on a body", {},
    ColumnPer::body, coarse_bits};
inline constexpr ChannelKind lowest{
    "lowest",        "m",        "height of a body's lowest contact point above the ground", {},
    ColumnPer::body, coarse_bits};
inline constexpr ChannelKind foot_force{
    "foot_force",        "N",        "force of the ground on a leg's feet, world axes", {},
    ColumnPer::leg_axis, coarse_bits};
inline constexpr ChannelKind foot_depth{
    "foot_depth",   "m",        "greatest depth of a leg's feet in the ground", {},
    ColumnPer::leg, coarse_bits};
inline constexpr ChannelKind foot_point{
    "foot_point",
    "m",
    "centre of the ground's pressure on a leg's feet in the world; the leg's tip while nothing "
    "presses",
    {},
    ColumnPer::leg_axis};
inline constexpr ChannelKind foot_slip{
    "foot_slip",
    "m/s",
    "velocity at which a leg's feet slide along the ground where they press on it, weighted by "
    "normal force, world axes",
    {},
    ColumnPer::leg_axis,
    coarse_bits};
inline constexpr ChannelKind pads_held{
    "pads_held", "", "number of pads of a leg's feet that hold", {}, ColumnPer::leg};
inline constexpr ChannelKind pad_breaks{
    "pad_breaks", "", "number of times that pads of a leg's feet have broken", {}, ColumnPer::leg};
// These two have few columns, and measures look for small changes of them.
inline constexpr ChannelKind com{
    "com", "m", "centre of mass in the world", columns::axes, ColumnPer::nothing, all_bits};
inline constexpr ChannelKind energy{
    "energy",           "J",     "kinetic and gravitational energy", columns::energies,
    ColumnPer::nothing, all_bits};
// Only of a figure whose root is led or held at some time.
inline constexpr ChannelKind root_force{
    "root_force",
    "N, N*m",
    "force, and moment about the centre of mass, that the motion of a led or held root requires "
    "beyond all forces on the figure, world axes",
    columns::root_force,
    ColumnPer::nothing,
    coarse_bits};

// Of no figure. This is its full name.
inline constexpr ChannelKind attachment_force{
    "world/attachment_force",
    "N",
    "tension of an attachment; 0 once it is off or broken",
    {},
    ColumnPer::attachment,
    coarse_bits};

// The outputs of a controller. The channel has the controller's name, its columns are `outputs`.
inline constexpr ChannelKind of_controller{"", "", "outputs of the skill", {}};
}  // namespace channels

// The columns that controllers record, as of their last tick.
namespace outputs {
// One column per leg, "<name>/<leg>".
struct OfLeg {
  std::string_view name;
  std::string of(std::string_view leg) const { return std::string(name) + '/' + std::string(leg); }
};
inline constexpr OfLeg step{"step"};      // 1 during a commanded step, else 0
inline constexpr OfLeg flash{"flash"};    // 1 at a tick at which the leg's oscillator fires, else 0
inline constexpr OfLeg reflex{"reflex"};  // number of the reflex's action; 0: none
inline constexpr OfLeg missing{"missing"};  // m between the foot and its commanded position

// Of a spectral controller: the part of the period of its waves that has passed, from 0 to 1.
inline constexpr std::string_view cycle = "cycle";

// Of coupled oscillators.
inline constexpr std::string_view phase = "phase";  // cycles of the master oscillator
inline constexpr std::string_view turn = "turn";    // how sharply it turns: -1 right, 1 left

// Of leg frames: the speed (m/s) and the heading (rad) to go at, as authors and cues set them.
// The one that it is to face differs if it goes backwards or sideways.
inline constexpr std::string_view goal_speed = "goal_speed", goal_heading = "goal_heading",
                                  goal_facing = "goal_facing";
inline constexpr OfLeg asked{"asked"};  // 1 while the gait's graph asks the leg to swing, else 0

// Of a kinematic gait: the commanded position (m) and angles (rad) of the trunk, and the largest
// horizontal acceleration (m/s2) that the feet on the ground allow.
inline constexpr std::string_view allowed = "allowed";
inline constexpr std::string_view trunk[] = {columns::x, columns::y, columns::z, "yaw",
                                             "pitch",    "roll",     allowed};

// Of a servo with feedback: where it commands its joints, beyond their curves (rad or m).
inline constexpr std::string_view beyond = "beyond";
}  // namespace outputs

}  // namespace gambol
