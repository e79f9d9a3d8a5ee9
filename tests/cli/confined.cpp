// A shot is untrusted input: what it may read, and where it may write.

#include "cli/command_line.h"

namespace gambol {
namespace {

class Confined : public CommandLine {
 protected:
  // A figure that anyone could read, outside of the project.
  Confined() : outside_(folder_.string() + "_outside") {
    fs::create_directories(outside_);
    fs::copy_file(at("figures/brick.yaml"), outside_ / "brick.yaml");
  }
  ~Confined() override { fs::remove_all(outside_); }
  std::string allow() const { return " --allow-path '" + outside_.string() + "'"; }
  // A line of a file below the project that names something outside is refused where it stands.
  void expect_refused(const std::string& place) const {
    const Ran ran = gambol("check scenes/drop.yaml");
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, HasSubstr(place));
    EXPECT_THAT(ran.err, HasSubstr("leads elsewhere; --allow-path opens more folders"));
    const Ran allowed = gambol("check scenes/drop.yaml" + allow());
    EXPECT_THAT(allowed.err, Not(HasSubstr("leads elsewhere")));
  }

  fs::path outside_;
};

TEST_F(Confined, AFigureOutsideOfTheProject) {
  edit("scenes/drop.yaml", "../figures/brick.yaml",
       "../../" + outside_.filename().string() + "/brick.yaml");
  expect_refused("scenes/drop.yaml:6:25: figures[0].file: ");
  EXPECT_EQ(gambol("simulate scenes/drop.yaml" + allow()).code, 0);
}

TEST_F(Confined, ALinkThatLeadsOutside) {
  fs::remove(at("figures/brick.yaml"));
  fs::create_symlink(outside_ / "brick.yaml", at("figures/brick.yaml"));
  expect_refused("scenes/drop.yaml:6:25: figures[0].file: ");
}

TEST_F(Confined, AFolderThatIsMissingOnTheWayOut) {
  edit("scenes/drop.yaml", "../figures/brick.yaml",
       "nowhere/../../../" + outside_.filename().string() + "/brick.yaml");
  expect_refused("scenes/drop.yaml:6:25: figures[0].file: ");
}

TEST_F(Confined, AnAbsolutePath) {
  edit("scenes/drop.yaml", "../figures/brick.yaml", (outside_ / "brick.yaml").string());
  expect_refused("figures[0].file: ");
}

TEST_F(Confined, AShotThatIsExtendedOrStartedFrom) {
  edit("scenes/drop.yaml", "../figures/brick.yaml", "brick.yaml");
  fs::copy_file(at("scenes/drop.yaml"), outside_ / "drop.yaml");
  write("scenes/drop.yaml", "shot: drop\nextends: " + (outside_ / "drop.yaml").string() + "\n");
  expect_refused("scenes/drop.yaml:2:10: extends: ");
}

TEST_F(Confined, AMeshAndWhatAMeshNames) {
  std::ofstream(outside_ / "part.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  edit("figures/brick.yaml", "1 cm]}]",
       "1 cm]}]\n    visible: [{mesh: " + (outside_ / "part.obj").string() + "}]");
  expect_refused("mesh: ");
  // The file lies within, its buffer does not.
  std::ofstream(outside_ / "part.bin") << std::string(36, '\0');
  write("figures/part.gltf",
        R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
"nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
"bufferViews": [{"buffer": 0, "byteLength": 36}],
"buffers": [{"byteLength": 36, "uri": "../../)" +
            outside_.filename().string() + "/part.bin\"}]}\n");
  edit("figures/brick.yaml", (outside_ / "part.obj").string(), "part.gltf");
  const Ran ran = gambol("check scenes/drop.yaml");
  EXPECT_EQ(ran.code, 3);
  EXPECT_THAT(ran.err, HasSubstr("part.gltf: mesh: found a buffer in another file, expected "));
  EXPECT_THAT(ran.err, HasSubstr("part.bin leads elsewhere; --allow-path opens more folders"));
}

TEST_F(Confined, APictureOfALook) {
  edit("scenes/drop.yaml", "camera:",
       "look:\n  sky: {model: image, image: " + (outside_ / "sky.exr").string() + "}\ncamera:");
  expect_refused("look.sky.image: ");
}

// A playlist lies within, what it names does not.
TEST_F(Confined, WhatAPlaylistNames) {
  const std::string list = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://" +
                           (outside_ / "secret.ts").string() + "\n#EXT-X-ENDLIST\n";
  const std::string make =
      "ffmpeg -v error -f lavfi -i testsrc=size=32x16:duration=1 -f lavfi "
      "-i sine=duration=1 -pix_fmt yuv420p '" +
      (outside_ / "secret.ts").string() + "'";
  ASSERT_EQ(std::system(make.c_str()), 0);
  write("scenes/list.mp4", list);
  write("scenes/reel.yaml", "sequence: reel\nparts: [{title: hello}]\naudio: {file: list.mp4}\n");
  EXPECT_THAT(refused("check scenes/reel.yaml"), HasSubstr("audio.file: found scenes/list.mp4"));
  EXPECT_THAT(refused("make scenes/reel.yaml --preset tiny.yaml"), HasSubstr("another format"));
  const std::string plain = content(at("scenes/drop.yaml"));
  for (const char* look :
       {"look:\n  sky: {model: image, image: list.mp4}\ncamera:",
        "look:\n  materials: {a: {textures: [{type: image, file: list.mp4}]}}\ncamera:"}) {
    write("scenes/drop.yaml", plain);
    edit("scenes/drop.yaml", "camera:", look);
    const Ran ran = gambol("render scenes/drop.yaml --preset tiny.yaml");
    EXPECT_EQ(ran.code, 3) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("list.mp4: found another format"));
  }
}

