#pragma once

// Finds the bodies that overlap each other. Broad phase: a sweep over the bounds of all figures,
// and the bodies of two figures whose bounds overlap. Narrow phase: the convex parts of every pair
// of bodies whose bounds overlap. What is kept grows with the number of bodies, not with that of
// pairs.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/scratch_vector.h"
#include "contact/find/beyond_joint.h"

namespace gambol {

// A collider that equal bodies of any number of figures share.
class SharedCollider {
 public:
  SharedCollider(Collider collider)
      : collider_(std::make_shared<const Collider>(std::move(collider))) {}
  const Collider& operator*() const { return *collider_; }
  const Collider* operator->() const { return collider_.get(); }

 private:
  std::shared_ptr<const Collider> collider_;
};

struct CollidingBody {
  int figure = 0, body = 0;  // the figure, and the body's index in it
  int parent = -1;           // index of the body that carries it; -1: none
  double mass = 0;           // kg, of the whole figure; infinite if the figure cannot move
  bool self = false;         // touches the other bodies of its figure too
  SharedCollider collider;   // not empty
  bool hinged = false;       // turns about its origin, where a joint joins it to its parent
  int sort = 0;              // by which Sorts say what it may touch
};

// Which sorts of bodies of different figures may touch: symmetric. By default there is one, which
// may touch itself.
struct Sorts {
  int count = 1;
  std::vector<char> may_touch = {1};  // [sort * count + sort]
};

class TouchSearch {
 public:
  // The bodies of a figure follow each other; the figures are in order.
  explicit TouchSearch(std::vector<CollidingBody> bodies = {}, Sorts sorts = {});

  const std::vector<CollidingBody>& bodies() const { return bodies_; }
  const Sorts& sorts() const { return sorts_; }

  // Put a body at a pose, or remove it until it is placed again. All bodies must have been placed
  // or removed before the calls below. Bodies touch, too, that are closer to each other than the
  // sum of their margins (m); the depth of such touches is negative.
  void place(std::size_t body, const Frame& X_WB, double margin = 0);
  void remove(std::size_t body);
  const Frame& pose(std::size_t body) const { return at_[body].X_WB; }

  // From now on finds only what bodies of these figures touch of each other's.
  void confine(std::span<const std::size_t> figures, std::span<const std::size_t> beside);
  // Calls visit(body) for every body of those figures; of all without confine().
  template <class Visit>
  void each_searched(const Visit& visit) const {
    for (int g : in_a_row_)
      for (std::size_t i : bodies_in(groups_[g])) visit(i);
  }
  // The bodies of a figure; none if it has none.
  std::ranges::iota_view<std::size_t, std::size_t> bodies_of(std::size_t figure) const {
    const int g = figure < group_of_figure_.size() ? group_of_figure_[figure] : -1;
    return g < 0 ? std::views::iota(std::size_t{0}, std::size_t{0}) : bodies_in(groups_[g]);
  }

  // Excludes a pair of bodies for ever.
  void exclude(std::size_t i, std::size_t j);
  // Excludes for ever the bodies of one figure whose shapes overlap at the present poses: they
  // would push each other for ever. Of bodies that a hinge joins, only what lies beyond the region
  // at their joint touches: farther from it than both bodies are thick there, and as much farther
  // as keeps them apart at the present poses. Other joined bodies are excluded. like[figure] is an
  // earlier figure of the same bodies in the same pose, of which this then is known, or the figure.
  void exclude_neighbours(std::span<const int> like = {});

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
  // Copies where `other`, a search of the same bodies that is not confined, has them, and what
  // touches there: copying costs less than searching twice.
  void find_with(TouchSearch& other);
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
  // Of pairs of bodies of one figure, numbered from its first one, at i * bodies + j with i < j.
  struct OwnPairs {
    std::vector<char> excluded;
    std::vector<int> joined_at;  // place in `joined`; -1: not joined
    std::vector<Joined> joined;
  };
  // The bodies of one figure.
  struct Group {
    std::size_t first = 0, count = 0;
    std::shared_ptr<OwnPairs> own;  // equal figures share it; null: nothing is excluded
    Bounds bounds;                  // W, of all its bodies
  };
  static std::ranges::iota_view<std::size_t, std::size_t> bodies_in(const Group& group) {
    return std::views::iota(group.first, group.first + group.count);
  }
  std::size_t own_place(std::size_t i, std::size_t j) const;  // in OwnPairs, of two bodies i < j
  OwnPairs& own_pairs(Group& group);                          // to be changed
  bool is_excluded(std::size_t i, std::size_t j) const;
  void exclude_neighbours(Group& group);
  bool may_touch(std::size_t i, std::size_t j) const;
  void search();
  void find_pairs();
  void find_own(const Group& group);
  void find_between(const Group& a, const Group& b);
  void consider(std::size_t i, std::size_t j);  // two whose bounds overlap
  bool join(Group& group, std::size_t i, std::size_t j);
  // Append to touches_; return whether there are any.
  bool touch(std::size_t i, std::size_t j);
  bool touch(std::size_t i, const Collider& a, std::size_t j, const Collider& b);

  std::vector<CollidingBody> bodies_;
  Sorts sorts_;
  std::vector<Placed> at_;  // [body]
  std::vector<Group> groups_;
  std::vector<int> group_of_figure_;            // [figure]; -1: it has no bodies
  std::vector<int> group_of_;                   // [body]
  std::unordered_set<std::uint64_t> excluded_;  // i * bodies + j of different figures, i < j
  // Scratch.
  std::vector<int> order_;     // of the bodies of each group, along x
  std::vector<int> in_a_row_;  // the groups that are searched
  ScratchVector<int> near_, far_;
  ScratchVector<std::pair<int, int>> pairs_;
  ScratchVector<int> parts_a_, parts_b_;
  ScratchVector<Touch> touches_;
  // At the present poses, and one entry more that ends the last pair's touches; empty if something
  // has changed since they were found, as in a copy.
  ScratchVector<Found> found_;
  long searches_ = 0;
};

}  // namespace gambol
