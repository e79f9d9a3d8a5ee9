#include "contact/find/touch_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <unordered_map>

namespace gambol {
namespace {

Bounds wider(const Bounds& b, double by) {
  return {b.low - Vec3::Constant(by), b.high + Vec3::Constant(by)};
}

// Whether the two are one bit by bit, so that what is found at them is.
bool is_same(const Frame& a, const Frame& b) {
  std::uint64_t differs = 0;
  const auto compare = [&](const double* x, const double* y, int n) {
    for (int k = 0; k < n; ++k)
      differs |= std::bit_cast<std::uint64_t>(x[k]) ^ std::bit_cast<std::uint64_t>(y[k]);
  };
  compare(a.R.data(), b.R.data(), 9);
  compare(a.p.data(), b.p.data(), 3);
  return differs == 0;
}

}  // namespace

TouchSearch::TouchSearch(std::vector<CollidingBody> bodies, Sorts sorts)
    : bodies_(std::move(bodies)),
      sorts_(std::move(sorts)),
      at_(bodies_.size()),
      order_(bodies_.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (i == 0 || bodies_[i].figure != bodies_[i - 1].figure) groups_.push_back({i});
    ++groups_.back().count;
    group_of_.push_back(static_cast<int>(groups_.size()) - 1);
    group_of_figure_.resize(bodies_[i].figure + 1, -1);
    group_of_figure_.back() = group_of_.back();
  }
  in_a_row_.resize(groups_.size());
  std::iota(in_a_row_.begin(), in_a_row_.end(), 0);
  if (bodies_.empty()) return;
  pairs_.reserve(8 * bodies_.size());
  near_.reserve(bodies_.size());
  far_.reserve(bodies_.size());
  touches_.reserve(256);
  std::size_t parts = 0;
  for (const CollidingBody& b : bodies_) parts = std::max(parts, b.collider->parts().size());
  parts_a_.reserve(parts);
  parts_b_.reserve(parts);
  found_.reserve(8 * bodies_.size());
}

void TouchSearch::confine(std::span<const std::size_t> figures,
                          std::span<const std::size_t> beside) {
  in_a_row_.clear();
  for (const auto& list : {figures, beside})
    for (std::size_t f : list)
      if (f < group_of_figure_.size() && group_of_figure_[f] >= 0)
        in_a_row_.push_back(group_of_figure_[f]);
  found_.clear();
}

std::size_t TouchSearch::own_place(std::size_t i, std::size_t j) const {
  const Group& group = groups_[group_of_[i]];
  return (i - group.first) * group.count + j - group.first;
}

TouchSearch::OwnPairs& TouchSearch::own_pairs(Group& group) {
  if (!group.own) {
    group.own = std::make_shared<OwnPairs>();
    group.own->excluded.assign(group.count * group.count, 0);
    group.own->joined_at.assign(group.count * group.count, -1);
  } else if (group.own.use_count() > 1) {
    group.own = std::make_shared<OwnPairs>(*group.own);
  }
  return *group.own;
}

void TouchSearch::exclude(std::size_t i, std::size_t j) {
  if (i > j) std::swap(i, j);
  found_.clear();
  if (group_of_[i] == group_of_[j])
    own_pairs(groups_[group_of_[i]]).excluded[own_place(i, j)] = 1;
  else
    excluded_.insert(i * bodies_.size() + j);
}

bool TouchSearch::is_excluded(std::size_t i, std::size_t j) const {
  if (group_of_[i] != group_of_[j])
    return !excluded_.empty() && excluded_.contains(i * bodies_.size() + j);
  const Group& group = groups_[group_of_[i]];
  return group.own && group.own->excluded[own_place(i, j)];
}

void TouchSearch::place(std::size_t body, const Frame& X_WB, double margin) {
  Placed& at = at_[body];
  if (at.here && at.margin == margin && is_same(at.X_WB, X_WB)) return;
  const Bounds bounds = moved(bodies_[body].collider->bounds(), X_WB);
  at = {X_WB, margin > 0 ? wider(bounds, margin) : bounds, margin, true};
  found_.clear();
}

void TouchSearch::remove(std::size_t body) {
  if (!at_[body].here) return;
  at_[body].here = false;
  at_[body].bounds = {};
  found_.clear();
}

