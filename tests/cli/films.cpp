// Choices of a film: the number of its first frame, transparent pictures, codecs.

#include "cli/command_line.h"
#include "movie/output_of.h"

namespace gambol {
namespace {

class Films : public CommandLine {
 protected:
  // The pixels of the tiny preset's frame, 32x18, with alpha.
  std::string pixels(const std::string& frame) const {
    return output_of("ffmpeg -v error -i " + at("out/drop/tiny/" + frame).string() +
                     " -f rawvideo -pix_fmt rgba - </dev/null");
  }
  Ran make(const std::string& film, const std::string& more = "") const {
    edit("scenes/drop.yaml", "film: {", "film: {" + film + ", ");
    write("scenes/drop.yaml", content(at("scenes/drop.yaml")) + more);
    return gambol("make scenes/drop.yaml --preset tiny.yaml");
  }
};

TEST_F(Films, FramesHaveNumbersFromTheFirstOn) {
  ASSERT_EQ(make("first_frame: 1001").code, 0);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(at("out/drop/tiny")))
    if (entry.path().extension() == ".png") names.push_back(entry.path().filename());
  EXPECT_THAT(names,
              testing::UnorderedElementsAre("drop.1001.png", "drop.1002.png", "drop.1003.png",
                                            "drop.1004.png", "drop.1005.png", "drop.1006.png"));
  const std::string tiny = " scenes/drop.yaml --preset tiny.yaml";
  EXPECT_EQ(gambol("verify" + tiny).code, 0);
  const std::string frame = content(at("out/drop/tiny/drop.1003.png"));
  fs::remove(at("out/drop/tiny/drop.1003.png"));
  EXPECT_EQ(gambol("render" + tiny + " --frames 1003").code, 0);
  EXPECT_EQ(content(at("out/drop/tiny/drop.1003.png")), frame);
  const Ran other = gambol("render" + tiny + " --frames 3");
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("frame 3 is outside the shot, which has frames 1001-1006"));
  EXPECT_EQ(gambol("sheet" + tiny).code, 0);
  EXPECT_EQ(gambol("strobe" + tiny + " --frames 1001,1006").code, 0);
  ASSERT_EQ(gambol("export scenes/drop.yaml --format usda").code, 0);
  EXPECT_THAT(content(at("out/drop/drop.usda")), testing::AllOf(HasSubstr("startTimeCode = 1001\n"),
                                                                HasSubstr("endTimeCode = 1006\n")));
  EXPECT_THAT(gambol("export scenes/drop.yaml --format obj --frames 1002").out,
              HasSubstr("drop.1002.obj"));
}

TEST_F(Films, TheFirstFrameMovesNothing) {
  ASSERT_EQ(gambol("make scenes/drop.yaml --preset tiny.yaml").code, 0);
  const std::string poses = content(at("out/drop/poses.h5"));
  const std::string before = pixels("drop.0002.png");
  const Ran ran = make("first_frame: 11");
  EXPECT_THAT(ran.err, Not(HasSubstr("simulating")));
  EXPECT_EQ(content(at("out/drop/poses.h5")), poses);
  EXPECT_TRUE(pixels("drop.0012.png") == before);
}

TEST_F(Films, WhereTheSkyIsNotSeenPicturesAndProRes4444AreTransparent) {
  const std::string overlay =
      "overlays:\n  - {type: caption, text: M, place: [0, 0], size: [0.5, 1], text_size: 0.9}\n";
  const Ran ran =
      make("codec: prores_4444",
           "look: {sky: {seen: false}, materials: {red: {color: [1, 0, 0]}}}\n" + overlay);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/drop/drop.tiny.mov\n");
  const std::string frame = pixels("drop.0001.png");
  ASSERT_EQ(frame.size(), 4u * 32 * 18);
  const auto alpha = [&](int x, int y) {
    return std::uint8_t(frame[std::size_t(4 * (y * 32 + x) + 3)]);
  };
  EXPECT_EQ(alpha(31, 0), 0);
  int most = 0, most_in_text = 0;
  for (int y = 0; y < 18; ++y)
    for (int x = 0; x < 32; ++x) {
      most = std::max<int>(most, alpha(x, y));
      if (x < 8) most_in_text = std::max<int>(most_in_text, alpha(x, y));
    }
  EXPECT_GT(most, 250);  // the brick
  EXPECT_GT(most_in_text, 120);
  EXPECT_THAT(output_of("ffprobe -v error -show_entries stream=pix_fmt " +
                        at("out/drop/drop.tiny.mov").string()),
              HasSubstr("yuva444p"));
  // Other movies show black there.
  ASSERT_EQ(gambol("encode scenes/drop.yaml --preset tiny.yaml --codec h264").code, 0);
}

TEST_F(Films, AGifIsMadeLikeAnyMovie) {
  const Ran ran = make("codec: gif");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/drop/drop.tiny.gif\n");
  EXPECT_EQ(gambol("verify scenes/drop.yaml --preset tiny.yaml").code, 0);
  EXPECT_EQ(gambol("make scenes/drop.yaml --preset tiny.yaml").err, "");
  edit("scenes/drop.yaml", "codec: gif", "codec: gif, crf: 20");
  EXPECT_THAT(gambol("check scenes/drop.yaml").err, HasSubstr("crf: found a GIF movie"));
}

}  // namespace
}  // namespace gambol
