#pragma once

// Layers that two touching surfaces press together: each is a spring with a damper beside it, and
// they stand in series. No state is needed: the depth divides so that all springs exert the same
// force, and the rate divides as the depth does at small changes. Of springs and dampers that
// oscillate this is the exact answer up to the first order in the frequency.

#include <cstddef>
#include <limits>

namespace gambol {

// The spring of Eq. 72 of McKenna's PhD thesis (MIT 1994, "seed 003"): alpha (exp(beta d) - 1) + k
// d.
struct ContactLayer {
  double strength = 0;                                         // alpha, N
  double rise = 0;                                             // beta, 1/m
  double stiffness = 0;                                        // k, N/m
  double damping = 0;                                          // N*s/m
  double max_depth = std::numeric_limits<double>::infinity();  // m: the exponent is clamped there
};

// The answer at a depth: the force of the springs, and how it grows with depth and with its rate.
struct Squeeze {
  double force = 0;      // N
  double stiffness = 0;  // N/m
  double damping = 0;    // N*s/m
};

// `depth` (m) >= 0.
Squeeze squeeze(const ContactLayer& layer, double depth);

// The answer of `count` >= 1 layers in series, by how much they are pressed together in all. All
// but the last must have a spring.
Squeeze squeeze(const ContactLayer* const* layers, std::size_t count, double depth);

}  // namespace gambol
