// Animations of glTF files that are damaged, or made to waste memory: the character comes without.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "geometry/gltf.h"
#include "support/gltf_file.h"
#include "support/own_file.h"

namespace gambol::gltf_motion_test {
namespace {

using ::testing::HasSubstr;

// A triangle on two bones, of which the animations move the first (node 1).
class GltfMotion : public ::testing::Test {
 protected:
  GltfMotion() {
    const int p = file_.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, 3);
    const int joints = file_.joints({0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0});
    const int weights = file_.floats({1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0}, 4);
    std::vector<float> inverse(32, 0);
    for (int bone = 0; bone < 2; ++bone)
      for (int k = 0; k < 4; ++k) inverse[16 * bone + 5 * k] = 1;
    const int matrices = file_.floats(inverse, 16);
    rest_ = fmt::format(
        R"("meshes": [{{"primitives": [{{"attributes": {{"POSITION": {}, "JOINTS_0": {}, "WEIGHTS_0": {}}}}}]}}], )"
        R"("skins": [{{"joints": [1, 2], "inverseBindMatrices": {}}}], )"
        R"("nodes": [{{"mesh": 0, "skin": 0}}, {{"name": "hip", "children": [2]}}, {{"name": "knee"}}], )",
        p, joints, weights, matrices);
  }

  // Adds an animation of so many equal channels.
  void add(const std::string& name, int times, int values, int channels = 1) {
    std::string all;
    for (int c = 0; c < channels; ++c)
      all += fmt::format(R"({}{{"sampler": 0, "target": {{"node": 1, "path": "translation"}}}})",
                         c > 0 ? ", " : "");
    animations_ += fmt::format(
        R"({}{{"name": "{}", "samplers": [{{"input": {}, "output": {}}}], "channels": [{}]}})",
        animations_.empty() ? "" : ", ", name, times, values, all);
  }

  GltfSkeleton read() const {
    const std::string path = own_file(".glb");
    file_.write_glb(path, rest_ + fmt::format(R"("animations": [{}])", animations_));
    return load_gltf_skeleton(path);
  }

  GltfFile file_;
  std::string rest_, animations_;
};

TEST_F(GltfMotion, AnAnimationThatCannotBeReadIsLeftOut) {
  const int values = file_.floats({0, 0, 0, 1, 0, 0}, 3);
  add("falling", file_.floats({1, 0}, 1), values);
  add("short", file_.floats({0, 1, 2}, 1), values);
  add("nowhere", 99, values);
  add("good", file_.floats({0, 1}, 1), values);
  add("late", 99, values);
  const GltfSkeleton skeleton = read();
  ASSERT_TRUE(skeleton.motion);
  EXPECT_EQ(skeleton.motion->name, "good");
  EXPECT_LT((skeleton.motion->places[1].back() - Vec3(1, 0, 0)).norm(), 1e-9);
  ASSERT_EQ(skeleton.unused.size(), 4u);
  EXPECT_EQ(skeleton.unused[0].name, "falling");
  EXPECT_THAT(skeleton.unused[0].why, HasSubstr("found times of keys that fall"));
  EXPECT_THAT(skeleton.unused[1].why, HasSubstr("found 3 times and 6 numbers"));
  EXPECT_THAT(skeleton.unused[2].why, HasSubstr("found accessor 99"));
  EXPECT_THAT(skeleton.unused[3].why, HasSubstr("a shot has one"));
}

TEST_F(GltfMotion, ACharacterWithoutAGoodAnimationComesStill) {
  add("falling", file_.floats({1, 0}, 1), file_.floats({0, 0, 0, 1, 0, 0}, 3));
  const GltfSkeleton skeleton = read();
  EXPECT_FALSE(skeleton.motion);
  EXPECT_EQ(skeleton.bones.size(), 2u);
  EXPECT_EQ(skeleton.unused.size(), 1u);
}

TEST_F(GltfMotion, OfKeysAtOneTimeTheLastCounts) {
  add("joined", file_.floats({0, 0.02f, 0.02f, 0.02f, 0.04f}, 1),
      file_.floats({0, 0, 0, 9, 0, 0, 9, 0, 0, 1, 0, 0, 2, 0, 0}, 3));
  const GltfSkeleton skeleton = read();
  ASSERT_TRUE(skeleton.motion);
  const std::vector<Vec3>& hip = skeleton.motion->places[0];
  ASSERT_EQ(hip.size(), 3u);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(hip[k].x(), k, 1e-9);
}

// 2000 channels of the same 4000 keys: 40 million numbers from a file of 300 kB.
TEST_F(GltfMotion, ManyChannelsOfTheSameKeysAreRefusedBeforeTheyAreRead) {
  std::vector<float> times, values(3 * 4000, 0);
  for (int k = 0; k < 4000; ++k) times.push_back(static_cast<float>(k) / 24);
  const int t = file_.floats(times, 1), v = file_.floats(values, 3);
  add("many", t, v, 2000);
  GltfSkeleton skeleton = read();
  EXPECT_FALSE(skeleton.motion);
  EXPECT_THAT(skeleton.unused.at(0).why, HasSubstr("numbers of keys"));
  // Several animations together have no more.
  animations_.clear();
  const int wrong = file_.floats(std::vector<float>(3 * 4001, 0), 3);
  for (int k = 0; k < 3; ++k) add("long", t, wrong, 400);
  skeleton = read();
  EXPECT_THAT(skeleton.unused.at(0).why, HasSubstr("4000 times"));
  EXPECT_THAT(skeleton.unused.at(2).why, HasSubstr("numbers of keys"));
}

// Two keys that are far apart are many samples, each of which costs all channels.
TEST_F(GltfMotion, ManyChannelsAtManyTimesAreRefused) {
  add("far", file_.floats({0, 8000}, 1), file_.floats({0, 0, 0, 1, 0, 0}, 3), 200);
  const GltfSkeleton skeleton = read();
  EXPECT_FALSE(skeleton.motion);
  EXPECT_THAT(skeleton.unused.at(0).why, HasSubstr("nodes and channels at times"));
}

}  // namespace
}  // namespace gambol::gltf_motion_test
