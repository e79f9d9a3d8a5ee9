#include "movie/sheet.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "image/drawing.h"
#include "image/srgb.h"

namespace gambol {
namespace {

constexpr int gap = 8, label_height = 18, most_columns = 6;

struct Layout {
  int columns, rows, width, height;  // thumbnails
  int left(std::size_t i) const { return gap + int(i) % columns * (width + gap); }
  int top(std::size_t i) const { return gap + int(i) / columns * (height + label_height + gap); }
  int sheet_width() const { return gap + columns * (width + gap); }
  int sheet_height() const { return gap + rows * (height + label_height + gap); }
};

Layout layout_of(std::size_t count, const Image& frame, double pixel_aspect, int thumbnail_width) {
  Layout l;
  l.columns = std::clamp(int(std::ceil(std::sqrt(double(count)))), 1, most_columns);
  l.rows = (int(count) + l.columns - 1) / l.columns;
  l.width = std::min(thumbnail_width, frame.width);
  l.height = std::max(1, int(std::lround(frame.height / pixel_aspect * l.width / frame.width)));
  return l;
}

// For each of `to` pixels, the weights of those of the `from` pixels that it covers.
struct Share {
  int first;
  std::vector<float> weights;  // their sum is 1
};
std::vector<Share> shares(int from, int to) {
  std::vector<Share> all;
  const double scale = double(from) / to;
  for (int i = 0; i < to; ++i) {
    const double a = i * scale, b = std::min((i + 1) * scale, double(from));
    Share share{int(a), {}};
    for (int k = share.first; k < b; ++k)
      share.weights.push_back(
          float((std::min<double>(k + 1, b) - std::max<double>(k, a)) / (b - a)));
    all.push_back(std::move(share));
  }
  return all;
}

void paste(const Image& frame, const Layout& l, std::size_t index, Image8& sheet) {
  const std::vector<Share> across = shares(frame.width, l.width),
                           down = shares(frame.height, l.height);
  for (int y = 0; y < l.height; ++y)
    for (int x = 0; x < l.width; ++x)
      for (int c = 0; c < 3; ++c) {
        float sum = 0;
        for (std::size_t j = 0; j < down[y].weights.size(); ++j)
          for (std::size_t i = 0; i < across[x].weights.size(); ++i) {
            const std::size_t pixel =
                std::size_t(down[y].first + int(j)) * frame.width + across[x].first + int(i);
            sum += down[y].weights[j] * across[x].weights[i] *
                   frame.pixels[pixel * frame.channels + std::min(c, frame.channels - 1)];
          }
        const std::size_t to = std::size_t(l.top(index) + y) * sheet.width + l.left(index) + x;
        sheet.pixels[3 * to + c] = std::uint8_t(255 * srgb_from_linear(std::min(sum, 1.0f)) + 0.5f);
      }
}

}  // namespace

Image8 contact_sheet(const std::vector<SheetFrame>& frames, double pixel_aspect,
                     int thumbnail_width) {
  constexpr std::uint8_t paper = 28;
  Image8 sheet;
  Layout layout{};
  Drawing labels;
  int width = 0, height = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Image frame = frames[i].picture();
    if (i == 0) {
      width = frame.width, height = frame.height;
      layout = layout_of(frames.size(), frame, pixel_aspect, thumbnail_width);
      sheet = {layout.sheet_width(), layout.sheet_height(), 3, {}};
      sheet.pixels.assign(std::size_t(3) * sheet.width * sheet.height, paper);
      labels.width = sheet.width, labels.height = sheet.height;
    }
    if (frame.width != width || frame.height != height)
      throw RunError(ExitCode::failed, "frames of different sizes on one sheet");
    paste(frame, layout, i, sheet);
    labels.add(
        Drawing::Text{Vec2(layout.left(i), layout.top(i) + layout.height + 0.5 * label_height), 0,
                      12, Color{0.85, 0.85, 0.85}, frames[i].label, double(layout.width)});
  }
  if (!frames.empty()) draw(labels, sheet);
  return sheet;
}

}  // namespace gambol
