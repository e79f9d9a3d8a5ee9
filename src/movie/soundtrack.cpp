#include "movie/soundtrack.h"

#include <algorithm>
#include <cmath>

namespace gambol {

Sound soundtrack(const AudioSpec& spec, const Sound& file, int frames, double fps) {
  const auto pairs = [](double seconds) {
    return static_cast<std::size_t>(std::llround(seconds * Sound::rate));
  };
  Sound sound;
  const std::size_t length = pairs(frames / fps), begin = pairs(spec.offset);
  sound.samples.assign(2 * length, 0);
  const std::size_t from = pairs(spec.from);
  if (from >= file.size() || begin >= length) return sound;
  const std::size_t heard = std::min(file.size() - from, length - begin);
  const double in = spec.fade_in * Sound::rate, out = spec.fade_out * Sound::rate;
  for (std::size_t i = 0; i < heard; ++i) {
    double loud = spec.gain;
    if (double(i) < in) loud *= double(i) / in;
    if (double(heard - i) < out) loud *= double(heard - i) / out;
    for (std::size_t c = 0; c < 2; ++c)
      sound.samples[2 * (begin + i) + c] =
          std::clamp(float(loud * file.samples[2 * (from + i) + c]), -1.0f, 1.0f);
  }
  return sound;
}

}  // namespace gambol
