#include "contact/answer/contact_layer.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// The forces of the layers differ by at most this fraction.
constexpr double even_forces = 1e-13;
constexpr int most_trials = 80;

Squeeze in_series(const Squeeze& a, const Squeeze& b) {
  const double both = a.stiffness + b.stiffness;
  const double of_a = b.stiffness / both, of_b = a.stiffness / both;  // parts of the rate
  return {b.force, a.stiffness * of_a, a.damping * of_a * of_a + b.damping * of_b * of_b};
}

}  // namespace

Squeeze squeeze(const ContactLayer& layer, double depth) {
  const double grown = std::exp(layer.rise * std::min(depth, layer.max_depth));
  return {layer.strength * (grown - 1) + layer.stiffness * depth,
          layer.strength * layer.rise * grown + layer.stiffness, layer.damping};
}

// Newton's method for the depth of the first layer, within an interval that holds it.
Squeeze squeeze(const ContactLayer* const* layers, std::size_t count, double depth) {
  if (count == 1) return squeeze(*layers[0], depth);
  const auto rest = [&](double d) { return squeeze(layers + 1, count - 1, d); };
  double low = 0, high = depth, at = 0;
  Squeeze a = squeeze(*layers[0], at), b = rest(depth);
  for (int round = 0; round < most_trials; ++round) {
    const double more = a.force - b.force;
    if (std::abs(more) <= even_forces * (a.force + b.force)) break;
    (more > 0 ? high : low) = at;
    double next = at - more / (a.stiffness + b.stiffness);
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (next == at) break;
    at = next;
    a = squeeze(*layers[0], at);
    b = rest(depth - at);
  }
  return in_series(a, b);
}

}  // namespace gambol
