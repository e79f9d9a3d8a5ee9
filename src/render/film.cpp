#include "render/film.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "image/srgb.h"
#include "render/float3.h"

namespace gambol {
namespace {

float shoulder(float x) {
  constexpr float knee = 0.7f;
  return x <= knee ? std::max(x, 0.0f)
                   : knee + (1 - knee) * (1 - std::exp((knee - x) / (1 - knee)));
}

class Curve8 {
 public:
  explicit Curve8(const ToneSpec& tone) : curve_(tone.curve) {
    constexpr double grey = 0.18;
    power_ = float(tone.contrast / (1 - grey));  // the slope at grey is power_ * (1 - grey)
    half_ = float(std::pow(grey, power_) * (1 / grey - 1));
  }
  float operator()(float x) const {
    if (curve_ == ToneCurve::srgb) return std::clamp(x, 0.0f, 1.0f);
    if (curve_ == ToneCurve::soft) return shoulder(x);
    const float raised = std::pow(std::clamp(x, 0.0f, 1e6f), power_);
    return raised / (raised + half_);
  }

 private:
  ToneCurve curve_;
  float power_ = 1, half_ = 1;
};

}  // namespace

Image8 tone_map(const Image& linear, double exposure, const ToneSpec& tone) {
  const float scale = static_cast<float>(std::exp2(exposure));
  const float saturation = static_cast<float>(tone.saturation);
  const Curve8 curve(tone);
  const bool configured = has_display_config();
  Image scaled{linear.width, linear.height, 3, {}};
  Image8 shown{linear.width, linear.height, 3, {}};
  (configured ? scaled.pixels.resize(std::size_t(3) * linear.width * linear.height)
              : shown.pixels.resize(std::size_t(3) * linear.width * linear.height));
  tbb::parallel_for(0, linear.height, [&](int y) {
    for (int x = 0; x < linear.width; ++x) {
      const std::size_t pixel = std::size_t(y) * linear.width + x;
      const float* in = &linear.pixels[pixel * linear.channels];
      const bool grey = linear.channels < 3;
      Float3 c = Float3(in[0], in[grey ? 0 : 1], in[grey ? 0 : 2]) * scale;
      if (saturation != 1) c = lerp(Float3(luminance(c)), c, saturation);
      const float values[3] = {c.x, c.y, c.z};
      for (int k = 0; k < 3; ++k) {
        if (configured)
          scaled.pixels[3 * pixel + k] = values[k];
        else
          shown.pixels[3 * pixel + k] =
              static_cast<std::uint8_t>(255 * srgb_from_linear(curve(values[k])) + 0.5f);
      }
    }
  });
  return configured ? shown_by_config(scaled) : shown;
}

}  // namespace gambol
