#pragma once

// Steps: when feet lift and come down, and the way between.

#include <optional>
#include <vector>

#include "control/skills/foot_pitch.h"
#include "control/skills/footfall_plan.h"
#include "control/skills/footholds.h"
#include "control/skills/wanted.h"

namespace gambol::skills {

struct StepsMemory {
  struct Leg {
    bool begun = false;
    bool asked = false;  // the gait asked it to swing at the last tick
    bool swings = false;
    bool touches = false;      // its feet bear, with hysteresis
    double since = 0;          // s: of the last footfall or lift
    Vec3 from = Vec3::Zero();  // W, m: where the foot was as it lifted
    double heading = 0;        // rad, on soles: what goals asked of the foot as it came down
    double turns_to = 0;       // rad: what they ask as it comes down next
    Vec3 aim = Vec3::Zero();   // W, m: where it was to be at the last tick
    double drop = 0;           // m by which the foot is lowered, because it finds no ground
    double load = 0;           // N, smoothed
    double ground = 0;         // m: height of the ground where it is to come down
  };
  std::vector<Leg> legs;  // [leg of a frame]; empty before the first tick
};

class Steps {
 public:
  // `soles`: none if forces act at the feet's points.
  Steps(const LegFramesSpec& spec, const Anatomy& body, const SoleBalance* soles, double tick)
      : spec_(spec),
        body_(body),
        soles_(soles),
        footholds_(spec, body, soles),
        plan_(footholds_, soles),
        tick_(tick) {}

  struct In {
    const Seen& seen;
    const Wanted& wanted;
    bool act_begins = false, stage_begins = false;
  };
  struct Out {
    std::vector<LegStep> legs;  // [leg of a frame]
    Footfalls footfalls;        // to come
  };
  Out run(const In& in, StepsMemory& memory) const;

  // Adds to the velocity of frames none of whose legs is to step: they go back to over the middle
  // of their feet; in an act, to where the whole figure is balanced. `frames`: of `now.wanted`.
  void go_back_over_feet(const Stepping& now, std::vector<FrameWanted>& frames) const;

  // How the legs took part at the last tick.
  Footings footings(const StepsMemory& memory) const;
  // [frame] m: mean height of the ground where its feet stand or are to come down; none before the
  // first tick.
  std::vector<std::optional<double>> grounds(const StepsMemory& memory) const;

 private:
  using Leg = StepsMemory::Leg;

  void follow_stride(const In& in, std::size_t leg, LegStep& step) const;
  void feel(const In& in, std::size_t leg, Leg& m) const;
  void lift_or_land(const In& in, std::size_t leg, Leg& m, LegStep& step) const;
  void search(const Seen& seen, bool down, Leg& m) const;
  // `progress`: of the foot on its way, and per s.
  void turn(const Stepping& now, std::size_t leg, Leg& m, const Vec2& progress,
            LegStep& step) const;
  void fly(const Stepping& now, std::size_t leg, Leg& m, LegStep& step) const;
  void swing(const Stepping& now, std::size_t leg, Leg& m, LegStep& step) const;
  Vec3 comes_down(const Stepping& now, std::size_t leg, Leg& m) const;
  void rise_over_edges(const Stepping& now, std::size_t leg, LegStep& step) const;
  bool steps_on_if_lost(const Stepping& now, std::size_t leg) const;
  void step_on(const Stepping& now, std::size_t leg, LegStep& step) const;
  Vec3 back_over_feet(const Stepping& now, std::size_t frame) const;  // m/s, W
  Vec3 over_support(const Stepping& now, std::size_t frame, const Vec3& off) const;
  double aside_of_support(const Stepping& now) const;

  const LegFramesSpec& spec_;
  const Anatomy& body_;
  const SoleBalance* soles_;
  Footholds footholds_;
  FootfallPlan plan_;
  double tick_ = 0;  // s
};

}  // namespace gambol::skills
