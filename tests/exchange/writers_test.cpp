// What reading files back (tests/exchange/exports.py) cannot show: names, angles, rest postures.

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <random>
#include <sstream>

#include "exchange/formats/bvh_text.h"
#include "exchange/formats/euler_angles.h"
#include "exchange/formats/missing.h"
#include "exchange/formats/unique_names.h"
#include "exchange/formats/usd.h"
#include "exchange/formats/usd_text.h"
#include "exchange/formats/wavefront.h"
#include "exchange/made_up_shot.h"
#include "figure/rest_posture.h"

namespace gambol {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double pi = std::numbers::pi;

Mat3 turned_zyx(const Vec3& a) {
  return (Eigen::AngleAxisd(a[0], Vec3::UnitZ()) * Eigen::AngleAxisd(a[1], Vec3::UnitY()) *
          Eigen::AngleAxisd(a[2], Vec3::UnitX()))
      .toRotationMatrix();
}

TEST(ZyxAngles, GiveTheRotationAgainAlsoWhereTwoAxesMeet) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> angle(-pi, pi);
  for (int k = 0; k < 2000; ++k) {
    // Every third one near the pole, every ninth one on it.
    const double off = k % 9 == 0 ? 0 : std::pow(10, -3 - k % 12);
    const double y = k % 3 == 0 ? (k % 2 ? pi / 2 - off : off - pi / 2) : angle(random);
    const Mat3 R = turned_zyx({angle(random), y, angle(random)});
    const Vec3 found = zyx_angles(R, {angle(random), angle(random), angle(random)});
    EXPECT_LT((turned_zyx(found) - R).norm(), 3e-8) << k;
  }
}

TEST(ZyxAngles, RunOnSmoothlyOverWholeTurnsAndThroughThePole) {
  Vec3 before = Vec3::Zero();
  for (double t = 0; t < 12; t += 0.01) {
    const Vec3 wanted(2 * t, 1.9 * std::sin(t), -t);  // past 90 deg about y
    const Vec3 found = zyx_angles(turned_zyx(wanted), before);
    EXPECT_LT((found - wanted).norm(), 1e-6) << t;
    before = found;
  }
}

TEST(UniqueNames, AreWhatAFormatAllowsEachOnce) {
  UniqueNames usd;
  EXPECT_EQ(usd.identifier("left foot"), "left_foot");
  EXPECT_EQ(usd.identifier("left_foot"), "left_foot_2");
  EXPECT_EQ(usd.identifier("left_foot_2"), "left_foot_2_2");
  EXPECT_EQ(usd.identifier("1st"), "_1st");
  EXPECT_EQ(usd.identifier(""), "_");
  EXPECT_EQ(usd.identifier("Fu\xc3\x9f"), "Fu__");
  UniqueNames words;
  EXPECT_EQ(words.word("left foot\n"), "left_foot_");
  EXPECT_EQ(words.word("Fu\xc3\x9f/2"), "Fu\xc3\x9f/2");
}

TEST(UsdText, SaysWhatStaysWhereItBeginsAndEnds) {
  UsdText text({1, 2, 3, 4, 5});
  text.begin("def", "Xform", "a");
  EXPECT_EQ(text.begin("def", "Xform", "b c"), "/a/b_c");
  text.track("int x", {"1", "1", "1", "1", "2"});
  text.track("int y", {"1", "1", "1", "1", "1"});
  text.step("token visibility", "\"invisible\"", "\"inherited\"", 5);
  text.end();
  EXPECT_EQ(text.begin("def", "Xform", "b_c"), "/a/b_c_2");
  text.end();
  text.end();
  EXPECT_EQ(text.text(), R"(def Xform "a"
{
    def Xform "b_c"
    {
        int x.timeSamples = {
            1: 1,
            4: 1,
            5: 2,
        }
        int y = 1
        token visibility = "invisible"
    }
    def Xform "b_c_2"
    {
    }
}
)");
  EXPECT_EQ(usd_quote("a \"b\"\\\nc"), R"("a \"b\"\\\nc")");
}

class Written : public testing::MadeUpShot {
 protected:
  // The hopper's foot hangs turned below its trunk.
  Written() {
    BodySpec& foot = shot.motion.figures[0].figure.bodies[1];
    foot.at = Vec3(1, 2, 3);
    foot.rotate = {{'x', 0.5}, {'z', -1}};
  }
};

TEST_F(Written, BvhIsZeroAtRest) {
  const std::vector<Transform> X_RB = rest_posture(shot.motion.figures[0].figure);
  for (std::size_t k = 0; k < poses.X_WB.size(); ++k) poses.X_WB[k] = X_RB[k % 2];
  const std::string text = bvh_text(scene(), 0, {0, 6});
  // z up becomes y up.
  EXPECT_THAT(text, HasSubstr("JOINT foot\n\t{\n\t\tOFFSET 1 3 -2\n\t\tCHANNELS 3 "));
  std::istringstream motion(text.substr(text.find("Frame Time:") + 11));
  double interval = 0, value = 0;
  motion >> interval;
  EXPECT_NEAR(interval, 0.1, 1e-9);
  int values = 0;
  for (; motion >> value; ++values) EXPECT_NEAR(value, 0, 1e-12);
  EXPECT_EQ(values, 6 * 9);
}

TEST_F(Written, BodiesThatLeaveTheirPlaceHavePositionsInBvh) {
  EXPECT_THAT(bvh_text(scene(), 0, {0, 6}), HasSubstr("OFFSET 1 3 -2\n\t\tCHANNELS 6 Xposition"));
}

TEST_F(Written, UsdQuotesWhatTheAuthorSays) {
  shot.about = "a \"walk\"\n</script>";
  EXPECT_THAT(usd_text(scene(), {0, 1}),
              HasSubstr("doc = \"gambol " GAMBOL_VERSION R"(, walk: a \"walk\"\n</script>")"));
}

TEST_F(Written, FiguresThatAreNotThereYetAreInvisible) {
  poses.appears = {0.35, 0.35};  // from frame 4 on
  const Scene made = scene();
  EXPECT_THAT(usd_text(made, {1, 6}), HasSubstr("token visibility.timeSamples = {\n"
                                                "            2: \"invisible\",\n"
                                                "            5: \"inherited\",\n"));
  EXPECT_THAT(usd_text(made, {0, 3}), HasSubstr("token visibility = \"invisible\"\n"));
  EXPECT_THAT(usd_text(made, {4, 6}), HasSubstr("token visibility = \"inherited\"\n"));
  EXPECT_THAT(wavefront_text(made, 3, "a.mtl"), Not(HasSubstr("hopper")));
  EXPECT_THAT(wavefront_text(made, 4, "a.mtl"), HasSubstr("o hopper/trunk\n"));
  EXPECT_THAT(missing_parts(made, carried_by_bvh), ::testing::Contains("when figures appear"));
  EXPECT_THAT(missing_parts(made, carried_by_usd), Not(::testing::Contains("when figures appear")));
}

TEST_F(Written, MissingPartsAreThoseOfTheFormat) {
  Scene made = scene();
  made.particles.resize(1);
  EXPECT_THAT(missing_parts(made, carried_by_obj), ElementsAre("the sky", "particles", "cameras"));
  EXPECT_THAT(missing_parts(made, carried_by_gltf), ElementsAre("the sky", "particles"));
  EXPECT_THAT(missing_parts(made, carried_by_usd), ElementsAre("the gradient of the sky"));
  made.sky.horizon = made.sky.nadir = made.sky.zenith;
  EXPECT_THAT(missing_parts(made, carried_by_usd), ElementsAre());
}

}  // namespace
}  // namespace gambol
