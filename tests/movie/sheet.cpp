#include "movie/sheet.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace gambol {
namespace {

Image even(int width, int height, float value) {
  return {width, height, 3, std::vector<float>(std::size_t(3) * width * height, value)};
}

SheetFrame frame(const Image& image, const std::string& label = "") {
  return {label, [image] { return image; }};
}

TEST(Sheet, LaysThumbnailsOutInRows) {
  const std::vector<SheetFrame> frames(5, frame(even(640, 360, 1), "1"));
  const Image8 sheet = contact_sheet(frames, 1, 160);  // three columns, two rows
  EXPECT_EQ(sheet.width, 8 + 3 * 168);
  EXPECT_EQ(sheet.height, 8 + 2 * (90 + 18 + 8));
  EXPECT_EQ(sheet.pixels[3 * (20 * sheet.width + 20)], 255);
  EXPECT_LT(sheet.pixels[3 * (20 * sheet.width + 4)], 40);
  // The sixth place is empty.
  EXPECT_LT(sheet.pixels[3 * ((8 + 116 + 40) * sheet.width + 2 * 168 + 40)], 40);
}

TEST(Sheet, ShrinksInLinearLight) {
  Image checks = even(300, 200, 0);
  for (int i = 0; i < 300 * 200; ++i)
    for (int c = 0; c < 3; ++c) checks.pixels[3 * i + c] = (i / 300 + i % 300) % 2 ? 1 : 0;
  const Image8 sheet = contact_sheet({frame(checks)}, 1, 100);
  // Half the light is 188 of 255; a third of a pixel more or less is as even as 3 x 3 checks are.
  for (int y = 20; y < 60; ++y)
    for (int x = 20; x < 100; ++x) EXPECT_NEAR(sheet.pixels[3 * (y * sheet.width + x)], 188, 11);
}

TEST(Sheet, RefusesFramesOfDifferentSizes) {
  // Pixels twice as wide as high: thumbnails half as high.
  const Image8 square = contact_sheet({frame(even(64, 36, 1))}, 1, 64),
               wide = contact_sheet({frame(even(64, 36, 1))}, 2, 64);
  EXPECT_EQ(wide.width, square.width);
  EXPECT_EQ(square.height - wide.height, 18);
  EXPECT_THROW(contact_sheet({frame(even(64, 36, 1)), frame(even(64, 38, 1))}), RunError);
}

}  // namespace
}  // namespace gambol
