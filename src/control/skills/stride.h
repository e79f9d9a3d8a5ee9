#pragma once

// The stride: which gait, its period and phase, and what it wants of the frames at that phase.

#include "control/skills/course.h"
#include "control/skills/gait_choice.h"
#include "control/skills/wanted.h"

namespace gambol::skills {

// What others know that changes the period of strides.
struct Delays {
  double stretch = 0;               // share by which they take longer, before a leap
  Vec3 off_balance = Vec3::Zero();  // m, W: of the capture point from where the gait has it
};

class StrideClock {
 public:
  // `seed`: of the durations of steps that vary.
  StrideClock(const LegFramesSpec& spec, const Anatomy& body, const FigureSpec& figure,
              const Model& model, std::uint64_t seed);
  // The plans of all gaits, in their order.
  const std::vector<StridePlan>& plans() const { return plans_; }

  // By goals: gait and its numbers by the speed that is wanted at once, which is near the present
  // one. `least`: m/s, for which the gait is at least. `by`: a gait that counts by its share.
  struct In {
    const Seen& seen;
    const Course& course;
    double least = 0;
    const StridePlan* by = nullptr;
    double share = 0;
    Delays delays = {};
    std::optional<std::size_t> lifts = {};  // the leg of a frame that lifts now
  };
  void run(const In& in, StrideMemory& memory, Wanted& wanted) const;
  // Whether the gaits in use fly between steps.
  bool flies(const StrideMemory& memory) const { return gaits_.flies(memory); }

  // By one gait, whatever the goals are.
  struct InPlace {
    const Seen& seen;
    const StridePlan& gait;
    double heading = 0, speed = 0;  // rad, m/s
    Delays delays = {};
  };
  void run_in_place(const InPlace& in, StrideMemory& memory, Wanted& wanted) const;

  // The memory may come from another shot, whose controller had other gaits.
  void forget_what_it_lacks(StrideMemory& memory) const;

 private:
  void grip(Wanted& wanted) const;
  double varied(const StrideMix& gait, double speed, StrideMemory& memory) const;
  FrameWanted frame_wanted(const Wanted& wanted, std::size_t frame, double gravity) const;
  void give_way(const Seen& seen, Wanted& wanted) const;
  void advance(const Seen& seen, double speed, const Delays& delays, StrideMemory& memory,
               Wanted& wanted) const;
  void move_frames(const Seen& seen, double present, Wanted& wanted) const;
  void pitch_with_ground(const Seen& seen, Wanted& wanted) const;

  const LegFramesSpec& spec_;
  std::uint64_t seed_;
  const Anatomy& body_;
  GaitChoice gaits_;
  std::vector<StridePlan> plans_;
};

// The factor by which strides are quicker on soles: a foot comes down sooner if balance asks for
// it.
double quicker(const Wanted& wanted, const Delays& delays);

}  // namespace gambol::skills
