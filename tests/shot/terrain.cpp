// Terrain as authors write it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "geometry/height_field.h"
#include "image/image.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

class Terrain : public Files {
 protected:
  std::string shot(const std::string& terrain) const {
    write("ball.yaml", ball_figure);
    return write("drop.yaml",
                 ball_shot + "world: {ground: {height: 1 m, terrain: {" + terrain + "}}}\n");
  }
  std::string of(const std::string& terrain) const { return problems(shot(terrain)); }
  std::shared_ptr<const HeightField> load(const std::string& terrain) const {
    return load_shot(shot(terrain)).motion.world.ground->terrain->field;
  }
};

TEST_F(Terrain, FromRowsIsAMapSeenFromAbove) {
  const auto f = load(
      "heights: [[1 cm, 2 cm, 3 cm], [4 cm, 5 cm, 6 cm]], spacing: 10 cm, "
      "at: [2, 0, 10 cm]");
  ASSERT_TRUE(f);
  EXPECT_NEAR(f->height(1.9, 0.05), 1.11, 1e-12);  // left and behind: the first
  EXPECT_NEAR(f->height(2.1, 0.05), 1.13, 1e-12);
  EXPECT_NEAR(f->height(2.1, -0.05), 1.16, 1e-12);
}

TEST_F(Terrain, FromAFormulaIsItsValuesAroundTheMiddle) {
  const auto f =
      load("formula: x + 10*y, length: 20 cm, width: 10 cm, spacing: 5 cm, at: [1, 1, 0]");
  ASSERT_TRUE(f);
  EXPECT_EQ(f->nx(), 5);
  EXPECT_EQ(f->ny(), 3);
  EXPECT_NEAR(f->height(1.02, 0.99), 1 + 0.02 - 0.1, 1e-12);
}

TEST_F(Terrain, FromPicturesIsTheirStoredValues) {
  write_png({2, 2, 1, {0, 255, 128, 51}}, path("h.png"));
  const auto png = load("image: h.png, spacing: 10 cm, high: 2 m");
  ASSERT_TRUE(png);
  EXPECT_NEAR(png->height(-0.05, 0.05), 1, 1e-6);
  EXPECT_NEAR(png->height(0.05, 0.05), 3, 1e-6);
  EXPECT_NEAR(png->height(-0.05, -0.05), 1 + 2 * 128 / 255.0, 1e-6);
  write_exr({2, 2, 1, {0.5f, 0.25f, -1, 2}}, path("h.exr"));
  const auto exr = load("image: h.exr, spacing: 10 cm");
  ASSERT_TRUE(exr);
  EXPECT_NEAR(exr->height(-0.05, -0.05), 0, 1e-6);
  EXPECT_NEAR(exr->height(0.05, -0.05), 3, 1e-6);
}

TEST_F(Terrain, CountsForTheMotionAndItsShadingOnlyForPictures) {
  const std::string rows = "heights: [[0, 1], [0, 0]], spacing: 1";
  const std::string hash = motion_hash(load_shot(shot(rows)));
  EXPECT_EQ(motion_hash(load_shot(shot(rows + ", smooth: true"))), hash);
  EXPECT_NE(motion_hash(load_shot(shot("heights: [[0, 1], [0, 1 mm]], spacing: 1"))), hash);
  write_png({2, 2, 1, {0, 255, 128, 51}}, path("h.png"));
  const std::string picture = motion_hash(load_shot(shot("image: h.png, spacing: 1")));
  write_png({2, 2, 1, {0, 255, 128, 52}}, path("h.png"));
  EXPECT_NE(motion_hash(load_shot(shot("image: h.png, spacing: 1"))), picture);
}

TEST_F(Terrain, IsRefusedWithPlaceAndReason) {
  EXPECT_EQ(of("heights: [[0, 1], [0, 0]], spacing: 1"), "");
  EXPECT_THAT(of("spacing: 1"), HasSubstr("expected one of image, formula or heights"));
  EXPECT_THAT(of("spacing: 1, formula: x, heights: [[0, 1], [0, 0]]"), HasSubstr("several shapes"));
  EXPECT_THAT(of("heights: [[0, 1], [0, 0]]"), HasSubstr("spacing"));
  EXPECT_THAT(of("heights: [[0, 1], [0, 0]], spacing: 0"), HasSubstr("greater than 0"));
  EXPECT_THAT(of("heights: [[0, 1, 2], [0, 0]], spacing: 1"),
              HasSubstr("found 2 heights in row 2, expected 3"));
  EXPECT_THAT(of("heights: [[0, 1]], spacing: 1"), HasSubstr("at least two rows"));
  EXPECT_THAT(of("heights: [[0, 1], [0, .nan]], spacing: 1"), HasSubstr("heights[1][1]"));
  EXPECT_THAT(of("heights: [[0, 1], [0, 1 kg]], spacing: 1"), HasSubstr("expected a length"));
  EXPECT_THAT(of("heights: [[0, 1], [0, 0]], spacing: 1, high: 2"), HasSubstr("with image only"));
  EXPECT_THAT(of("formula: x, spacing: 1"), HasSubstr("which a formula needs"));
  EXPECT_THAT(of("formula: x, length: 2.5, width: 2, spacing: 1"),
              HasSubstr("a whole number of spacings"));
  EXPECT_THAT(of("formula: x +, length: 2, width: 2, spacing: 1"), HasSubstr("drop.yaml:4:"));
  EXPECT_THAT(of("formula: x + q, length: 2, width: 2, spacing: 1"),
              HasSubstr("expected a formula of x and y"));
  EXPECT_THAT(of("formula: 1/x, length: 2, width: 2, spacing: 1"), HasSubstr("no number at x = 0"));
  EXPECT_THAT(of("formula: x, length: 1 km, width: 1 km, spacing: 1 cm"),
              HasSubstr("at most four million"));
  EXPECT_THAT(of("image: none.png, spacing: 1"), HasSubstr("there is none at"));
  write("bad.png", "not a picture");
  EXPECT_THAT(of("image: bad.png, spacing: 1"), HasSubstr("found another format"));
  write_exr({2, 2, 1, {0.5f, 0.25f, NAN, 2}}, path("nan.exr"));
  EXPECT_EQ(of("image: nan.exr, spacing: 1"),
            "drop.yaml:4:48: world.ground.terrain.image: found no number in column 1, row 2, "
            "expected a height in every pixel\n");
}

TEST_F(Terrain, StickyGroundWantsTheDimensionsOfItsScale) {
  write("ball.yaml", ball_figure);
  const auto sticky = [&](const std::string& s) {
    return problems(write("drop.yaml", ball_shot + "world: {ground: {sticky: {" + s + "}}}\n"));
  };
  EXPECT_EQ(sticky("strength: 2 N/kg, break_force: 1 N/kg"), "");
  EXPECT_EQ(sticky("scale: none, strength: 2 N, pull_force: 1 N"), "");
  EXPECT_THAT(sticky("pull_force: 1 N"), HasSubstr("as scale is total_mass"));
  EXPECT_THAT(sticky("scale: mass"), HasSubstr("none or total_mass"));
  EXPECT_THAT(sticky("break_force: 0 N/kg"), HasSubstr("greater than 0"));
}

}  // namespace
}  // namespace gambol
