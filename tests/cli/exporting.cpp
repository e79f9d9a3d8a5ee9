// `gambol export` and its options. What the file says is compared with the poses in
// tests/exchange/gltf_export.py.

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "command_line.h"

namespace gambol {
namespace {

class Exporting : public CommandLine {
 protected:
  // The JSON in the file.
  std::string json(const std::string& path) const {
    const std::string bytes = content(at(path));
    std::uint32_t size = 0;
    EXPECT_GT(bytes.size(), 20u);
    std::memcpy(&size, bytes.data() + 12, 4);
    return bytes.substr(20, size);
  }
};

TEST_F(Exporting, WritesBinaryGltf) {
  const Ran ran = gambol("export scenes/drop.yaml");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/drop/drop.glb\n");
  EXPECT_THAT(ran.err, HasSubstr("not in the file: the sky"));
  EXPECT_THAT(json("out/drop/drop.glb"),
              testing::AllOf(HasSubstr("\"name\":\"brick/body\""), HasSubstr("\"cameras\""),
                             HasSubstr("\"animations\"")));
  const std::string before = content(at("out/drop/drop.glb"));
  EXPECT_EQ(gambol("export scenes/drop.yaml").code, 0);
  EXPECT_EQ(content(at("out/drop/drop.glb")), before);
}

TEST_F(Exporting, PartsOfAFilm) {
  // Just before the end: the last frame.
  EXPECT_EQ(gambol("export scenes/drop.yaml --from 0.2499999999 --format csv").code, 0);
  const std::string last = content(at("out/drop/drop.brick.csv"));
  EXPECT_EQ(std::count(last.begin(), last.end(), '\n'), 2) << last;
  EXPECT_EQ(gambol("export scenes/drop.yaml --from '0.1 s' --to 0.2 --figure brick").code, 0);
  const std::string part = json("out/drop/drop.glb");
  // From the frame at 0.083 s to that at 0.208 s.
  EXPECT_THAT(part, HasSubstr("\"count\":3,\"type\":\"SCALAR\",\"min\":[0]"));
}

TEST_F(Exporting, WritesTablesOfJoints) {
  const Ran ran = gambol("export scenes/drop.yaml --format csv --to 0.1");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/drop/drop.brick.csv\n");
  const std::string table = content(at("out/drop/drop.brick.csv"));
  EXPECT_THAT(table, StartsWith("film_time,time,x,y,z,qw,qx,qy,qz\r\n0,0,0,0,0.02,1,0,0,0\r\n"));
  // Three frames of a film that plays four times slowed down; the box falls freely.
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 4);
  double film = 0, time = 0, x = 0, y = 0, z = 0;
  const std::size_t last = table.rfind('\n', table.size() - 2) + 1;
  ASSERT_EQ(std::sscanf(table.c_str() + last, "%lf,%lf,%lf,%lf,%lf", &film, &time, &x, &y, &z), 5);
  EXPECT_NEAR(film, 2.0 / 24, 1e-9);
  EXPECT_NEAR(time, film / 4, 1e-9);
  EXPECT_NEAR(z, 0.02 - 9.81 / 2 * time * time, 2e-4);
}

TEST_F(Exporting, RefusesWhatIsNotThere) {
  for (const auto& [wrong, said] :
       {std::pair("--figure bric",
                  "--figure: found \"bric\", expected a figure of the shot (did you mean brick?)"),
        std::pair("--from '2 m'", "--from: found \"2 m\", expected a time of the film"),
        std::pair("--from 1 --to 0.5", "found 1 s to 0.5 s, expected times between 0 and 0.25 s"),
        std::pair("--to 3", "found 0 s to 3 s"),
        std::pair("--format fbx", "not in {glb,usda,bvh,obj,csv}"),
        std::pair("--format obj --frames 7", "frame 7 is outside the shot, which has frames 1-6"),
        std::pair("--format obj --frames 1:3", "frames \"1:3\": \":\" is refused"),
        std::pair("--format obj --frames 1 --to 0.1", "--frames: expected no --from and no --to"),
        std::pair("--format obj --samples", "--samples: obj files are frames of the film"),
        std::pair("--format usda --frames 1", "--frames: expected --format obj")}) {
    const Ran ran = gambol(std::string("export scenes/drop.yaml ") + wrong);
    EXPECT_EQ(ran.code, 2) << wrong;
    EXPECT_THAT(ran.err, HasSubstr(said)) << wrong;
  }
  for (const char* ending : {"glb", "usda", "obj", "mtl"})
    EXPECT_FALSE(fs::exists(at(std::string("out/drop/drop.") + ending))) << ending;
  EXPECT_FALSE(fs::exists(at("out/drop/obj")));
}

TEST_F(Exporting, WritesUsd) {
  const Ran ran = gambol("export scenes/drop.yaml --format usda --from 0.1 --to 0.2");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/drop/drop.usda\n");
  const std::string text = content(at("out/drop/drop.usda"));
  EXPECT_THAT(text, StartsWith("#usda 1.0\n(\n    defaultPrim = \"drop\"\n"));
  // Frames count from 1, as those of pictures do: from 0.083 s to 0.167 s.
  EXPECT_THAT(text, testing::AllOf(HasSubstr("startTimeCode = 3\n"), HasSubstr("endTimeCode = 5\n"),
                                   HasSubstr("timeCodesPerSecond = 24\n"),
                                   HasSubstr("customData = { string body = \"brick/body\" }")));
}

TEST_F(Exporting, WritesEverySampleOfThePoses) {
  EXPECT_EQ(gambol("export scenes/drop.yaml --format usda --to 0.05 --samples").code, 0);
  const std::string text = content(at("out/drop/drop.usda"));
  // Four a frame, in the time codes of the film.
  EXPECT_THAT(text, testing::AllOf(HasSubstr("startTimeCode = 1\n"), HasSubstr("endTimeCode = 2\n"),
                                   HasSubstr(" 1.25: ("), HasSubstr(" 1.75: ("),
                                   HasSubstr("timeCodesPerSecond = 24\n")));
  EXPECT_EQ(gambol("export scenes/drop.yaml --format bvh --samples").code, 0);
  EXPECT_THAT(content(at("out/drop/drop.brick.bvh")),
              HasSubstr("Frames: 24\nFrame Time: 0.01041666667\n"));
}

TEST_F(Exporting, WritesAHierarchyOfJointsForEachFigure) {
  edit("scenes/drop.yaml", "at: [0, 0, 2 cm]}",
       "at: [0, 0, 2 cm]}\n  - {name: other, file: ../figures/brick.yaml, at: [1, 0, 2 cm]}");
  const Ran ran = gambol("export scenes/drop.yaml --format bvh");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/drop/drop.brick.bvh\nout/drop/drop.other.bvh\n");
  EXPECT_THAT(ran.err, HasSubstr("not in the file: shapes and skins"));
  const std::string text = content(at("out/drop/drop.other.bvh"));
  EXPECT_THAT(text, StartsWith("HIERARCHY\nROOT body\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition"));
  EXPECT_THAT(text, HasSubstr("MOTION\nFrames: 6\nFrame Time: 0.04166666667\n1 0.02 0 0 0 0\n"));
  EXPECT_EQ(gambol("export scenes/drop.yaml --format bvh --figure other").out,
            "out/drop/drop.other.bvh\n");
}

TEST_F(Exporting, WritesMeshesOfFrames) {
  const Ran one = gambol("export scenes/drop.yaml --format obj");
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(one.out, "out/drop/drop.mtl\nout/drop/drop.obj\n");
  EXPECT_THAT(content(at("out/drop/drop.obj")),
              testing::AllOf(HasSubstr("frame 1."), HasSubstr("mtllib drop.mtl\n"),
                             HasSubstr("o brick/body\n")));
  EXPECT_EQ(gambol("export scenes/drop.yaml --format obj --from 0.1 --to 0.2").out,
            "out/drop/obj/drop.mtl\nout/drop/obj/drop.0003.obj\nout/drop/obj/drop.0004.obj\n"
            "out/drop/obj/drop.0005.obj\n");
  EXPECT_EQ(gambol("export scenes/drop.yaml --format obj --frames 1-6x5").out,
            "out/drop/obj/drop.mtl\nout/drop/obj/drop.0001.obj\nout/drop/obj/drop.0006.obj\n");
}

TEST_F(Exporting, SaysWhichFileItCannotWrite) {
  for (const auto& [format, file] :
       {std::pair("glb", "drop.glb"), std::pair("usda", "drop.usda"),
        std::pair("bvh", "drop.brick.bvh"), std::pair("obj", "drop.obj"),
        std::pair("csv", "drop.brick.csv")}) {
    fs::create_directories(at("out/drop") / file);
    const Ran ran = gambol(std::string("export scenes/drop.yaml --format ") + format);
    EXPECT_EQ(ran.code, 5) << format;
    EXPECT_THAT(ran.err, HasSubstr(file)) << format;
    EXPECT_THAT(ran.out, Not(HasSubstr(file))) << format;
    EXPECT_TRUE(fs::is_empty(at("out/drop") / file)) << format;
  }
  for (const auto& entry : fs::directory_iterator(at("out/drop")))  // no temporary files
    EXPECT_NE(entry.path().filename().string().front(), '.') << entry.path();
}

}  // namespace
}  // namespace gambol
