#pragma once

// Normally distributed random numbers, by Marsaglia's polar method (SIAM Review 6, 1964). Those of
// the standard library differ from library to library.

#include <cmath>

#include "base/random.h"

namespace gambol {

// Mean 0, standard deviation 1. The method makes two; the second is dropped, so that the generator
// remains all that a search must remember.
inline double normal(Random& random) {
  while (true) {
    const double a = random.between(-1, 1), b = random.between(-1, 1);
    const double square = a * a + b * b;
    if (square > 0 && square < 1) return a * std::sqrt(-2 * std::log(square) / square);
  }
}

}  // namespace gambol
