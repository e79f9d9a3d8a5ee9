#include "contact/find/touch_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>

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

TouchSearch::TouchSearch(std::vector<CollidingBody> bodies)
    : bodies_(std::move(bodies)),
      at_(bodies_.size()),
      excluded_(bodies_.size() * bodies_.size(), 0),
      joined_at_(bodies_.size() * bodies_.size(), -1),
      order_(bodies_.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  if (bodies_.empty()) return;
  pairs_.reserve(8 * bodies_.size());
  touches_.reserve(256);
  found_.reserve(8 * bodies_.size());
}

void TouchSearch::place(std::size_t body, const Frame& X_WB, double margin) {
  Placed& at = at_[body];
  if (at.here && at.margin == margin && is_same(at.X_WB, X_WB)) return;
  const Bounds bounds = moved(bodies_[body].collider.bounds(), X_WB);
  at = {X_WB, margin > 0 ? wider(bounds, margin) : bounds, margin, true};
  found_.clear();
}

void TouchSearch::remove(std::size_t body) {
  if (!at_[body].here) return;
  at_[body].here = false;
  at_[body].bounds = {};
  found_.clear();
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
bool TouchSearch::join(std::size_t i, std::size_t j) {
  constexpr double grows = 1.25;
  const CollidingBody &a = bodies_[i], &b = bodies_[j];
  const bool a_is_carried = a.parent == b.body;
  if (!(a_is_carried ? a : b).hinged || !a.self) return false;
  const Vec3 joint = at_[a_is_carried ? i : j].X_WB.p;
  const Vec3 in_a = seen_from(at_[i].X_WB, joint), in_b = seen_from(at_[j].X_WB, joint);
  double radius = girth_at(a.collider, in_a) + girth_at(b.collider, in_b);
  for (; radius > 0; radius *= grows) {
    Joined pair{beyond(a.collider, in_a, radius), beyond(b.collider, in_b, radius)};
    if (pair.a.empty() || pair.b.empty()) return false;
    if (touch(i, pair.a, j, pair.b)) continue;
    joined_at_[i * bodies_.size() + j] = static_cast<int>(joined_.size());
    joined_.push_back(std::move(pair));
    return true;
  }
  return false;
}

void TouchSearch::exclude_neighbours() {
  const std::size_t n = bodies_.size();
  found_.clear();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const CollidingBody &a = bodies_[i], &b = bodies_[j];
      if (a.figure != b.figure || excluded_[i * n + j]) continue;
      const bool joined = a.parent == b.body || b.parent == a.body;
      if (joined ? !join(i, j) : a.self && at_[i].bounds.overlaps(at_[j].bounds) && touch(i, j))
        excluded_[i * n + j] = 1;
    }
  }
}

bool TouchSearch::may_touch(const CollidingBody& a, const CollidingBody& b) const {
  if (std::isinf(a.mass) && std::isinf(b.mass)) return false;
  return a.figure != b.figure || a.self;
}

void TouchSearch::find_pairs() {
  pairs_.clear();
  // Bodies move little in a step, so the order of the last step is almost sorted.
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const int moving = order_[i];
    std::size_t k = i;
    for (; k > 0 && at_[order_[k - 1]].bounds.low.x() > at_[moving].bounds.low.x(); --k)
      order_[k] = order_[k - 1];
    order_[k] = moving;
  }
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Bounds& a = at_[order_[i]].bounds;
    for (std::size_t k = i + 1; k < order_.size(); ++k) {
      const Bounds& b = at_[order_[k]].bounds;
      if (b.low.x() > a.high.x()) break;
      if (!a.overlaps(b) || !may_touch(bodies_[order_[i]], bodies_[order_[k]])) continue;
      const auto pair = std::minmax(order_[i], order_[k]);
      if (!excluded_[pair.first * bodies_.size() + pair.second]) pairs_.push_back(pair);
    }
  }
  std::sort(pairs_.begin(), pairs_.end());
}

bool TouchSearch::touch(std::size_t i, std::size_t j) {
  const int joined = joined_at_[i * bodies_.size() + j];
  if (joined < 0) return touch(i, bodies_[i].collider, j, bodies_[j].collider);
  const auto& [a, b] = joined_[static_cast<std::size_t>(joined)];
  const Bounds of_a = wider(moved(a.bounds(), at_[i].X_WB), at_[i].margin + at_[j].margin);
  return of_a.overlaps(moved(b.bounds(), at_[j].X_WB)) && touch(i, a, j, b);
}

bool TouchSearch::touch(std::size_t i, const Collider& a, std::size_t j, const Collider& b) {
  const Frame &X_WA = at_[i].X_WB, &X_WB = at_[j].X_WB;
  const double margin = at_[i].margin + at_[j].margin;
  const auto within = [](const Frame& X, const Bounds& box_W) {
    const Frame back{X.R.transpose(), -(X.R.transpose() * X.p)};
    return moved(box_W, back);
  };
  const auto near = [&](const Bounds& box) { return margin > 0 ? wider(box, margin) : box; };
  const std::size_t before = touches_.size();
  parts_a_.clear();
  a.overlapping(near(within(X_WA, moved(b.bounds(), X_WB))), parts_a_);
  for (int pa : parts_a_) {
    const ConvexPart& part = a.parts()[pa];
    parts_b_.clear();
    b.overlapping(near(within(X_WB, moved(part.bounds, X_WA))), parts_b_);
    for (int pb : parts_b_) touch_parts(part, X_WA, b.parts()[pb], X_WB, touches_, margin);
  }
  return touches_.size() > before;
}

}  // namespace gambol
