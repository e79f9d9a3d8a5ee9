// How large the pictures of a film are in a preset.

#include <gmock/gmock.h>

#include "shot/look_spec.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

class FrameSize : public Files {
 protected:
  FrameSize() { write("ball.yaml", ball_figure); }
  ShotSpec film(const std::string& keys, const std::string& more = "") const {
    return load_shot(write("s.yaml", "shot: s\nfilm: {duration: 1 s" + keys +
                                         "}\nfigures: [{name: ball, file: ball.yaml}]\n" + more));
  }
  std::string size(const std::string& preset, const ShotSpec& shot) const {
    const PresetSpec p = sized(load_preset(preset), shot);
    return std::to_string(p.width) + "x" + std::to_string(p.height);
  }
};

TEST_F(FrameSize, IsAShareOfTheResolution) {
  const ShotSpec plain = film("");
  EXPECT_EQ(size("draft", plain), "480x270");
  EXPECT_EQ(size("preview", plain), "640x360");
  EXPECT_EQ(size("watch", plain), "640x360");
  EXPECT_EQ(size("final", plain), "1280x720");
  const ShotSpec uhd = film(", resolution: [3840, 2160]");
  EXPECT_EQ(size("draft", uhd), "1440x810");
  EXPECT_EQ(size("final", uhd), "3840x2160");
  EXPECT_EQ(size("watch", uhd), "640x360");  // a box
}

TEST_F(FrameSize, AnAspectIsTheLargestPictureInside) {
  EXPECT_EQ(size("final", film(", aspect: 2.39")), "1280x536");
  EXPECT_EQ(size("final", film(", aspect: 1")), "720x720");
  EXPECT_EQ(size("final", film(", aspect: 9/16")), "406x720");  // 405 is odd
  EXPECT_EQ(size("final", film(", resolution: [1920, 1080], aspect: 4/3")), "1440x1080");
  EXPECT_EQ(size("watch", film(", aspect: 1")), "360x360");
  EXPECT_EQ(size("watch", film(", resolution: [1000, 1000]")), "360x360");
}

TEST_F(FrameSize, PixelsAreAsWideAsTheAuthorSays) {
  EXPECT_EQ(size("final", film(", resolution: [1440, 1080], pixel_aspect: 4/3")), "1440x1080");
  EXPECT_EQ(size("final", film(", aspect: 2.4, pixel_aspect: 2")), "864x720");
  EXPECT_EQ(size("final", film(", pixel_aspect: 2")), "1280x720");
}

TEST_F(FrameSize, APresetMayBeABox) {
  write("box.yaml", "preset: box\nwidth: 100\nheight: 80\n");
  EXPECT_EQ(size(path("box.yaml"), film("")),
            "100x80");  // as it is, for a film that asks for nothing
  EXPECT_EQ(size(path("box.yaml"), film(", aspect: 2")), "100x50");
  EXPECT_EQ(size(path("box.yaml"), film(", resolution: [300, 600]")), "40x80");
}

TEST_F(FrameSize, APresetIsEitherABoxOrAShare) {
  const std::string both = write("both.yaml", "preset: both\nscale: 0.5\nwidth: 100\n");
  try {
    load_preset(both);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("both.yaml:3:8: width: found scale as well, expected one of the two"));
  }
  const std::string large = write("large.yaml", "preset: large\nscale: 8\n");
  EXPECT_THROW(sized(load_preset(large), film(", resolution: [4096, 2160]")), InputError);
}

TEST_F(FrameSize, BothEyesHaveTheFilmsResolution) {
  const std::string pair = "camera: {stereo: {separation: 1 cm";
  EXPECT_EQ(size("final", film("", pair + "}}\n")), "2560x720");
  EXPECT_EQ(size("draft", film("", pair + ", layout: top_bottom}}\n")), "480x540");
  EXPECT_EQ(size("draft", film("", pair + ", layout: separate}}\n")), "960x270");
}

// Frames that exist stay up to date.
TEST_F(FrameSize, HashesChangeWithThePicture) {
  const ShotSpec plain = film(""), same = film(", resolution: [1280, 720], pixel_aspect: 1"),
                 larger = film(", resolution: [1280, 800]"), wide = film(", pixel_aspect: 2");
  const auto hash = [](const ShotSpec& shot) {
    return picture_hash(shot, sized(load_preset("final"), shot));
  };
  EXPECT_EQ(hash(same), hash(plain));
  EXPECT_NE(hash(larger), hash(plain));
  EXPECT_NE(hash(wide), hash(plain));
  EXPECT_EQ(motion_hash(larger), motion_hash(plain));
  EXPECT_EQ(motion_hash(wide), motion_hash(plain));
  const ShotSpec pair = film("", "camera: {stereo: {separation: 1 cm}}\n");
  EXPECT_NE(hash(pair), hash(plain));
  EXPECT_EQ(motion_hash(pair), motion_hash(plain));
}

}  // namespace
}  // namespace gambol
