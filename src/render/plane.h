#pragma once

// One number per pixel of a view, and what is computed from numbers of neighbouring pixels, eight
// pixels at a time.

#include <algorithm>
#include <vector>

#include "render/lanes.h"

namespace gambol {

// Row by row, for the view and a border around it. Rows are longer than that by `spare`: what
// stands there is read, but changes nothing.
class PixelPlane {
 public:
  static constexpr int border = 7;               // px
  static constexpr int spare = 4 * float_lanes;  // px

  // 0 everywhere.
  PixelPlane(int width, int height)
      : width_(width),
        height_(height),
        stride_(width + 2 * border + spare),
        v_(std::size_t(stride_) * (height + 2 * border)) {}

  int width() const { return width_; }
  int height() const { return height_; }
  float& at(int x, int y) { return v_[index(x, y)]; }
  float at(int x, int y) const { return v_[index(x, y)]; }
  float* row(int x, int y) { return &v_[index(x, y)]; }
  const float* row(int x, int y) const { return &v_[index(x, y)]; }

  // Fills the border with the nearest pixel of the view.
  void repeat_edge();
  // Gives each pixel the mean of itself and its neighbours up to `radius` <= border away in x and
  // y; beyond the edge the view continues as repeat_edge() says. Sets the border, to anything.
  void smooth(int radius);
  // Mixes each pixel with its eight neighbours: see `neighbour_share`. Sets the border, to
  // anything.
  void reconstruct();

 private:
  std::size_t index(int x, int y) const { return std::size_t(y + border) * stride_ + x + border; }

  int width_, height_, stride_;
  std::vector<float> v_;
};

// How a picture is made from samples: camera rays are spread evenly over the square of their pixel,
// and the picture's pixel is a mean of these squares' means, its own and those beside it. So each
// sample serves nine pixels, and edges have less noise than if each pixel had samples of its own
// all over the filter. In x and in y each neighbour has this share; with it the contrast of lines a
// pixel wide is that of a Blackman-Harris filter three pixels wide.
constexpr float neighbour_share = 0.08f;

}  // namespace gambol