// A project is the nearest folder that looks like one, whatever lies above it.
TEST_F(Confined, TheProjectIsWhereTheShotIsNotWhereOneStands) {
  const Ran ran =
      gambol("check ../" + folder_.filename().string() + "/scenes/drop.yaml", "", outside_);
  EXPECT_EQ(ran.code, 0) << ran.err;
}

// Errors tell what stands in a file.
TEST_F(Confined, TheFileThatIsNamedItself) {
  std::ofstream(outside_ / "secret") << "root: secret\n";
  fs::create_symlink(outside_ / "secret", at("scenes/link.yaml"));
  for (const char* verb : {"check", "make", "status"}) {
    const Ran ran = gambol(std::string(verb) + " scenes/link.yaml");
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, StartsWith("scenes/link.yaml: expected a file below "));
    EXPECT_THAT(ran.err, Not(HasSubstr("root")));
  }
  EXPECT_THAT(gambol("check scenes/link.yaml" + allow()).err, HasSubstr("found none"));
}

// Results lie below out/, whatever files are called.
TEST_F(Confined, NamesThatLeadOutOfTheFolderOfResults) {
  const std::string why =
      "expected a name without slashes, control characters or a leading dot: results lie in a "
      "folder of this name\n";
  for (const std::string name : {"..", ".", ".drop", "a\nb"}) {
    SCOPED_TRACE(name);
    const std::string file = "scenes/" + name + ".yaml";
    fs::copy_file(at("scenes/drop.yaml"), at(file));
    edit(file, "shot: drop\n", "");
    const Ran ran = gambol("make '" + file + "' --preset tiny.yaml");
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, testing::EndsWith(why));
  }
  edit("tiny.yaml", "tiny", "../../elsewhere");
  const Ran ran = gambol("make scenes/drop.yaml --preset tiny.yaml");
  EXPECT_EQ(ran.code, 3);
  EXPECT_EQ(ran.err, "tiny.yaml:1:9: preset: found \"../../elsewhere\", " + why);
  EXPECT_FALSE(fs::exists(at("out")));
}

// Presets, and scripts for a farm, are the project's own wherever one stands.
TEST_F(Confined, FilesOfTheProjectAreFoundFromAnywhere) {
  write("render/presets/small.yaml", content(at("tiny.yaml")));
  const Ran ran = gambol(
      "render '" + at("scenes/drop.yaml").string() + "' --frames 1 --preset small", "", outside_);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(fs::exists(at("out/drop/tiny/drop.0001.png")));  // results lie in the project
}

TEST_F(Confined, OnlyFoldersCanBeOpened) {
  EXPECT_EQ(gambol("check scenes/drop.yaml --allow-path tiny.yaml").code, 2);
  EXPECT_EQ(gambol("check scenes/drop.yaml --allow-path nowhere").code, 2);
}

}  // namespace
}  // namespace gambol
