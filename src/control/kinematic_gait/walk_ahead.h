#pragma once

// A kinematic gait run ahead of the figure with given offsets of its body: what supports it has and
// what its momentum is, from its real postures.

#include <vector>

#include "control/kinematic_gait/carried_motion.h"
#include "control/kinematic_gait/led_supports.h"
#include "control/kinematic_gait/led_walk.h"

namespace gambol {

struct AheadIn {
  const LedWorld& world;
  // The last three postures, a tick apart; before the first, that from which joints begin.
  const std::vector<LedPosture>& last;
  const WalkMemory& walk;  // at the last of them
};

class WalkAhead {
 public:
  // `height`: of the trunk's centre above the ground in the posture, m. All that is referred to
  // must outlive it.
  WalkAhead(const Model& model, const LedWalk& walk, const LedSupports& supports, bool rolls,
            double height)
      : model_(model),
        walk_(walk),
        supports_(supports),
        rolls_(rolls),
        height_(height),
        scratch_(model) {}

  double tick() const { return walk_.tick; }
  // Runs a copy of the walk ahead with the offsets of `motion`, whose first instants are, if fixed,
  // the last postures, and fills in what follows from them. Returns the mean square of the
  // distances between feet and their places, in hundredths of the figure's height.
  double run(const AheadIn& in, CarriedMotion& motion) const;

 private:
  using Seen = std::vector<Eigen::VectorXd>;  // [instant] q
  using Lying = std::vector<std::vector<GroundHold>>;

  void find_supports(const AheadIn& in, const Seen& seen, CarriedMotion& motion,
                     GroundSearch& search, Lying& lie) const;
  double look(const AheadIn& in, Seen& seen, CarriedMotion& motion) const;
  void move(const Eigen::VectorXd& before, const Eigen::VectorXd& q) const;
  void differentiate(const WalkInstant& now, const Eigen::VectorXd& q, CarriedInstant& at) const;
  void measure(const Seen& seen, CarriedMotion& motion) const;

  const Model& model_;
  const LedWalk& walk_;
  const LedSupports& supports_;
  bool rolls_;
  double height_;
  mutable Workspace scratch_;
};

}  // namespace gambol
