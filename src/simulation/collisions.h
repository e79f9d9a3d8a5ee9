#pragma once

// Collisions between bodies of a shot: who takes part, and with which forces they push each other.
// Obstacles of the world (shot/obstacle_spec.h) collide with every figure, whether the shot asks
// for collisions of figures or not.

#include <optional>
#include <span>
#include <vector>

#include "contact/find/touch_search.h"
#include "shot/motion_spec.h"
#include "simulation/link.h"
#include "simulation/touch_pads.h"

namespace gambol {

// How far a search for touches looks ahead: a step, within which bodies may gain the speed
// h * gravity.
struct TouchAhead {
  double h = 0, gravity = 0;  // s, m/s2
};

class Collisions {
 public:
  // Finds collisions if the shot answers contact so; finds none otherwise.
  Collisions(const MotionSpec& spec, const FigureSims& figures, ContactType answer);

  bool any() const { return search_.bodies().size() > 1; }
  // Appends a link for every touch at the figures' present poses: the points on a and b, and the
  // force at this instant or, with h > 0, at the end of a step of length h (s; see react()). The
  // links are in the order of the bodies, independent of earlier calls.
  void find(const FigureSims& figures, const State& state, double t, double h,
            std::vector<Link>& links);
  // Searches the poses of `figures` with `other`, a Collisions of the same shot, and copies what it
  // finds: find() then need not search if its figures are at the same poses.
  void find_with(const FigureSims& figures, Collisions& other);
  // How many pads of a figure evolve for its touches with obstacles, after those for the ground.
  std::size_t needs_pads(const FigureSim& figure) const;
  // After every step: friction's springs between figures and obstacles, at the figures' present
  // poses.
  void hold(const FigureSims& figures, State& state, double t);
  // The friction coefficient that an obstacle among two figures has of its own at time t.
  std::optional<double> own_friction(int figure, int other, double t) const;

  // See Ensemble::confine() and Interactions::reach_of().
  void confine(std::span<const std::size_t> members, std::span<const std::size_t> beside);
  Bounds reach_of(const FigureSims& figures, std::size_t figure, const TouchAhead& ahead) const;

  // Calls visit(a, b, touch) with two CollidingBody for every touch at the figures' present poses,
  // in the order of the bodies. With `ahead`, also of bodies that could meet within a step.
  template <class Visit>
  void each_touch(const FigureSims& figures, const TouchAhead& ahead, const Visit& visit) {
    place(figures, ahead);
    search_.find([&](std::size_t i, std::size_t j, std::span<const Touch> touches) {
      for (const Touch& touch : touches) visit(search_.bodies()[i], search_.bodies()[j], touch);
    });
  }

 private:
  void place(const FigureSims& figures, const TouchAhead& ahead = {});
  ContactLaw law_between(const FigureSims& figures, const WorldSettings& settings,
                         const CollidingBody& a, const CollidingBody& b, double t) const;

  ContactSpec contact_;                             // between figures
  ContactSpec by_obstacles_;                        // as the ground's
  bool holds_ = false;                              // friction's springs hold on obstacles
  std::vector<std::optional<Curve>> own_friction_;  // [figure] of an obstacle
  std::vector<char> is_obstacle_;                   // [figure]
  TouchSearch search_;
  std::vector<std::size_t> members_;
  std::vector<double> reach_;  // [body of the search] m from its origin to its farthest point
  TouchPads pads_;
};

}  // namespace gambol
