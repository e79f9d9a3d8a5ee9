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
       {std::pair("--figure bric", "--figure: found \"bric\", expected brick"),
        std::pair("--from '2 m'", "--from: found \"2 m\", expected a time of the film"),
        std::pair("--from 1 --to 0.5", "found 1 s to 0.5 s, expected times between 0 and 0.25 s"),
        std::pair("--to 3", "found 0 s to 3 s"), std::pair("--format fbx", "not in {glb,csv}")}) {
    const Ran ran = gambol(std::string("export scenes/drop.yaml ") + wrong);
    EXPECT_EQ(ran.code, 2) << wrong;
    EXPECT_THAT(ran.err, HasSubstr(said)) << wrong;
  }
  EXPECT_FALSE(fs::exists(at("out/drop/drop.glb")));
}

}  // namespace
}  // namespace gambol