void TouchSearch::find_with(TouchSearch& other) {
  if (other.found_.empty()) other.search();
  at_ = other.at_;
  found_.assign(other.found_.begin(), other.found_.end());
  touches_.assign(other.touches_.begin(), other.touches_.end());
}

void TouchSearch::search() {
  ++searches_;
  find_pairs();
  touches_.clear();
  for (const auto& [i, j] : pairs_) {
    const std::size_t first = touches_.size();
    if (touch(i, j))
      found_.push_back({static_cast<std::size_t>(i), static_cast<std::size_t>(j), first});
  }
  found_.push_back({0, 0, touches_.size()});
}

// Returns whether anything of two bodies, one of which carries the other, can touch.
bool TouchSearch::join(Group& group, std::size_t i, std::size_t j) {
  constexpr double grows = 1.25;
  const CollidingBody &a = bodies_[i], &b = bodies_[j];
  const bool a_is_carried = a.parent == b.body;
  if (!(a_is_carried ? a : b).hinged || !a.self) return false;
  const Vec3 joint = at_[a_is_carried ? i : j].X_WB.p;
  const Vec3 in_a = seen_from(at_[i].X_WB, joint), in_b = seen_from(at_[j].X_WB, joint);
  double radius = girth_at(*a.collider, in_a) + girth_at(*b.collider, in_b);
  for (; radius > 0; radius *= grows) {
    Joined pair{beyond(*a.collider, in_a, radius), beyond(*b.collider, in_b, radius)};
    if (pair.a.empty() || pair.b.empty()) return false;
    if (touch(i, pair.a, j, pair.b)) continue;
    OwnPairs& own = own_pairs(group);
    own.joined_at[own_place(i, j)] = static_cast<int>(own.joined.size());
    own.joined.push_back(std::move(pair));
    return true;
  }
  return false;
}

void TouchSearch::exclude_neighbours(Group& group) {
  if (!bodies_[group.first].self) return;
  for (std::size_t i = group.first; i < group.first + group.count; ++i) {
    for (std::size_t j = i + 1; j < group.first + group.count; ++j) {
      const CollidingBody &a = bodies_[i], &b = bodies_[j];
      if (is_excluded(i, j)) continue;
      const bool joined = a.parent == b.body || b.parent == a.body;
      const bool apart = joined ? join(group, i, j)
                                : !(a.self && at_[i].bounds.overlaps(at_[j].bounds) && touch(i, j));
      if (!apart) own_pairs(group).excluded[own_place(i, j)] = 1;
    }
  }
}

void TouchSearch::exclude_neighbours(std::span<const int> like) {
  found_.clear();
  std::unordered_map<int, const Group*> known;  // [figure]
  for (Group& group : groups_) {
    const int figure = bodies_[group.first].figure;
    const auto same = like.empty() ? known.end() : known.find(like[figure]);
    if (same != known.end() && same->second->count == group.count)
      group.own = same->second->own;
    else
      exclude_neighbours(group);
    known.emplace(figure, &group);
  }
}

bool TouchSearch::may_touch(std::size_t i, std::size_t j) const {
  const CollidingBody &a = bodies_[i], &b = bodies_[j];
  if (std::isinf(a.mass) && std::isinf(b.mass)) return false;
  if (a.figure == b.figure) return a.self && !is_excluded(i, j);
  return sorts_.may_touch[a.sort * sorts_.count + b.sort] && !is_excluded(i, j);
}

void TouchSearch::consider(std::size_t i, std::size_t j) {
  if (i > j) std::swap(i, j);
  if (may_touch(i, j)) pairs_.emplace_back(static_cast<int>(i), static_cast<int>(j));
}

namespace {

// Sorts what moves little between two calls, and so is almost sorted.
template <class Low>
void sort_again(std::span<int> order, const Low& low) {
  for (std::size_t i = 1; i < order.size(); ++i) {
    const int moving = order[i];
    const double at = low(moving);
    std::size_t k = i;
    for (; k > 0 && low(order[k - 1]) > at; --k) order[k] = order[k - 1];
    order[k] = moving;
  }
}

}  // namespace

