#pragma once

// Leaps over what lies ahead, and at targets, planned as the figure goes (seed 002, section 5,
// "simple online planning algorithm").

#include <cstdint>
#include <optional>
#include <string>

#include "control/skills/leap_plan.h"
#include "control/skills/wanted.h"

namespace gambol::skills {

struct LeapsMemory {
  // What it does until it plans again, and where it was as it last did.
  struct Approach {
    double stretch = 0;        // share by which strides take longer
    double most_speed = 0;     // m/s
    Vec3 from = Vec3::Zero();  // W, m: the centre of mass
    double since = 0;          // s
    double speed = 0;          // m/s: of the half stride before that
  };
  std::optional<Approach> approach;
  // That a cue has run and that it has not leapt at; of LeapPlanSpec::targets.
  struct Target {
    std::uint32_t index = 0;
  };
  std::optional<Target> target;
};

class Leaps {
 public:
  Leaps(const LegFramesSpec& spec, const Anatomy& body, const Acts& acts)
      : spec_(spec), body_(body), acts_(acts) {}

  int target_index(const std::string& name) const;  // -1 if there is none
  // What the approach to a leap asks: a bound of the goal's speed, m/s, and the share by which
  // strides take longer.
  std::optional<double> most_speed(const LeapsMemory& memory) const;
  double stretch(const LeapsMemory& memory) const;

  // The act that leaps and is to begin at once. Plans only at the phases at which a leap can begin.
  struct In {
    const Seen& seen;
    const Wanted& wanted;
    double phase_before = 0, phase = 0;  // of the stride, at the last tick and now
  };
  std::optional<int> run(const In& in, LeapsMemory& memory) const;

  // The memory may come from another shot, whose controller had other targets.
  void forget_what_it_lacks(LeapsMemory& memory) const;

 private:
  struct Pace {
    double speed = 0;              // m/s
    double half_stride = 0;        // m: length of half a stride
    std::optional<double> change;  // m/s: of the speed over the last one, if it has measured it
  };
  struct Ahead {
    std::optional<ObstacleAhead> obstacle;
    std::optional<TargetAhead> target;
  };
  bool may_begin(const In& in) const;
  Pace pace(const In& in, const Vec3& com, LeapsMemory& memory) const;
  Ahead look_ahead(const In& in, const Vec3& com, const Pace& pace, LeapsMemory& memory) const;

  const LegFramesSpec& spec_;
  const Anatomy& body_;
  const Acts& acts_;
};

}  // namespace gambol::skills
