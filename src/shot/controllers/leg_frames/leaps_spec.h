#pragma once

// Leaps: what an act did as a leap, and what chooses among them (seed 002, section 5).

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "schema/names.h"

namespace gambol {

// The way of a body, such as the head, in a leap.
struct LeapWaySpec {
  Place place;
  std::string name;  // by which targets mean it
  Curve heights;     // m above the ground, over distances ahead of the foremost foot at take-off, m
};
void fields(Fields& v, LeapWaySpec& of);

// What a leap did where it was tried, on level ground (seed 002, section 5). A planner chooses by
// it. Places are ahead of the foremost foot at take-off.
struct LeapSpec {
  Place place;
  double speed = 0;     // m/s: of the trot that it begins from
  double height = 0;    // m: greatest of the centre of mass above the ground
  double run = 0;       // m from the centre of mass, as it begins, to the foremost foot at take-off
  double distance = 0;  // m from there to the rearmost foot as they have come down
  double lead = 0;      // s from its beginning until the centre of mass is highest
  double effort = 0;    // N2*m2*s: integral of the squares of all torques
  // Of the figure with which it was tried, kg and N*m: its mass, and the most that a joint exerts.
  std::optional<double> mass, torque;
  // Over heights of the feet, m: where the last foot comes higher, and where the first one comes
  // lower again, m. The last key is as high as all feet come at one place.
  Curve rises, sinks;
  double drop = 0;                // m: it is for ground that is lower by so much behind the edge
  std::vector<LeapWaySpec> ways;  // of bodies that are to reach a target
};
void fields(Fields& v, LeapSpec& of);

// A point that the figure leaps at when a cue runs its name.
struct LeapTargetSpec {
  Place place;
  std::string name;
  Vec3 at = Vec3::Zero();  // W, m
  std::string by;          // the way that is to pass through it
  double within = 0.1;     // m between the two: else it waits, or gives up as it has passed
};
void fields(Fields& v, LeapTargetSpec& of);

// Looks for obstacles ahead, and chooses among the acts that are leaps (seed 002, section 5).
struct LeapPlanSpec {
  Place place;
  double speed_error = 0.1;    // m/s between the speed and a leap's
  double effort_weight = 0;    // m per N2*m2*s: alpha of f_L
  double middle_weight = 0;    // of the way between the obstacle's middle and the leap's
  double most_stretch = 0;     // share by which strides before an obstacle grow longer or shorter
  double stretch_weight = 0;   // m: of that share
  double unsteady_weight = 0;  // s: of the speed's change over the last half stride
  double spare = 0;            // m that an obstacle is to lie farther within a leap than `margin`
  double spare_weight = 0;     // of what it lacks
  std::optional<double> approach_speed;  // m/s: at most, while an obstacle is ahead
  std::optional<double> brake;  // m/s2: it slows down at this rate before what no leap fits
  double margin = 0.05;         // m between feet and edges
  double clearance = 0.03;      // m by which feet go over the top of an obstacle
  std::vector<LeapTargetSpec> targets;
};
void fields(Fields& v, LeapPlanSpec& of);

}  // namespace gambol