// Along the axis in which the figure is longest: of one that stands, all bodies overlap in the two
// others.
void TouchSearch::find_own(const Group& group) {
  int axis = 0;
  (group.bounds.high - group.bounds.low).maxCoeff(&axis);
  const std::span<int> order(order_.data() + group.first, group.count);
  sort_again(order, [&](int i) { return at_[i].bounds.low[axis]; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Bounds& box = at_[order[i]].bounds;
    for (std::size_t k = i + 1; k < order.size(); ++k) {
      if (at_[order[k]].bounds.low[axis] > box.high[axis]) break;
      if (at_[order[k]].bounds.overlaps(box)) consider(order[i], order[k]);
    }
  }
}

void TouchSearch::find_between(const Group& a, const Group& b) {
  const auto list = [&](const Group& of, const Bounds& box, ScratchVector<int>& listed) {
    listed.clear();
    for (std::size_t i = of.first; i < of.first + of.count; ++i)
      if (at_[i].bounds.overlaps(box)) listed.push_back(static_cast<int>(i));
  };
  list(a, b.bounds, near_);
  list(b, a.bounds, far_);
  for (int i : near_)
    for (int j : far_)
      if (at_[i].bounds.overlaps(at_[j].bounds)) consider(i, j);
}

void TouchSearch::find_pairs() {
  pairs_.clear();
  Bounds all;
  for (int g : in_a_row_) {
    Group& group = groups_[g];
    group.bounds = {};
    for (std::size_t i = group.first; i < group.first + group.count; ++i)
      group.bounds.include(at_[i].bounds);
    if (bodies_[group.first].self) find_own(group);
    if (group.bounds.low.x() < group.bounds.high.x()) all.include(group.bounds.low);
  }
  int axis = 0;  // along which the figures are spread most
  (all.high - all.low).maxCoeff(&axis);
  sort_again(in_a_row_, [&](int g) { return groups_[g].bounds.low[axis]; });
  for (std::size_t k = 0; k < in_a_row_.size(); ++k) {
    const Group& a = groups_[in_a_row_[k]];
    for (std::size_t m = k + 1; m < in_a_row_.size(); ++m) {
      const Group& b = groups_[in_a_row_[m]];
      if (b.bounds.low[axis] > a.bounds.high[axis]) break;
      const bool can_move =
          std::isfinite(bodies_[a.first].mass) || std::isfinite(bodies_[b.first].mass);
      if (can_move && a.bounds.overlaps(b.bounds)) find_between(a, b);
    }
  }
  std::sort(pairs_.begin(), pairs_.end());
}

bool TouchSearch::touch(std::size_t i, std::size_t j) {
  const OwnPairs* own = group_of_[i] == group_of_[j] ? groups_[group_of_[i]].own.get() : nullptr;
  const int joined = own ? own->joined_at[own_place(i, j)] : -1;
  if (joined < 0) return touch(i, *bodies_[i].collider, j, *bodies_[j].collider);
  const auto& [a, b] = own->joined[static_cast<std::size_t>(joined)];
  const Bounds of_a = wider(moved(a.bounds(), at_[i].X_WB), at_[i].margin + at_[j].margin);
  return of_a.overlaps(moved(b.bounds(), at_[j].X_WB)) && touch(i, a, j, b);
}

bool TouchSearch::touch(std::size_t i, const Collider& a, std::size_t j, const Collider& b) {
  const Frame &X_WA = at_[i].X_WB, &X_WB = at_[j].X_WB;
  const double margin = at_[i].margin + at_[j].margin;
  const Frame X_AB{X_WA.R.transpose() * X_WB.R, seen_from(X_WA, X_WB.p)};
  const Frame X_BA{X_AB.R.transpose(), -(X_AB.R.transpose() * X_AB.p)};
  const auto near = [&](const Bounds& box) { return margin > 0 ? wider(box, margin) : box; };
  const std::size_t before = touches_.size();
  parts_a_.clear();
  a.overlapping(near(moved(b.bounds(), X_AB)), parts_a_);
  for (int pa : parts_a_) {
    const ConvexPart& part = a.parts()[pa];
    parts_b_.clear();
    b.overlapping(near(moved(part.bounds, X_BA)), parts_b_);
    for (int pb : parts_b_) touch_parts(part, X_WA, b.parts()[pb], X_WB, touches_, margin);
  }
  return touches_.size() > before;
}

}  // namespace gambol
