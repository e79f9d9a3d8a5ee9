#pragma once

// Balance that is lost: steps that catch a figure which stands, and a fallen one that goes limp.

#include <optional>

#include "control/skills/wanted.h"

namespace gambol::skills {

struct FallsMemory {
  // It steps in place because it toppled, or goes back to standing.
  struct Catching {
    bool calm = false;
    double since = 0;  // s: from which it is calm
  };
  std::optional<Catching> catching;
  struct Fallen {
    double since = 0;  // s
  };
  std::optional<Fallen> fallen;  // it is limp
};

class Falls {
 public:
  // `plans`: of all gaits, in their order. All must outlive this.
  Falls(const LegFramesSpec& spec, const Anatomy& body, const std::vector<StridePlan>& plans);

  // The gait by which it steps to catch itself, and how far, from 0 to 1.
  struct Catch {
    const StridePlan* gait = nullptr;
    double share = 0;
  };
  Catch catches(double time, FallsMemory& memory) const;

  // m/s of its hips, below which it stands again at the end of a stride.
  double calm() const;

  // Whether it must begin to catch itself, or may stop. Returns the phase of the stride from which
  // it steps, if it begins.
  struct In {
    const Seen& seen;
    const Wanted& wanted;
    const Footings& feet;  // as they were at the last tick
    double phase_before = 0;
  };
  std::optional<double> keep_balance(const In& in, FallsMemory& memory) const;

  // Whether it lies, or is about to, against what is wanted. It goes limp from then on.
  bool falls(const Seen& seen, const Wanted& wanted, FallsMemory& memory) const;
  // Servos hold a limp figure as it stands at rest, weakly: nothing else acts.
  void be_limp(const Seen& seen, double tick, Command& command) const;

  // The memory may come from another shot, whose controller had other answers.
  void forget_what_it_lacks(FallsMemory& memory) const;

 private:
  bool topples(const In& in) const;
  double phase_to_catch(const Seen& seen) const;

  const LegFramesSpec& spec_;
  const Anatomy& body_;
  const std::vector<StridePlan>& plans_;
  const StridePlan* catch_ = nullptr;  // by which it steps if it topples
};

}  // namespace gambol::skills
