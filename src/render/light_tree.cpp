#include "render/light_tree.h"

#include <numeric>

namespace gambol {
namespace {

float angle_between(Float3 a, Float3 b) { return std::acos(std::clamp(dot(a, b), -1.0f, 1.0f)); }

// The smallest cone around two.
void join_cones(const Light::Extent& a, const Light::Extent& b, Light::Extent& both) {
  const Light::Extent &wide = a.spread >= b.spread ? a : b, &narrow = a.spread >= b.spread ? b : a;
  const float apart = angle_between(wide.axis, narrow.axis);
  both.axis = wide.axis;
  both.spread = wide.spread;
  if (std::min(apart + narrow.spread, pi_f) <= wide.spread) return;
  both.spread = 0.5f * (wide.spread + apart + narrow.spread);
  const Float3 around = cross(wide.axis, narrow.axis);
  if (both.spread >= pi_f || length2(around) < 1e-12f) {
    both.spread = pi_f;
    return;
  }
  const float turn = both.spread - wide.spread;
  const Float3 aside = normalize(cross(normalize(around), wide.axis));
  both.axis = normalize(wide.axis * std::cos(turn) + aside * std::sin(turn));
}

Light::Extent joined(const Light::Extent& a, const Light::Extent& b) {
  Light::Extent both;
  both.low = smaller(a.low, b.low);
  both.high = larger(a.high, b.high);
  both.emission = std::max(a.emission, b.emission);
  both.power = a.power + b.power;
  join_cones(a, b, both);
  return both;
}

float along(Float3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

}  // namespace

LightTree::LightTree(const std::vector<Light::Extent>& lights) : trails_(lights.size()) {
  std::vector<int> order(lights.size());
  std::iota(order.begin(), order.end(), 0);
  nodes_.reserve(2 * lights.size());
  if (!lights.empty()) build(lights, order, 0, int(lights.size()), 0, 0);
}

LightTree::Bound LightTree::bound_of(const Light::Extent& e) {
  Bound b;
  b.center = (e.low + e.high) * 0.5f;
  b.radius2 = 0.25f * length2(e.high - e.low);
  b.axis = e.axis;
  b.power = e.power;
  b.cos_spread = std::cos(e.spread);
  b.sin_spread = std::sin(e.spread);
  b.cos_emission = std::cos(e.emission);
  return b;
}

// Halves along the longest side of the box of centres: at most 64 levels deep for any number.
Light::Extent LightTree::build(const std::vector<Light::Extent>& lights, std::vector<int>& order,
                               int first, int last, int depth, std::uint64_t trail) {
  const std::size_t at = nodes_.size();
  nodes_.emplace_back();
  if (last - first == 1) {
    nodes_[at] = {bound_of(lights[order[first]]), -1, order[first]};
    trails_[order[first]] = trail;
    return lights[order[first]];
  }
  const auto center = [&](int i) { return (lights[i].low + lights[i].high) * 0.5f; };
  Float3 low = center(order[first]), high = low;
  for (int i = first; i < last; ++i)
    low = smaller(low, center(order[i])), high = larger(high, center(order[i]));
  const Float3 size = high - low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const int middle = first + (last - first) / 2;
  std::nth_element(order.begin() + first, order.begin() + middle, order.begin() + last,
                   [&](int a, int b) {
                     const float p = along(center(a), axis), q = along(center(b), axis);
                     return p != q ? p < q : a < b;
                   });
  const Light::Extent left = build(lights, order, first, middle, depth + 1, trail);
  const int right = int(nodes_.size());
  const Light::Extent rest =
      build(lights, order, middle, last, depth + 1, trail | (std::uint64_t(1) << depth));
  const Light::Extent all = joined(left, rest);
  nodes_[at] = {bound_of(all), right, -1};
  return all;
}

// Angles only by their cosines and sines: it is asked for at every level of every choice.
float LightTree::importance(const Bound& b, Float3 p, Float3 normal) {
  const Float3 to = b.center - p;
  const float distance2 = length2(to), d2 = std::max(distance2, b.radius2);
  if (d2 == 0) return b.power;
  const Float3 direction = to * (1 / std::sqrt(std::max(distance2, 1e-20f)));
  // Of a - b, where that is not below 0.
  const auto cos_less = [](float sin_a, float cos_a, float sin_b, float cos_b) {
    return cos_a > cos_b ? 1.0f : cos_a * cos_b + sin_a * sin_b;
  };
  const auto sin_less = [](float sin_a, float cos_a, float sin_b, float cos_b) {
    return cos_a > cos_b ? 0.0f : sin_a * cos_b - cos_a * sin_b;
  };
  const auto sine_of = [](float cosine) { return std::sqrt(std::max(1 - cosine * cosine, 0.0f)); };
  // The angle under which half the box is seen.
  const bool inside = distance2 <= b.radius2;
  const float sin_seen = inside ? 0 : std::sqrt(b.radius2 / distance2);
  const float cos_seen = inside ? -1 : sine_of(sin_seen);
  const float cos_axis = -dot(b.axis, direction), sin_axis = sine_of(cos_axis);
  const float cos_off = cos_less(sin_axis, cos_axis, b.sin_spread, b.cos_spread);
  const float sin_off = sin_less(sin_axis, cos_axis, b.sin_spread, b.cos_spread);
  const float leaves = cos_less(sin_off, cos_off, sin_seen, cos_seen);
  if (leaves <= b.cos_emission) return 0;
  const float facing = std::min(std::abs(dot(normal, direction)), 1.0f);
  const float arrives = cos_less(sine_of(facing), facing, sin_seen, cos_seen);
  return b.power * leaves * std::max(arrives, 0.02f) / d2;
}

LightTree::Choice LightTree::choose(Float3 p, Float3 normal, float u) const {
  if (nodes_.empty()) return {};
  Choice choice{-1, 1};
  int at = 0;
  while (nodes_[at].right >= 0) {
    const int left = at + 1, right = nodes_[at].right;
    const float a = importance(nodes_[left].bound, p, normal);
    const float b = importance(nodes_[right].bound, p, normal);
    if (a + b <= 0) return {};
    const float share = a / (a + b);
    if (u < share) {
      at = left;
      choice.chance *= share;
      u = std::min(u / share, 0.99999994f);
    } else {
      at = right;
      choice.chance *= 1 - share;
      u = std::min((u - share) / (1 - share), 0.99999994f);
    }
  }
  choice.light = nodes_[at].light;
  return choice;
}

float LightTree::chance(Float3 p, Float3 normal, int light) const {
  float chance = 1;
  int at = 0;
  for (std::uint64_t trail = trails_[light]; nodes_[at].right >= 0; trail >>= 1) {
    const int left = at + 1, right = nodes_[at].right;
    const float a = importance(nodes_[left].bound, p, normal);
    const float b = importance(nodes_[right].bound, p, normal);
    if (a + b <= 0) return 0;
    const bool rightwards = trail & 1;
    chance *= (rightwards ? b : a) / (a + b);
    at = rightwards ? right : left;
  }
  return chance;
}

}  // namespace gambol
