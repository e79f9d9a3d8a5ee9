#include "image/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

class ImageFiles : public testing::Test {
 protected:
  ImageFiles() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("gambol_image_") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~ImageFiles() override { fs::remove_all(folder_); }
  std::string file(const std::string& name) const { return folder_ / name; }
  std::size_t files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }
  fs::path folder_;
};

TEST_F(ImageFiles, ExrKeepsLinearLightAndMetadata) {
  Image image{3, 2, 4, {}};
  for (int i = 0; i < 24; ++i) image.pixels.push_back(0.125f * i);  // exact as half
  write_exr(image, file("a.exr"), {{"gambol:inputs", "0123abcd"}});
  const Image back = read_image(file("a.exr"));
  EXPECT_EQ(back.width, 3);
  EXPECT_EQ(back.height, 2);
  EXPECT_EQ(back.channels, 4);
  EXPECT_EQ(back.pixels, image.pixels);
  EXPECT_EQ(read_metadata(file("a.exr")).at("gambol:inputs"), "0123abcd");
  EXPECT_EQ(files(), 1u);
}

TEST_F(ImageFiles, HalvesAreWhatAnExrHolds) {
  Image image{50, 20, 4, {}};
  for (int i = 0; i < 4000; ++i)
    image.pixels.push_back(std::exp2(float(i % 97) / 4 - 15) * (1 + 0.0007f * float(i)));
  write_exr(image, file("a.exr"));
  round_to_half(image);
  EXPECT_EQ(read_image(file("a.exr")).pixels, image.pixels);
}

TEST_F(ImageFiles, PngIsEightBitSrgbWithMetadata) {
  const Image8 image{2, 1, 3, {0, 128, 255, 10, 200, 50}};
  write_png(image, file("a.png"), {{"gambol:inputs", "0123abcd"}});
  const Image back = read_image(file("a.png"));
  ASSERT_EQ(back.pixels.size(), 6u);
  EXPECT_FLOAT_EQ(back.pixels[0], 0);
  EXPECT_NEAR(back.pixels[1], 0.21586, 1e-4);
  EXPECT_FLOAT_EQ(back.pixels[2], 1);
  EXPECT_EQ(read_metadata(file("a.png")).at("gambol:inputs"), "0123abcd");
}

TEST_F(ImageFiles, SameImageGivesSameBytes) {
  const Image image{2, 2, 3, std::vector<float>(12, 0.3f)};
  write_exr(image, file("a.exr"));
  write_exr(image, file("b.exr"));
  const auto bytes = [](const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_EQ(bytes(file("a.exr")), bytes(file("b.exr")));
}

TEST_F(ImageFiles, NothingIsLeftWhereNothingCouldBeWritten) {
  fs::create_directories(file("taken.exr") + "/in");
  EXPECT_THROW(write_exr({1, 1, 3, {0, 0, 0}}, file("taken.exr")), RunError);
  EXPECT_THROW(write_png({1, 1, 3, {0}}, file("short.png")), RunError);
  EXPECT_EQ(files(), 1u);
}

TEST_F(ImageFiles, MissingAndDamagedFilesAreRefused) {
  EXPECT_THROW(read_image(file("none.exr")), InputError);
  const Image image{64, 64, 3, std::vector<float>(64 * 64 * 3, 0.3f)};
  write_exr(image, file("a.exr"));
  fs::resize_file(file("a.exr"), fs::file_size(file("a.exr")) / 2);
  EXPECT_THROW(read_image(file("a.exr")), InputError);
  std::ofstream(file("b.exr")) << "not an image";
  EXPECT_THROW(read_image(file("b.exr")), InputError);
  EXPECT_THROW(read_metadata(file("b.exr")), InputError);
}

}  // namespace
}  // namespace gambol
