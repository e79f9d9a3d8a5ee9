#include "movie/soundtrack.h"

#include <algorithm>
#include <cmath>

namespace gambol {

namespace {

std::size_t pairs(double seconds) {
  constexpr double most = 1e15;  // more than any file has, and exact as a double
  return static_cast<std::size_t>(std::llround(std::min(seconds * Sound::rate, most)));
}

}  // namespace

SoundPart heard_part(const AudioSpec& spec, int frames, double fps) {
  const std::size_t length = pairs(frames / fps), begin = pairs(spec.offset);
  return {pairs(spec.from), length - std::min(length, begin)};
}

Sound soundtrack(const AudioSpec& spec, Sound heard, int frames, double fps) {
  const std::size_t length = pairs(frames / fps), begin = std::min(pairs(spec.offset), length);
  std::vector<float>& samples = heard.samples;
  const std::size_t count = std::min(heard.size(), length - begin);
  const double in = spec.fade_in * Sound::rate, out = spec.fade_out * Sound::rate;
  for (std::size_t i = 0; i < count; ++i) {
    double loud = spec.gain;
    if (double(i) < in) loud *= double(i) / in;
    if (double(count - i) < out) loud *= double(count - i) / out;
    for (std::size_t c = 0; c < 2; ++c)
      samples[2 * i + c] = std::clamp(float(loud * samples[2 * i + c]), -1.0f, 1.0f);
  }
  samples.resize(2 * count);
  samples.insert(samples.begin(), 2 * begin, 0.0f);
  samples.resize(2 * length);
  return heard;
}

}  // namespace gambol
