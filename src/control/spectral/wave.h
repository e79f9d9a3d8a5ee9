#pragma once

// A sum of sines of a common period: the motion of one joint by spectral synthesis (seed 001).

#include <vector>

namespace gambol {

struct WaveSpec;
struct WavesSpec;

class Wave {
 public:
  Wave(const WaveSpec& spec, const WavesSpec& waves);
  // After `cycles` of the period: the distance from the centre, rad or m, and its derivative, per
  // cycle.
  struct At {
    double x = 0, rate = 0;
  };
  At at(double cycles) const;

 private:
  struct Harmonic {
    int frequency = 1;                // per cycle
    double amplitude = 0, shift = 0;  // rad or m; cycles of the harmonic
  };
  std::vector<Harmonic> harmonics_;  // those whose amplitude is not 0
};

}  // namespace gambol
