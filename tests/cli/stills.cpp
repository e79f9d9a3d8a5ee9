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

TEST_F(Stills, APageHoldsThePosesThatAreThere) {
  EXPECT_EQ(gambol("simulate scenes/drop.yaml").code, 0);
  const Ran ran = gambol("view scenes/drop.yaml");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/drop/drop.html\n");
  EXPECT_EQ(ran.err, "");
  const std::string page = content(at("out/drop/drop.html"));
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page, HasSubstr("\"frames\":6,"));
  EXPECT_THAT(page, HasSubstr("THREE.OrbitControls"));
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

TEST_F(Stills, AreMadeOfEveryTake) {
  edit("scenes/drop.yaml", "camera:",
       "takes:\n"
       "  low: {figures: [{name: brick, at: [0, 0, 1 cm]}]}\n"
       "  high: {figures: [{name: brick, at: [0, 0, 3 cm]}]}\n"
       "camera:");
  for (const char* still : {"plot", "sheet", "strobe"}) {
    const std::string verb = std::string(still) + (still[0] == 'p' ? "" : " --preset tiny.yaml");
    const std::string ending = still[0] == 'p' ? std::string(".plot.svg")
                                               : std::string(".").append(still).append(".tiny.png");
    EXPECT_EQ(gambol(verb + " scenes/drop.yaml@low").out, "out/drop@low/drop@low" + ending + "\n");
    const Ran all = gambol(verb + " 'scenes/drop.yaml@*'");
    EXPECT_EQ(all.code, 0) << all.err;
    EXPECT_EQ(all.out,
              "out/drop@low/drop@low" + ending + "\nout/drop@high/drop@high" + ending + "\n");
    EXPECT_EQ(gambol(verb + " scenes/drop.yaml@lwo").code, 3);
    EXPECT_EQ(gambol(verb + " 'scenes/drop.yaml@x*'").code, 3);
  }
}

// The sixth frame and half of the fifth are missing.
TEST_F(Stills, ShowWhatASimulationHasFinishedBeforeItBlewUp) {
  edit("scenes/drop.yaml", "camera:",
       "cues: [{name: boom, at: 45 ms, push: {body: body, force: [0, 0, 1e25], over: 1 ms}}]\n"
       "camera:");
  for (const char* verb : {"plot scenes/drop.yaml", "sheet scenes/drop.yaml --preset tiny.yaml",
                           "strobe scenes/drop.yaml --preset tiny.yaml", "view scenes/drop.yaml"}) {
    const Ran ran = gambol(verb);
    EXPECT_EQ(ran.code, 4) << verb;
    EXPECT_THAT(ran.err, HasSubstr("brick: the simulation blew up at 0.045")) << verb;
    EXPECT_TRUE(fs::exists(at(ran.out.substr(0, ran.out.size() - 1)))) << ran.out;
  }
  EXPECT_TRUE(fs::exists(at("out/drop/tiny/drop.0004.png")));
  EXPECT_FALSE(fs::exists(at("out/drop/tiny/drop.0005.png")));
  const Ran late = gambol("strobe scenes/drop.yaml --preset tiny.yaml --frames 6");
  EXPECT_EQ(late.code, 4);
  EXPECT_EQ(late.out, "");
}

TEST_F(Stills, APlotOfSeveralFiguresAsksWhose) {
  edit("scenes/drop.yaml",
       "camera:", "  - {name: other, file: ../figures/brick.yaml, at: [9 cm, 0, 2 cm]}\ncamera:");
  const Ran ran = gambol("plot scenes/drop.yaml");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "--figure is missing: the shot has several, brick or other\n");
  EXPECT_EQ(gambol("plot scenes/drop.yaml --figure other").out, "out/drop/drop.plot.other.svg\n");
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
