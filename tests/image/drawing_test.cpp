#include "image/drawing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

constexpr Color white{1, 1, 1, 1}, red{1, 0, 0, 1};

Image8 black_picture(int width, int height) {
  return {width, height, 3, std::vector<std::uint8_t>(std::size_t(3) * width * height)};
}

Drawing drawing_of(int width, int height, std::vector<Drawing::Mark> marks) {
  Drawing d;
  d.width = width, d.height = height;
  d.marks = std::move(marks);
  return d;
}

std::array<int, 3> pixel(const Image8& image, int x, int y) {
  const std::uint8_t* p = &image.pixels[3 * (std::size_t(y) * image.width + x)];
  return {p[0], p[1], p[2]};
}

// Light of a text on black, its centre and how far it reaches.
struct Ink {
  double sum = 0, x = 0, y = 0;
  int left = 1 << 30, right = -1;
};
Ink ink(const Image8& image) {
  Ink i;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const double v = pixel(image, x, y)[1];
      if (v == 0) continue;
      i.sum += v, i.x += v * (x + 0.5), i.y += v * (y + 0.5);
      i.left = std::min(i.left, x), i.right = std::max(i.right, x);
    }
  i.x /= i.sum, i.y /= i.sum;
  return i;
}

TEST(Drawing, FillsBoxesAndDiscsAndLeavesTheRest) {
  Image8 picture = black_picture(40, 20);
  draw(drawing_of(40, 20, {Drawing::Box{2, 3, 10, 5, red}, Drawing::Disc{{30, 10}, 6, white}}),
       picture);
  using Pixel = std::array<int, 3>;
  EXPECT_EQ(pixel(picture, 2, 3), (Pixel{255, 0, 0}));
  EXPECT_EQ(pixel(picture, 11, 7), (Pixel{255, 0, 0}));
  EXPECT_EQ(pixel(picture, 12, 7), (Pixel{0, 0, 0}));
  EXPECT_EQ(pixel(picture, 30, 10), (Pixel{255, 255, 255}));
  EXPECT_EQ(pixel(picture, 24, 4), (Pixel{0, 0, 0}));
}

TEST(Drawing, BlendsWhatIsHalfOpaque) {
  Image8 picture = black_picture(8, 8);
  draw(drawing_of(8, 8, {Drawing::Box{0, 0, 8, 8, {1, 1, 1, 0.5}}}), picture);
  EXPECT_NEAR(pixel(picture, 4, 4)[0], 128, 1);
}

TEST(Drawing, LinearColoursAreShownAsTheyWereWritten) {
  const Color c = shown_color(Vec3(1, 0.21586, 0));
  EXPECT_NEAR(c.r, 1, 1e-6);
  EXPECT_NEAR(c.g, 128 / 255.0, 1e-4);
  EXPECT_NEAR(c.b, 0, 1e-6);
}

// Cairo sets letters on whole pixels.
TEST(Drawing, TextHangsOnItsAnchorAndLiesAroundItsMiddle) {
  for (const double anchor : {0.0, 0.5, 1.0}) {
    Image8 picture = black_picture(200, 40);
    draw(drawing_of(200, 40, {Drawing::Text{{100, 20}, anchor, 20, white, "HHH"}}), picture);
    const Ink i = ink(picture);
    EXPECT_NEAR(i.y, 20, 0.5);
    EXPECT_NEAR(i.x, 100 + (0.5 - anchor) * 3 * 0.752 * 20, 0.5);  // the advance of H: 0.752 em
  }
}

TEST(Drawing, TextKeepsToItsWidth) {
  Image8 picture = black_picture(200, 40);
  Drawing::Text text{{0, 20}, 0, 30, white, "far too long a text"};
  text.max_width = 100;
  draw(drawing_of(200, 40, {text}), picture);
  EXPECT_LE(ink(picture).right, 100);
  EXPECT_GT(ink(picture).right, 90);
}

TEST(Drawing, TwiceTheSizeIsTheSameLayout) {
  Image8 small = black_picture(200, 40), large = black_picture(400, 80);
  draw(drawing_of(200, 40, {Drawing::Text{{100, 20}, 0.5, 14, white, "0.123 s × L1"}}), small);
  draw(drawing_of(400, 80, {Drawing::Text{{200, 40}, 0.5, 28, white, "0.123 s × L1"}}), large);
  const Ink a = ink(small), b = ink(large);
  EXPECT_NEAR(b.x, 2 * a.x, 0.3);
  EXPECT_NEAR(b.y, 2 * a.y, 0.3);
  EXPECT_NEAR(b.sum / a.sum, 4, 0.05);
}

TEST(Drawing, RefusesAPictureOfAnotherSize) {
  Image8 picture = black_picture(8, 8);
  EXPECT_THROW(draw(drawing_of(9, 8, {}), picture), RunError);
}

TEST(Svg, KeepsTextAsTextAndEscapesIt) {
  const std::string svg = svg_text(drawing_of(
      80, 60,
      {Drawing::Text{{1, 2}, 1, 10, red, "a < b & c"}, Drawing::Box{1, 2, 3, 4, white},
       Drawing::Disc{{5, 6}, 2, white, red, 1}, Drawing::Line{{{0, 0}, {1, 2}}, 1, red}}));
  EXPECT_THAT(svg, HasSubstr(">a &lt; b &amp; c</text>"));
  EXPECT_THAT(svg, HasSubstr("text-anchor=\"end\""));
  EXPECT_THAT(svg, HasSubstr("<rect x=\"1.00\" y=\"2.00\" width=\"3.00\" height=\"4.00\""));
  EXPECT_THAT(svg, HasSubstr("points=\"0.0,0.0 1.0,2.0\""));
  EXPECT_THAT(svg, HasSubstr("<circle cx=\"5.00\""));
}

TEST(Ticks, AreRoundAndFewEnough) {
  for (const double range : {0.0013, 0.4, 1.0, 7.3, 990.0})
    for (const int most : {2, 5, 10}) {
      const double d = tick_distance(range, most);
      EXPECT_LE(range / d, most + 1e-6) << range;
      EXPECT_GE(range / d, most / 2.6) << range;
    }
  EXPECT_EQ(tick_text(0.30000000000000004, 0.1), "0.3");
  EXPECT_EQ(tick_text(-1e-17, 0.05), "0.00");
  EXPECT_EQ(tick_text(400, 200), "400");
}

}  // namespace
}  // namespace gambol
