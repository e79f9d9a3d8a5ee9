#include "movie/sequence_film.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "movie/soundtrack.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

constexpr int film_width = 32, film_height = 16;
constexpr double fps = 10;

// Shots of one colour each, whose frames are all alike.
class SequenceFilmTest : public testing::Test {
 protected:
  SequenceFilmTest() {
    std::string name = testing::TempDir() + "sequence_XXXXXX";
    folder_ = mkdtemp(name.data());
    sequence_.name = "reel";
    sequence_.film.fps = fps;
  }
  ~SequenceFilmTest() override { fs::remove_all(folder_); }

  PartSpec& add_shot(int grey, double from, double to) {
    const std::string path = (folder_ / (std::to_string(grey) + ".png")).string();
    Image8 picture{film_width, film_height, 3, {}};
    picture.pixels.assign(std::size_t(3) * film_width * film_height, std::uint8_t(grey));
    write_png(picture, path);
    ShotSpec shot;
    shot.name = "shot@take";
    shot.film.fps = fps;
    shot.film.duration = 10;
    PartSpec& part = sequence_.parts.emplace_back();
    part.reference = path;
    part.from = from;
    part.to = to;
    part.loaded = std::make_shared<const ShotSpec>(shot);
    return part;
  }
  SequenceFilm film() const {
    return {sequence_, film_width, film_height,
            [](const PartSpec& part, int) { return read_frame(part.reference); }};
  }
  // The upper left pixel.
  int grey(int frame) const { return film().picture(frame).pixels[0]; }

  fs::path folder_;
  SequenceSpec sequence_;
};

TEST_F(SequenceFilmTest, CutsShowEveryFrameOnceInOrder) {
  add_shot(10, 1, 1.5);
  add_shot(20, 0, 0.3);
  const auto plan = plan_sequence(sequence_);
  ASSERT_EQ(plan.size(), 8u);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(plan[i].layer.part, i < 5 ? 0 : 1);
    EXPECT_EQ(plan[i].layer.frame, i < 5 ? 10 + i : i - 5);
    EXPECT_FALSE(plan[i].under);
    EXPECT_EQ(grey(i), i < 5 ? 10 : 20);
  }
}

TEST_F(SequenceFilmTest, ADissolveOverlapsPartsAndMixesLight) {
  add_shot(0, 0, 1);
  add_shot(255, 2, 3).dissolve = 0.3;
  const auto plan = plan_sequence(sequence_);
  ASSERT_EQ(plan.size(), 17u);
  for (int i = 0; i < 17; ++i) EXPECT_EQ(plan[i].under.has_value(), i >= 7 && i < 10) << i;
  EXPECT_EQ(plan[7].layer.frame, 20);
  EXPECT_EQ(plan[7].under->frame, 7);
  EXPECT_EQ(plan[10].layer.frame, 23);
  EXPECT_EQ(grey(6), 0);
  // A quarter, half and three quarters of white's light, in sRGB.
  EXPECT_EQ(grey(7), 137);
  EXPECT_EQ(grey(8), 188);
  EXPECT_EQ(grey(9), 225);
  EXPECT_EQ(grey(10), 255);
}

TEST_F(SequenceFilmTest, ADissolveBetweenLikePicturesChangesNothing) {
  for (const int level : {1, 77, 128, 200, 254}) {
    sequence_.parts.clear();
    add_shot(level, 0, 1);
    add_shot(level, 0, 1).dissolve = 0.5;
    for (int i = 5; i < 10; ++i) EXPECT_EQ(grey(i), level);
  }
}

TEST_F(SequenceFilmTest, FadesBeginAndEndInBlack) {
  PartSpec& part = add_shot(255, 0, 2);
  part.fade_in = 0.5;
  part.fade_out = 0.4;
  EXPECT_EQ(grey(0), 0);
  for (int i = 1; i <= 5; ++i) EXPECT_GT(grey(i), grey(i - 1)) << i;
  EXPECT_EQ(grey(5), 255);
  EXPECT_EQ(grey(15), 255);
  for (int i = 16; i < 20; ++i) EXPECT_LT(grey(i), grey(i - 1)) << i;
  EXPECT_EQ(grey(19), 0);
}

