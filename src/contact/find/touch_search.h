#pragma once

// Finds the bodies that overlap each other. Broad phase: a sweep along x over the bounds of all
// bodies. Narrow phase: the convex parts of every pair whose bounds overlap.

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/scratch_vector.h"
#include "contact/find/beyond_joint.h"

namespace gambol {

struct CollidingBody {
  int figure = 0, body = 0;  // the figure, and the body's index in it
  int parent = -1;           // index of the body that carries it; -1: none
  double mass = 0;           // kg, of the whole figure; infinite if the figure cannot move
  bool self = false;         // touches the other bodies of its figure too
  Collider collider;         // not empty
  bool hinged = false;       // turns about its origin, where a joint joins it to its parent
};

class TouchSearch {
 public:
  explicit TouchSearch(std::vector<CollidingBody> bodies = {});

  const std::vector<CollidingBody>& bodies() const { return bodies_; }

  // Put a body at a pose, or remove it until it is placed again. All bodies must have been placed
  // or removed before the calls below. Bodies touch, too, that are closer to each other than the
  // sum of their margins (m); the depth of such touches is negative.
  void place(std::size_t body, const Frame& X_WB, double margin = 0);
  void remove(std::size_t body);
  const Frame& pose(std::size_t body) const { return at_[body].X_WB; }

  // Excludes a pair of bodies for ever.
  void exclude(std::size_t i, std::size_t j) {
    excluded_[std::min(i, j) * bodies_.size() + std::max(i, j)] = 1;
    found_.clear();
  }
  // Excludes for ever the bodies of one figure whose shapes overlap at the present poses: they
  // would push each other for ever. Of bodies that a hinge joins, only what lies beyond the region
  // at their joint touches: farther from it than both bodies are thick there, and as much farther
  // as keeps them apart at the present poses. Other joined bodies are excluded.
  void exclude_neighbours();

  // Calls visit(i, j, touches) for every pair of bodies i < j that touches at the present poses;
  // the normals point out of j into i. The pairs are in the order of the bodies, independent of
  // earlier calls, because sums of forces must not depend on earlier steps. Searches only if
  // something has changed since the last call: the end of a step is the beginning of the next one.
  template <class Visit>
  void find(const Visit& visit) {
    if (found_.empty()) search();
    for (std::size_t k = 0; k + 1 < found_.size(); ++k)
      visit(found_[k].i, found_[k].j,
            std::span<const Touch>(touches_.data() + found_[k].first,
                                   found_[k + 1].first - found_[k].first));
  }
  // How often it has searched.
  long searches() const { return searches_; }

 private:
  struct Placed {
    Frame X_WB;
    Bounds bounds;  // W, with the margin; empty: removed
    double margin = 0;
    bool here = false;  // not removed
  };
  // Two bodies that touch, and the first of their touches, which end where the next pair's begin.
  struct Found {
    std::size_t i = 0, j = 0, first = 0;
  };
  // What touches of two bodies that are joined.
  struct Joined {
    Collider a, b;
  };
  bool may_touch(const CollidingBody& a, const CollidingBody& b) const;
  void search();
  void find_pairs();
  bool join(std::size_t i, std::size_t j);
  // Append to touches_; return whether there are any.
  bool touch(std::size_t i, std::size_t j);
  bool touch(std::size_t i, const Collider& a, std::size_t j, const Collider& b);

  std::vector<CollidingBody> bodies_;
  std::vector<Placed> at_;      // [body]
  std::vector<char> excluded_;  // [i * bodies + j], i < j
  std::vector<int> joined_at_;  // [i * bodies + j], i < j: place in joined_; -1: not joined
  std::vector<Joined> joined_;
  // Scratch.
  std::vector<int> order_;
  ScratchVector<std::pair<int, int>> pairs_;
  ScratchVector<int> parts_a_, parts_b_;
  ScratchVector<Touch> touches_;
  // At the present poses, and one entry more that ends the last pair's touches; empty if something
  // has changed since they were found, as in a copy.
  ScratchVector<Found> found_;
  long searches_ = 0;
};

}  // namespace gambol
