#pragma once

// Collision detection between bodies. Broad phase: a sweep along x over the bounds of all bodies.
// Narrow phase: the convex parts of every pair whose bounds overlap.

#include <vector>

#include "dynamics/collider.h"
#include "simulation/link.h"

namespace gambol {

class Collisions {
 public:
  // Finds collisions if the shot resolves them by impulses (`by_impulse`) or by springs (not
  // `by_impulse`); finds none otherwise.
  Collisions(const MotionSpec& spec, const FigureSims& figures, bool by_impulse);

  bool any() const { return bodies_.size() > 1; }
  // Appends a link for every touch at the figures' present poses: the points on a and b, and the
  // force at this instant or, with h > 0, at the end of a step of length h (s; see react()). The
  // links are in the order of the bodies, independent of earlier calls.
  void find(const FigureSims& figures, const WorldSettings& settings, double t, double h,
            std::vector<Link>& links);

  // Calls visit(a's figure, b's figure, touch) for every touch at the figures' present poses, in
  // the order of the bodies.
  template <class Visit>
  void each_touch(const FigureSims& figures, const Visit& visit) {
    place(figures);
    find_pairs();
    for (const auto& [i, j] : pairs_) {
      touches_.clear();
      touch(i, j);
      for (const Touch& touch : touches_) visit(bodies_[i].id.figure, bodies_[j].id.figure, touch);
    }
  }

 private:
  struct Body {
    BodyId id;
    Collider collider;
    double mass = 0;    // kg, of the whole figure; infinite if the figure cannot move
    bool self = false;  // the figure's own bodies collide with each other
    Frame X_WB;
    Bounds bounds;  // W
  };
  bool may_touch(const Body& a, const Body& b) const;
  void exclude_neighbours(const FigureSims& figures);
  void place(const FigureSims& figures);
  void find_pairs();
  void touch(std::size_t a, std::size_t b);

  ContactSpec contact_;
  std::vector<Body> bodies_;
  std::vector<char> excluded_;  // [a * bodies + b]
  // Scratch.
  std::vector<int> order_;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<int> parts_a_, parts_b_;
  std::vector<Touch> touches_;
};

}  // namespace gambol
