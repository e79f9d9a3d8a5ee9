#include "image/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <barrier>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "image/textures.h"
#include "support/own_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

class ImageFiles : public testing::Test {
 protected:
  ImageFiles() {
    folder_ = own_file("");
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

TEST_F(ImageFiles, ExrHoldsTwoViewsAndTheShapeOfPixels) {
  const Image left{2, 1, 4, {1, 2, 3, 1, 4, 5, 6, 1}};
  std::vector<Channel32> right;
  for (int c = 0; c < 4; ++c)
    right.push_back({std::string("right.") + "RGBA" [c], { 0.5f * float(c), 8 }, true});
  right.push_back({"Z", {7, 7}, false});
  right.push_back({"right.Z", {9, 9}, false});
  FilmInstant when;
  when.pixel_aspect = 2;
  when.has_right_view = true;
  write_exr(left, right, when, file("a.exr"));
  EXPECT_EQ(read_image(file("a.exr")).pixels, left.pixels);
  EXPECT_EQ(read_right_view(file("a.exr")).pixels,
            (std::vector<float>{0, 0.5, 1, 1.5, 8, 8, 8, 8}));
  // The attributes' names and values, as OpenEXR stores them.
  std::stringstream bytes;
  bytes << std::ifstream(file("a.exr"), std::ios::binary).rdbuf();
  EXPECT_NE(bytes.str().find(std::string("multiView\0stringvector\0", 23)), std::string::npos);
  EXPECT_NE(bytes.str().find(std::string("pixelAspectRatio\0float\0\4\0\0\0\0\0\0\x40", 31)),
            std::string::npos);
  write_exr(left, file("b.exr"));
  EXPECT_THROW(read_right_view(file("b.exr")), InputError);
}

// The library reports no failure for those that it has no room for, or cannot write.
TEST_F(ImageFiles, AFileThatLostAnAttributeIsNotWritten) {
  const Image image{2, 1, 4, std::vector<float>(8, 0.5f)};
  const std::string long_name(300, 'n');
  try {
    write_exr(image, file("a.exr"), {{long_name, "text"}, {"gambol:inputs", "0123abcd"}});
    FAIL() << "it was written";
  } catch (const RunError& error) {
    EXPECT_EQ(error.code, ExitCode::failed);
    EXPECT_THAT(error.what(), testing::HasSubstr("its attribute nnn"));
  }
  EXPECT_EQ(files(), 0u);
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

using ::testing::AllOf;
using ::testing::HasSubstr;
using namespace std::string_literals;

std::string little(unsigned value, int bytes) {
  std::string text;
  for (; bytes-- > 0; value >>= 8) text += static_cast<char>(value);
  return text;
}
std::string big(unsigned value) {
  return {static_cast<char>(value >> 8), static_cast<char>(value)};
}

// The beginning of a JPEG file of `kind`, its first scan of as many components as `scanned`.
std::string jpeg_head(int kind, int width, int height, int scanned = 3) {
  std::string text = "\xFF\xD8\xFF\xE0\0\x04\xFF\xFF\xFF"s + static_cast<char>(kind);
  text += big(17) + "\x08" + big(height) + big(width) + "\3\1\x11\0\2\x11\0\3\x11\0"s;
  text += "\xFF\xDA" + big(6 + 2 * scanned) + static_cast<char>(scanned);
  for (int k = 1; k <= scanned; ++k) text += std::string{static_cast<char>(k), 0};
  return text + std::string(5000, '\0');
}

class PictureFiles : public ImageFiles {
 protected:
  static std::string content(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  std::string put(const std::string& name, const std::string& bytes) const {
    std::ofstream(file(name), std::ios::binary) << bytes;
    return file(name);
  }
  template <class Work>
  static std::string said(Work work) {
    try {
      work();
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }
  // What is said of a picture however it is used.
  static std::string refusal(const std::string& path) {
    const std::string whole = said([&] { read_image(path); });
    EXPECT_EQ(whole.empty(), said([&] { Textures(16).open(path); }).empty());
    return whole;
  }
};

// It could be opened; then its server was gone.
TEST_F(PictureFiles, ThatCannotBeReadAnyMoreAreTold) {
  Image8 noise{256, 256, 3, {}};
  for (unsigned i = 0, x = 1; i < 3 * 256 * 256; ++i)
    noise.pixels.push_back(static_cast<std::uint8_t>((x = x * 1664525 + 1013904223) >> 24));
  write_png(noise, file("noise.png"));
  const std::string bytes = content(file("noise.png"));
  Textures textures(16);
  const int noisy = textures.open(file("noise.png"));
  put("noise.png", bytes.substr(0, bytes.size() / 2));
  textures.look_up(noisy, 0.5f, 0.9f, 0.001f, 0.001f);
  try {
    textures.require_read();
    FAIL();
  } catch (const RunError& error) {
    EXPECT_EQ(error.code, ExitCode::failed);
    const std::string told = error.what(), name = file("noise.png");
    EXPECT_THAT(told, HasSubstr("cannot read " + name + ": "));
    EXPECT_EQ(told.find(name), told.rfind(name)) << told;
  }
}

// A thread that has read through textures that are gone reads through others, which may lie at the
// same place in memory.
TEST_F(PictureFiles, AreReadByThreadsThatOutliveTheirTextures) {
  std::optional<Textures> textures;
  int texture = -1;
  std::barrier turn(2);
  float seen = -1;
  std::thread reader([&] {
    for (int k = 0; k < 20; ++k) {
      turn.arrive_and_wait();
      seen = textures->look_up(texture, 0.5f, 0.5f, 0.01f, 0.01f).r;
      turn.arrive_and_wait();
    }
  });
  for (int k = 0; k < 20; ++k) {
    const float grey = 0.03f * static_cast<float>(k + 1);
    const std::string name = "grey" + std::to_string(k % 3) + ".exr";
    write_exr({4, 4, 3, std::vector<float>(48, grey)}, {}, {}, file(name), {});
    textures.emplace(16);
    texture = textures->open(file(name));
    turn.arrive_and_wait();
    turn.arrive_and_wait();
    EXPECT_NEAR(seen, grey, 1e-3) << k;
    textures.reset();
  }
  reader.join();
}

TEST_F(PictureFiles, ThatAreDamagedInTheirMiddleAreRefused) {
  Image picture{64, 64, 3, {}};
  for (int i = 0; i < 3 * 64 * 64; ++i)
    picture.pixels.push_back(0.01f * static_cast<float>(i % 97));
  write_exr(picture, {}, {}, file("t.exr"), {});
  std::string bytes = content(file("t.exr"));
  EXPECT_EQ(refusal(file("t.exr")), "");
  for (std::size_t k = bytes.size() / 2; k < bytes.size() / 2 + 60; ++k) bytes[k] ^= 0x55;
  EXPECT_NE(refusal(put("t.exr", bytes)), "");
}

TEST_F(PictureFiles, AreToldByTheirContentWhateverTheirNames) {
  write_png({2, 1, 3, {0, 128, 255, 10, 200, 50}}, file("a.png"));
  fs::rename(file("a.png"), file("a.exr"));
  EXPECT_EQ(refusal(file("a.exr")), "");
  EXPECT_EQ(refusal(put("b.mp4", "P5\n2 1\n255\nab")), "");
  const std::string tga = "\0\0\2\0\0\0\0\0\0\0\0\0\1\0\1\0\x18\0"s + "bgr";
  EXPECT_EQ(refusal(put("c.TGA", tga)), "");
  EXPECT_NE(refusal(put("c", tga)), "");
}

// OpenImageIO reads all of these, and of some what they name: a playlist's films, wherever they
// are.
TEST_F(PictureFiles, OfOtherFormatsAreRefused) {
  const std::string playlist = "#EXTM3U\n#EXTINF:1,\nfile:///outside.ts\n#EXT-X-ENDLIST\n";
  for (const auto& [name, bytes] : std::map<std::string, std::string>{
           {"a.mp4", playlist},
           {"a.png", playlist},
           {"a.exr", "ffconcat version 1.0\nfile outside.ts\n"},
           {"a.gif", "GIF89a\1\0\1\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\1D\0;"s},
           {"a.null", ""},
           {"a.bmp", "BM" + std::string(100, '\0')},
           {"a.dcm", std::string(128, '\0') + "DICM"},
           {"a.psd", "8BPS\0\1"s},
           {"a.cr2", std::string(100, 'x')}}) {
    SCOPED_TRACE(name);
    EXPECT_THAT(refusal(put(name, bytes)),
                AllOf(HasSubstr(name + ": found another format, expected a whole picture: OpenEXR"),
                      HasSubstr("PFM or WebP")));
  }
}

TEST_F(PictureFiles, ThatEndTooSoonAreRefused) {
  Image image{64, 64, 3, std::vector<float>(64 * 64 * 3)};
  Image8 image8{64, 64, 3, std::vector<std::uint8_t>(64 * 64 * 3)};
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    image8.pixels[i] = static_cast<std::uint8_t>(i * i % 251);
    image.pixels[i] = image8.pixels[i];
  }
  write_exr(image, file("a.exr"));
  write_png(image8, file("a.png"));
  put("a.ppm", "P6 64 64 255\n" + std::string(64 * 64 * 3, 'x'));
  put("a.pfm", "PF 64 64 -1\n" + std::string(64 * 64 * 12, '\0'));
  put("a.pgm", "P2 2 2 255\n1 2 3 4\n");
  put("a.hdr", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 3 +X 2\n" + std::string(24, 'x'));
  for (const char* name : {"a.exr", "a.png", "a.ppm", "a.pfm", "a.pgm", "a.hdr"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(refusal(file(name)), "");
    fs::resize_file(file(name), fs::file_size(file(name)) * 6 / 10);
    EXPECT_NE(refusal(file(name)), "");
  }
}

TEST_F(PictureFiles, TellTheirSizeByTheirHeads) {
  const auto expect = [&](const std::string& path, int channels, int sample_bytes, double held) {
    SCOPED_TRACE(path);
    const PictureHead head = read_head(path);
    EXPECT_EQ(head.width, 30);
    EXPECT_EQ(head.height, 20);
    EXPECT_EQ(head.channels, channels);
    EXPECT_EQ(head.sample_bytes, sample_bytes);
    EXPECT_EQ(head.held, held);
    EXPECT_FALSE(head.has_smaller);
  };
  const double pixels = 600;
  write_exr({30, 20, 4, std::vector<float>(2400)}, file("a.exr"));
  expect(file("a.exr"), 4, 2, 0);
  write_png({30, 20, 3, std::vector<std::uint8_t>(1800)}, file("a.png"));
  expect(file("a.png"), 3, 1, 0);
  expect(put("a.jpg", jpeg_head(0xC0, 30, 20)), 3, 1, 0);
  // Progressive, and with a scan for each component.
  expect(put("b.jpg", jpeg_head(0xC2, 30, 20)), 3, 1, 6 * pixels);
  expect(put("c.jpg", jpeg_head(0xC1, 30, 20, 1)), 3, 1, 6 * pixels);
  expect(put("a.ppm", "P6\n# so wide\n30 # and so high\n20 65535\n"), 3, 2, 39);
  expect(put("a.pfm", "Pf 30 20 -1.0\n"), 1, 4, 14);
  expect(put("a.tga", "\0\0\2\0\0\0\0\0\0\0\0\0\x1E\0\x14\0\x20\0"s), 4, 1, 4 * pixels);
  const auto webp = [](const std::string& chunk) {
    return "RIFF" + little(100, 4) + "WEBP" + chunk + std::string(100 - chunk.size(), '\0');
  };
  expect(
      put("a.webp", webp("VP8X" + little(10, 4) + "\x10\0\0\0"s + little(29, 3) + little(19, 3))),
      4, 1, 112 + 4 * pixels);
  expect(put("b.webp", webp("VP8L" + little(10, 4) + "\x2F" + little(29 | 19 << 14, 4))), 3, 1,
         112 + 3 * pixels);
  expect(put("c.webp",
             webp("VP8 " + little(10, 4) + std::string(6, 'x') + little(30, 2) + little(20, 2))),
         3, 1, 112 + 3 * pixels);
}

// Before any room is made for them: some readers do so when they open a file.
TEST_F(PictureFiles, ThatClaimTooMuchAreRefusedByTheirHeads) {
  for (const std::string& path :
       {put("a.jpg", jpeg_head(0xC2, 65500, 65500)), put("a.ppm", "P6 99999999 999999999 255\n"),
        put("b.jpg", jpeg_head(0xC2, 16000, 16000))}) {
    SCOPED_TRACE(path);
    EXPECT_NE(said([&] { read_head(path); }), "");
    EXPECT_THAT(refusal(path), testing::ContainsRegex("pixels|no picture"));
  }
}

}  // namespace
}  // namespace gambol