TEST_F(SequenceFilmTest, ACardHasItsTextInTheMiddle) {
  PartSpec& part = sequence_.parts.emplace_back();
  part.title.emplace();
  part.title->text = "II\nII";
  part.title->duration = 0.2;
  part.title->text_size = 0.2;
  part.title->background = Vec3(0, 0, 1);
  SequenceFilm cards(sequence_, 160, 90, {});
  EXPECT_EQ(cards.frames(), 2);
  const Image8 picture = cards.picture(0);
  double sum = 0, x_sum = 0, y_sum = 0;
  for (int y = 0; y < 90; ++y)
    for (int x = 0; x < 160; ++x) {
      const double ink = picture.pixels[3 * std::size_t(y * 160 + x)];
      sum += ink, x_sum += ink * (x + 0.5), y_sum += ink * (y + 0.5);
    }
  ASSERT_GT(sum, 255 * 20);
  EXPECT_NEAR(x_sum / sum, 80, 1);
  EXPECT_NEAR(y_sum / sum, 45, 1);
  EXPECT_EQ(picture.pixels[2], 255);  // blue
}

TEST_F(SequenceFilmTest, OverlaysLieOnTheirPartOrOnAll) {
  OverlaySpec patch;
  patch.kind = CaptionSpec{};
  patch.background = Vec3(1, 1, 1);
  patch.size = Vec2(1, 1);
  patch.from = 1.2, patch.to = 1.4;
  add_shot(10, 1, 2).overlays = {patch};
  add_shot(20, 1, 2);
  EXPECT_EQ(grey(1), 10);
  EXPECT_EQ(grey(2), 255);
  EXPECT_EQ(grey(4), 10);
  EXPECT_EQ(grey(12), 20);
  sequence_.parts[0].overlays.clear();
  sequence_.overlays = {patch};
  EXPECT_EQ(grey(2), 10);
  EXPECT_EQ(grey(12), 255);
  EXPECT_EQ(grey(14), 20);
}

TEST_F(SequenceFilmTest, NamesAFrameOfAnotherSize) {
  add_shot(10, 0, 1);
  const SequenceFilm larger(sequence_, 64, 36,
                            [](const PartSpec& part, int) { return read_frame(part.reference); });
  try {
    larger.picture(0);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("10.png is 32x16, expected 64x36"));
  }
}

Sound ones(double seconds) {
  return {std::vector<float>(2 * std::size_t(seconds * Sound::rate), 1.0f)};
}

TEST(Soundtrack, IsAsLongAsTheFilm) {
  EXPECT_EQ(soundtrack({}, ones(1), 48, 24).size(), 96000u);
  EXPECT_EQ(soundtrack({}, ones(5), 7, 24000.0 / 1001).size(), 7u * 2002);
}

TEST(Soundtrack, BeginsWhereAndWhenItShouldAndFades) {
  AudioSpec spec;
  spec.offset = 0.5;
  spec.from = 0.25;
  spec.fade_in = 0.1;
  spec.fade_out = 0.2;
  spec.gain = 0.5;
  EXPECT_EQ(heard_part(spec, 48, 24).from, 12000u);
  EXPECT_EQ(heard_part(spec, 48, 24).count, 72000u);
  const Sound sound = soundtrack(spec, ones(1), 48, 24);
  const auto at = [&](double t) { return sound.samples[2 * std::size_t(t * Sound::rate)]; };
  EXPECT_EQ(at(0.49), 0);
  EXPECT_NEAR(at(0.55), 0.25, 1e-4);
  EXPECT_NEAR(at(0.61), 0.5, 1e-4);
  EXPECT_NEAR(at(1.29), 0.5, 1e-4);
  EXPECT_NEAR(at(1.4), 0.25, 1e-4);
  EXPECT_EQ(at(1.51), 0);
  spec.gain = 3;
  EXPECT_EQ(soundtrack(spec, ones(1), 48, 24).samples[2 * 36000], 1.0f);
  spec.offset = 3;
  EXPECT_EQ(heard_part(spec, 48, 24).count, 0u);
  for (const float v : soundtrack(spec, ones(1), 48, 24).samples) ASSERT_EQ(v, 0);
  spec.offset = spec.from = 1e300;
  EXPECT_EQ(heard_part(spec, 48, 24).count, 0u);
  EXPECT_EQ(soundtrack(spec, {}, 48, 24).size(), 96000u);
}

}  // namespace
}  // namespace gambol
