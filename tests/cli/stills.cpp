// Plots, contact sheets and strobes, as their user makes them.

#include "command_line.h"

namespace gambol {
namespace {

class Stills : public CommandLine {
 protected:
  // Width and height of a PNG, from its header.
  std::pair<int, int> size(const std::string& path) const {
    const std::string bytes = content(at(path));
    const auto number = [&](std::size_t i) {
      int n = 0;
      for (std::size_t k = i; k < i + 4; ++k) n = n * 256 + static_cast<unsigned char>(bytes.at(k));
      return n;
    };
    return {number(16), number(20)};
  }
};

TEST_F(Stills, APlotIsSvgOrPng) {
  Ran ran = gambol("plot scenes/drop.yaml");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/drop/drop.plot.svg\n");
  const std::string parse =
      "/usr/bin/python3 -c 'import sys, xml.dom.minidom as m;"
      "m.parse(sys.argv[1])' " +
      at("out/drop/drop.plot.svg").string();
  EXPECT_EQ(std::system(parse.c_str()), 0);
  EXPECT_THAT(content(at("out/drop/drop.plot.svg")), HasSubstr("height, mm"));
  ran = gambol("plot scenes/drop.yaml --format png");
  EXPECT_EQ(ran.out, "out/drop/drop.plot.png\n");
  EXPECT_EQ(ran.err, "");  // the poses were there
  EXPECT_EQ(size("out/drop/drop.plot.png").first, 1200);
}

TEST_F(Stills, ASheetHoldsSoManyFrames) {
  Ran ran = gambol("sheet scenes/drop.yaml --preset tiny.yaml --count 3");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/drop/drop.sheet.tiny.png\n");
  // Two in a row of 32 x 18 and a line of text.
  EXPECT_EQ(size("out/drop/drop.sheet.tiny.png"), std::pair(8 + 2 * 40, 8 + 2 * 44));
  EXPECT_FALSE(fs::exists(at("out/drop/tiny/drop.0002.png")));  // frames 1, 4 (rounded) and 6
  EXPECT_TRUE(fs::exists(at("out/drop/tiny/drop.0006.png")));
  EXPECT_FALSE(fs::exists(at("out/drop/tiny/drop.0006.exr")));
  ran = gambol("sheet scenes/drop.yaml --preset tiny.yaml --every 1");
  EXPECT_THAT(ran.err, HasSubstr("3 of 3 frames"));  // those that were missing
  EXPECT_EQ(size("out/drop/drop.sheet.tiny.png"), std::pair(8 + 3 * 40, 8 + 2 * 44));
}

TEST_F(Stills, AStrobeIsOnePictureOfThePresetsSize) {
  const Ran ran = gambol("strobe scenes/drop.yaml --preset tiny.yaml --frames 1,4,6");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/drop/drop.strobe.tiny.png\n");
  EXPECT_EQ(size("out/drop/drop.strobe.tiny.png"), std::pair(32, 18));
}

TEST_F(Stills, RefuseWhatTheyCannotMean) {
  for (const char* wrong :
       {"plot scenes/drop.yaml --format pdf", "plot scenes/drop.yaml --figure brik",
        "sheet scenes/drop.yaml --every 2 --count 3", "sheet scenes/drop.yaml --count 0",
        "strobe scenes/drop.yaml --preset tiny.yaml --frames 7"}) {
    const Ran ran = gambol(wrong);
    EXPECT_EQ(ran.code, 2) << wrong << ran.err;
    EXPECT_FALSE(fs::exists(at("out"))) << wrong;
  }
}

// An overlay is drawn onto the light that is there, and comes out as if all had been rendered.
TEST_F(Stills, AnOverlayEditAsksForPngsAlone) {
  const std::string render = "render scenes/drop.yaml --preset tiny.yaml --frames 1-2";
  gambol(render);
  const std::string png = content(at("out/drop/tiny/drop.0001.png"));
  const std::string exr = content(at("out/drop/tiny/drop.0001.exr"));
  edit("scenes/drop.yaml", "camera:",
       "overlays: [{type: caption, text: x, background: [1, 0, 0], size: [0.5, 0.5]}]\ncamera:");
  const Ran ran = gambol(render);
  EXPECT_THAT(ran.err, HasSubstr("drawing tiny"));
  EXPECT_THAT(ran.err, Not(HasSubstr("rendering")));
  EXPECT_THAT(ran.err, Not(HasSubstr("simulating")));
  EXPECT_TRUE(content(at("out/drop/tiny/drop.0001.exr")) == exr);
  const std::string drawn = content(at("out/drop/tiny/drop.0001.png"));
  EXPECT_FALSE(drawn == png);
  EXPECT_EQ(gambol(render).err, "");
  fs::remove_all(at("out"));
  gambol(render + " --no-exr");
  EXPECT_TRUE(content(at("out/drop/tiny/drop.0001.png")) == drawn);
}

}  // namespace
}  // namespace gambol
