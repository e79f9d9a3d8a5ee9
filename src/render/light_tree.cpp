#include "render/light_tree.h"

#include <numeric>

namespace gambol {
namespace {

float angle_between(Float3 a, Float3 b) { return std::acos(std::clamp(dot(a, b), -1.0f, 1.0f)); }

// Sets the smallest cone around the cones of `a` and `b` in `both`.
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

// Cosine and sine of max(a - b, 0).
Floats cos_less(Floats sin_a, Floats cos_a, Floats sin_b, Floats cos_b) {
  return select(cos_a > cos_b, 1.0f, cos_a * cos_b + sin_a * sin_b);
}
Floats sin_less(Floats sin_a, Floats cos_a, Floats sin_b, Floats cos_b) {
  return select(cos_a > cos_b, 0.0f, sin_a * cos_b - cos_a * sin_b);
}
Floats sine_of(Floats cosine) { return sqrt(larger(1.0f - cosine * cosine, Floats(0.0f))); }

float sum(Floats x) {
  float all = 0;
  for (int k = 0; k < float_lanes; ++k) all += x[k];
  return all;
}

}  // namespace

LightTree::LightTree(const std::vector<Light::Extent>& lights) : trails_(lights.size()) {
  std::vector<int> order(lights.size());
  std::iota(order.begin(), order.end(), 0);
  if (!lights.empty()) build(lights, order, 0, int(lights.size()), 0, 0);
}

void LightTree::Node::set(int child, const Light::Extent& e, int node, int of_light) {
  set_lane(center, child, (e.low + e.high) * 0.5f);
  set_lane(axis, child, e.axis);
  set_lane(radius2, child, 0.25f * length2(e.high - e.low));
  set_lane(power, child, e.power);
  set_lane(cos_spread, child, std::cos(e.spread));
  set_lane(sin_spread, child, std::sin(e.spread));
  set_lane(cos_emission, child, std::cos(e.emission));
  inner[child] = node;
  light[child] = of_light;
}

// Halves the lights along the longest side of the box of their centres, three times over, into up
// to eight children. There are at most 11 levels for any number of lights.
Light::Extent LightTree::build(const std::vector<Light::Extent>& lights, std::vector<int>& order,
                               int first, int last, int depth, std::uint64_t trail) {
  const auto center = [&](int i) { return (lights[i].low + lights[i].high) * 0.5f; };
  const auto halve = [&](int from, int to) {
    Float3 low = center(order[from]), high = low;
    for (int i = from; i < to; ++i)
      low = smaller(low, center(order[i])), high = larger(high, center(order[i]));
    const Float3 size = high - low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const int middle = from + (to - from) / 2;
    std::nth_element(order.begin() + from, order.begin() + middle, order.begin() + to,
                     [&](int a, int b) {
                       const float p = along(center(a), axis), q = along(center(b), axis);
                       return p != q ? p < q : a < b;
                     });
    return middle;
  };
  std::vector<int> borders{first, last};
  for (int halvings = 0; halvings < child_bits; ++halvings) {
    std::vector<int> finer{first};
    for (std::size_t i = 1; i < borders.size(); ++i) {
      if (borders[i] - borders[i - 1] > 1) finer.push_back(halve(borders[i - 1], borders[i]));
      finer.push_back(borders[i]);
    }
    borders = std::move(finer);
  }
  const std::size_t at = nodes_.size();
  nodes_.emplace_back();
  Light::Extent all;
  for (int child = 0; child + 1 < int(borders.size()); ++child) {
    const int from = borders[child], to = borders[child + 1];
    const std::uint64_t way = trail | std::uint64_t(child) << (child_bits * depth);
    const bool single = to - from == 1;
    const int light = single ? order[from] : -1, node = int(nodes_.size());
    if (single) trails_[light] = way;
    const Light::Extent part =
        single ? lights[light] : build(lights, order, from, to, depth + 1, way);
    nodes_[at].set(child, part, node, light);
    all = child == 0 ? part : joined(all, part);
  }
  return all;
}

// Computes with cosines and sines instead of angles, for speed: every choice evaluates this at
// every level.
Floats LightTree::Node::importance(Float3 p, Float3 normal) const {
  const Floats3 to = center - Floats3(p);
  const Floats distance2 = larger(length2(to), Floats(1e-20f));
  const Floats d2 = larger(distance2, radius2);
  const Floats3 direction = to * (1.0f / sqrt(distance2));
  // Half the angle that the sphere around the box subtends.
  const Mask inside = distance2 <= radius2;
  const Floats sin2_seen = radius2 / d2;
  const Floats sin_seen = select(inside, 0.0f, sqrt(sin2_seen));
  const Floats cos_seen = select(inside, -1.0f, sqrt(larger(1.0f - sin2_seen, 0.0f)));
  const Floats cos_axis = -dot(axis, direction), sin_axis = sine_of(cos_axis);
  const Floats cos_off = cos_less(sin_axis, cos_axis, sin_spread, cos_spread);
  const Floats sin_off = sin_less(sin_axis, cos_axis, sin_spread, cos_spread);
  const Floats leaves = cos_less(sin_off, cos_off, sin_seen, cos_seen);
  const Floats facing = smaller(abs(dot(Floats3(normal), direction)), Floats(1.0f));
  const Floats arrives = cos_less(sine_of(facing), facing, sin_seen, cos_seen);
  return select(leaves > cos_emission, power * leaves * larger(arrives, Floats(0.02f)) / d2, 0.0f);
}

LightTree::Choice LightTree::choose(Float3 p, Float3 normal, float u) const {
  if (nodes_.empty()) return {};
  Choice choice{-1, 1};
  for (int at = 0; choice.light < 0;) {
    const Node& node = nodes_[at];
    const Floats of = node.importance(p, normal);
    const float all = sum(of);
    if (!(all > 0)) return {};
    // A loop over lanes is fast enough: branches are predicted while the numbers are still being
    // computed.
    float left = u * all;
    int chosen = -1;
    for (int k = 0; k < float_lanes; ++k) {
      if (!(of[k] > 0)) continue;
      if (chosen >= 0) left -= of[chosen];
      chosen = k;
      if (left < of[k]) break;
    }
    choice.chance *= of[chosen] / all;
    u = within(left / of[chosen], 0, 0.99999994f);
    at = node.inner[chosen];
    choice.light = node.light[chosen];
  }
  return choice;
}

float LightTree::chance(Float3 p, Float3 normal, int light) const {
  float chance = 1;
  int at = 0;
  for (std::uint64_t trail = trails_[light];; trail >>= child_bits) {
    const Node& node = nodes_[at];
    const int child = int(trail & ((1u << child_bits) - 1));
    const Floats of = node.importance(p, normal);
    const float all = sum(of);
    if (!(all > 0)) return 0;
    chance *= of[child] / all;
    if (node.light[child] >= 0) return chance;
    at = node.inner[child];
  }
}

}  // namespace gambol
