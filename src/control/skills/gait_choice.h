#pragma once

// Which gait a controller of leg frames uses (seed 002, section 4, "Gait selection and
// transitions"). Gaits whose speeds overlap are interpolated, without memory (Strides), unless the
// faster one says at which speeds it takes over and gives way. Then gaits form groups, such as walk
// and trot, canter and gallop, and the choice of the group has a memory: hysteresis, a time over
// which the numbers of one gait go over into the other's, and phases that match.

#include <cstdint>
#include <vector>

#include "control/skills/strides.h"

namespace gambol {

struct StrideMemory {
  double phase = 0;  // of the stride, in [0, 1)
  // The group of gaits in use, and the one that it follows. Empty: the slowest.
  struct Group {
    std::uint32_t group = 0, from = 0;
    double over = 0;   // s in which the one goes over into the other
    double shift = 0;  // phase by which the strides of `from` are ahead
    double since = 0;  // s
  };
  std::vector<Group> groups;
  // How long the step in hand lasts, as a factor, and how many were before it. Empty: steps do not
  // vary, or none has begun.
  struct Step {
    std::uint32_t before = 0;
    double lasts = 0;  // 0: not drawn yet
  };
  std::vector<Step> steps;
};

class GaitChoice {
 public:
  // See Strides.
  GaitChoice(const LegFramesSpec& spec, const FigureSpec& figure, const Model& model,
             const std::vector<std::size_t>& legs, const std::vector<double>& heights);

  // Whether the memory's groups are some of these, and not those of another shot's controller.
  bool knows(const StrideMemory& memory) const;

  // The gait for the speed that is wanted at once. A change of the group sets the phase of the
  // stride so that legs go on from where in their own strides they are, as nearly as both gaits
  // allow; then all of them hurry or wait by their part of the difference. `first`: nothing has
  // been chosen before.
  // `present`, `goal`: m/s, of the figure and the one that it is to come to.
  struct Speeds {
    double wanted = 0, present = 0, goal = 0;
  };
  StrideMix choose(const Speeds& speeds, double time, bool first, StrideMemory& memory) const;
  // Whether the gaits in use fly between steps.
  bool flies(const StrideMemory& memory) const;

 private:
  struct Group {
    Strides strides;
    std::optional<StrideSwitchSpec> rise, fall;  // from the group before it, to that group
    bool flies = false;
  };
  std::size_t group_of(double speed) const;
  bool may_change(const StridePlan& from, const StridePlan& to, double shift, double phase,
                  const StrideSwitchSpec& by) const;
  bool brakes(const Speeds& speeds, const StrideSwitchSpec& by) const;
  void change(double speed, double time, std::size_t to, const StrideSwitchSpec& by,
              StrideMemory& memory) const;

  std::vector<Group> groups_;  // by rising speeds
};

// The phase by which the strides of `from` must be ahead of those of `to` for the middles of their
// legs' stances to differ least, in [0, 1).
double matching_shift(const StridePlan& from, const StridePlan& to);

}  // namespace gambol
