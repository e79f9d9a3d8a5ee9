#pragma once

// A joint of a figure file: how it moves, and what it is to hold; see figure_spec.h.

#include <optional>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "figure/drive.h"
#include "schema/field.h"
#include "schema/names.h"

namespace gambol {

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

}  // namespace gambol
