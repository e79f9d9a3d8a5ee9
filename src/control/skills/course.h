#pragma once

// At which speed and along which heading a gait is to go: from the goals, as fast as they may
// change, and from the present motion.

#include <optional>

#include "control/skills/seen.h"

namespace gambol::skills {

struct Course {
  double asked_speed = 0;    // m/s: the goal's, within the bound
  double goal_speed = 0;     // m/s: follows it with limited acceleration
  double goal_heading = 0;   // rad: along which it is to go; follows the goal's at a limited rate
  double facing = 0;         // rad: to the left of which the frames are to face; as limited
  double turn_rate = 0;      // rad/s: the largest at which these follow their goals
  double turns = 0;          // rad/s: at which they do
  double present = 0;        // rad: heading of the frames
  double off = 0;            // rad from there to the heading of theirs that is wanted at once
  double way = 0;            // rad: heading of the velocity that is wanted
  double speed = 0;          // m/s along that way, wanted at once
  double present_speed = 0;  // m/s along that way
};

struct CourseMemory {
  double goal = 0;  // m/s: the speed that follows the goal's with limited acceleration
  double trim = 0;  // m/s, added to the goal's speed
  // rad: the heading and the facing that follow the goals' at a limited rate
  double heading = 0, facing = 0;
};

class CoursePlanner {
 public:
  explicit CoursePlanner(const LegFramesSpec& spec);
  struct In {
    const Seen& seen;
    std::optional<double> most_speed;  // m/s, before a leap
    bool waits = false;                // its weight shifts before it goes
    bool flies = false;                // it goes by a gait that flies between steps
  };
  Course run(const In& in, CourseMemory& memory) const;

 private:
  double way(const Course& course, const Vec3& velocity) const;
  void follow(const Seen& seen, double speed, Course& course, CourseMemory& memory) const;
  void turn(const Seen& seen, Course& course, CourseMemory& memory) const;
  void trim(const Seen& seen, double error, const Course& course, CourseMemory& memory) const;

  const LegFramesSpec& spec_;
  double stops_below_;  // m/s
  double flies_from_;   // m/s: from which a gait that flies takes over; infinite if none does
};

}  // namespace gambol::skills
