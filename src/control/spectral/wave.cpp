#include "control/spectral/wave.h"

#include <cmath>
#include <numbers>

#include "figure/waves_spec.h"

namespace gambol {

Wave::Wave(const WaveSpec& spec, const WavesSpec& waves) {
  for (int f = 1; f <= waves.harmonics; ++f) {
    const auto i = static_cast<std::size_t>(f - 1);
    const double gain = i < spec.gains.size() ? spec.gains[i] : 0;
    const double amplitude = spec.amplitude * gain * std::pow(f, -waves.beta);
    if (amplitude == 0) continue;
    const double shift = i < spec.shifts.size() ? spec.shifts[i] : 0;
    harmonics_.push_back({f, amplitude, f * spec.phase + shift});
  }
}

Wave::At Wave::at(double cycles) const {
  constexpr double turn = 2 * std::numbers::pi;
  At sum;
  for (const Harmonic& h : harmonics_) {
    const double angle = turn * (h.frequency * cycles + h.shift);
    sum.x += h.amplitude * std::sin(angle);
    sum.rate += h.amplitude * turn * h.frequency * std::cos(angle);
  }
  return sum;
}

}  // namespace gambol
