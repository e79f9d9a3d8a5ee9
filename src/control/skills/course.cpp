#include "control/skills/course.h"

#include <algorithm>
#include <cmath>

namespace gambol::skills {

namespace {

double flies_from(const LegFramesSpec& spec) {
  double least = HUGE_VAL;
  for (const StrideSpec& gait : spec.gaits)
    for (const StrideFrameSpec& frame : gait.frames)
      if (frame.bounces && gait.speeds)
        least = std::min(least, gait.from_slower ? gait.from_slower->speed : (*gait.speeds)[0]);
  return least;
}

}  // namespace

CoursePlanner::CoursePlanner(const LegFramesSpec& spec)
    : spec_(spec),
      stops_below_(spec.sole ? speed_of_standing(spec) / 2 : 0),
      flies_from_(flies_from(spec)) {}

Course CoursePlanner::run(const In& in, CourseMemory& memory) const {
  const Seen& seen = in.seen;
  const Vec3 velocity = seen.velocity();
  Course c{.asked_speed = seen.asked_speed,
           .goal_speed = seen.asked_speed,
           .goal_heading = seen.asked_heading,
           .facing = seen.asked_facing,
           .present = seen.heading()};
  turn(seen, c, memory);
  c.off = std::clamp(std::remainder(c.goal_heading + c.facing - c.present, 2 * M_PI),
                     -spec_.most_turn, spec_.most_turn);
  c.way = way(c, velocity);
  double present = velocity.dot(ahead_of(c.way)), most = spec_.most_ahead;
  if (in.flies || present >= flies_from_) {
    // Hips go forth and back against the centre of mass, and one step changes its speed by so much.
    present = seen.whole.velocity.dot(ahead_of(c.way));
    constexpr double by_a_step = 0.2;  // of the root of gravity times its height
    most = std::min(most, by_a_step * seen.gravity() / seen.whole.omega);
  }
  follow(seen, present, c, memory);
  if (in.waits) c.goal_speed = memory.goal = 0;
  if (in.most_speed)
    for (double* goal : {&c.asked_speed, &c.goal_speed}) *goal = std::min(*goal, *in.most_speed);
  trim(seen, c.goal_speed - present, c, memory);
  c.speed = std::clamp(c.goal_speed + memory.trim, present - most, present + most);
  c.present_speed = present;
  return c;
}

// With `keeps_course`, where the figure goes, as far as that lies between the heading wanted at
// once and the goal. One that a push has turned would else run after its nose. Below the speed by
// which it may be told to change at once, where it goes says little.
double CoursePlanner::way(const Course& c, const Vec3& velocity) const {
  const double heading = c.present + c.off - c.facing;
  if (!spec_.keeps_course || velocity.dot(ahead_of(heading)) < spec_.most_ahead) return heading;
  const double to_goal = std::remainder(c.goal_heading - heading, 2 * M_PI);
  const double goes = std::atan2(velocity.y(), velocity.x());
  const double off = std::remainder(goes - heading, 2 * M_PI);
  return heading + std::clamp(off, std::min(0.0, to_goal), std::max(0.0, to_goal));
}

void CoursePlanner::follow(const Seen& seen, double speed, Course& c, CourseMemory& memory) const {
  if (!spec_.acceleration) return;
  if (seen.first) memory.goal = speed;
  const double most = spec_.acceleration->at(memory.goal) * seen.sense.dt;
  const double change = c.asked_speed - memory.goal;
  memory.goal =
      std::abs(change) <= most ? c.asked_speed : memory.goal + std::copysign(most, change);
  c.goal_speed = memory.goal;
}

// Feet that were to come down across the way would throw it. One that begins another way turns to
// where it is to face.
void CoursePlanner::turn(const Seen& seen, Course& c, CourseMemory& memory) const {
  c.turn_rate = most_turn_rate(spec_, memory.goal);
  if (!spec_.most_turn_rate) return;
  if (seen.first) {
    const double off = std::remainder(c.present - c.facing - c.goal_heading, 2 * M_PI);
    memory.heading = c.goal_heading + (std::abs(off) > spec_.most_turn ? off : 0);
    memory.facing = c.facing;
  }
  const double most = c.turn_rate * seen.sense.dt;
  const auto follow = [&](double& now, double goal) {
    const double change = std::remainder(goal - now, 2 * M_PI);
    now = std::abs(change) <= most ? goal : now + std::copysign(most, change);
  };
  const double before = memory.heading + memory.facing;
  follow(memory.heading, c.goal_heading);
  follow(memory.facing, c.facing);
  const double turned = std::remainder(memory.heading + memory.facing - before, 2 * M_PI);
  if (!seen.first) c.turns = turned / seen.sense.dt;
  c.goal_heading = memory.heading;
  c.facing = memory.facing;
}

// What the forces lack to keep the goal's speed is learned; not while the figure is far from it.
void CoursePlanner::trim(const Seen& seen, double error, const Course& c,
                         CourseMemory& memory) const {
  if (stops_below_ > 0 && c.goal_speed < stops_below_) {
    memory.trim = 0;  // it stops
    return;
  }
  // What was learned while it could not follow would not be forgotten.
  const bool forgets = error * memory.trim < 0 && c.goal_speed >= flies_from_;
  if (spec_.trim_time == 0 || (!forgets && std::abs(error) > spec_.most_trim)) return;
  memory.trim = std::clamp(memory.trim + error * seen.sense.dt / spec_.trim_time, -spec_.most_trim,
                           spec_.most_trim);
}

}  // namespace gambol::skills
