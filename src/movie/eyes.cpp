#include "movie/eyes.h"

#include <algorithm>
#include <cmath>

namespace gambol {

EyePlace place_of_eye(const ShotSpec& shot, int eye, int width, int height) {
  if (eyes(shot) == 1) return {0, 0, width, height};
  if (shot.camera.stereo->layout == StereoLayout::top_bottom)
    return {0, eye * (height / 2), width, height / 2};
  return {eye * (width / 2), 0, width / 2, height};
}

Image8 with_square_pixels(const Image8& from, double pixel_aspect) {
  if (pixel_aspect == 1) return from;
  const bool wider = pixel_aspect > 1;
  Image8 to{wider ? int(std::lround(from.width * pixel_aspect)) : from.width,
            wider ? from.height : int(std::lround(from.height / pixel_aspect)),
            from.channels,
            {}};
  to.pixels.reserve(std::size_t(to.width) * to.height * to.channels);
  const int count = wider ? to.width : to.height, last = (wider ? from.width : from.height) - 1;
  for (int y = 0; y < to.height; ++y)
    for (int x = 0; x < to.width; ++x) {
      const double at = ((wider ? x : y) + 0.5) * (last + 1) / count - 0.5;
      const int a = std::clamp(int(std::floor(at)), 0, last), b = std::min(a + 1, last);
      const double share = std::clamp(at - a, 0.0, 1.0);
      for (int c = 0; c < to.channels; ++c) {
        const auto value = [&](int k) {
          const std::size_t pixel =
              wider ? std::size_t(y) * from.width + k : std::size_t(k) * from.width + x;
          return double(from.pixels[pixel * from.channels + c]);
        };
        to.pixels.push_back(std::uint8_t(std::lround((1 - share) * value(a) + share * value(b))));
      }
    }
  return to;
}

Image8 poster_of(const ShotSpec& shot, const Image8& frame) {
  return with_square_pixels(eye_of(shot, 0, frame), shot.film.frame.pixel_aspect);
}

}  // namespace gambol
