#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "geometry/mesh.h"
#include "support/own_file.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

std::string obj_file(const std::string& text) {
  const std::string path = own_file(".obj");
  std::ofstream(path) << text;
  return path;
}

std::string refused(const std::string& path, std::size_t most = most_obj_elements) {
  try {
    load_obj(path, most);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

std::string obj_refusal(const std::string& text) { return refused(obj_file(text)); }

TEST(LoadObj, FansPolygonsAndComputesSmoothNormals) {
  const TriangleMesh mesh =
      load_obj(obj_file("# a square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
                        "f 1 2 3 -1\n"));
  EXPECT_EQ(mesh.triangles.size(), 2u);
  ASSERT_EQ(mesh.normals.size(), 4u);
  for (const Vec3& n : mesh.normals) EXPECT_TRUE(n.isApprox(Vec3::UnitZ()));
}

TEST(LoadObj, KeepsNormalsAndSplitsVerticesThatHaveTwo) {
  const TriangleMesh mesh =
      load_obj(obj_file("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 -2\n"
                        "vn 0 -1 0\nf 1//1 3//1 2//1\nf 1//2 2//2 4//2\n"));
  EXPECT_EQ(mesh.positions.size(), 6u);
  EXPECT_TRUE(mesh.normals[0].isApprox(-Vec3::UnitZ()));
}

TEST(LoadObj, KeepsTextureCoordinatesAndPartsPlacesThatHaveTwo) {
  const TriangleMesh mesh =
      load_obj(obj_file("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 1\nvt 0 0\nvt 1 0 0\nvt .5\nvt .25 .75\n"
                        "f 1/1 2/2 3/3\nf 1/4 4/2 2/2\n"));
  ASSERT_EQ(mesh.uvs.size(), 5u);  // the first place has two, the second one
  EXPECT_EQ(mesh.uvs[2], Vec2(0.5, 0));
  EXPECT_EQ(mesh.uvs[3], Vec2(0.25, 0.75));
  EXPECT_EQ(mesh.positions[3], mesh.positions[0]);
  EXPECT_TRUE(mesh.normals[3].isApprox(mesh.normals[0]));  // smooth across the seam
  EXPECT_TRUE(load_obj(obj_file("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")).uvs.empty());
}

TEST(LoadObj, NamesFileAndLineOfWhatIsWrong) {
  EXPECT_THAT(obj_refusal("v 0 0 0\nv 1 0\n"), HasSubstr(".obj:2"));
  EXPECT_THAT(obj_refusal("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n"), HasSubstr(".obj:4"));
  EXPECT_THAT(obj_refusal("v 0 0 0\nv 1 0 0\nf 1 2\n"), HasSubstr("three vertices"));
  EXPECT_THAT(obj_refusal("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2/1 3/1\n"), HasSubstr(".obj:4"));
  EXPECT_THAT(obj_refusal("v 0 0 0\nvt x\n"), HasSubstr(".obj:2"));
  EXPECT_THAT(obj_refusal("v 0 0 0\n"), HasSubstr("no faces"));
}

TEST(LoadObj, SaysThatThereIsNoFile) {
  for (const std::string& path : {std::string("no/such.obj"), testing::TempDir()})
    EXPECT_EQ(refused(path),
              path + ": mesh: found no file that can be read, expected a Wavefront OBJ file");
}

// Whatever stands before the keyword, and whatever else begins with its letter.
TEST(LoadObj, BoundsEachOfItsLists) {
  const auto of = [](const std::string& text) { return refused(obj_file(text), 9); };
  const auto most = [](int line) {
    return fmt::format(
        "{}:{}:1: mesh: found an oversized mesh, expected at most 9 each of vertices, normals, "
        "texture coordinates and corners of faces",
        obj_file(""), line);
  };
  const std::string three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n", face = " f 1 2 3\n";
  EXPECT_EQ(of(three + face + face + face + "free 1\nfree 2\n"), "no error");
  EXPECT_EQ(of(three + face + face + face + face), most(7));
  EXPECT_EQ(of(three + three + three + "v 0 0 0\n"), most(10));
  for (const std::string line : {"vn 0 0 1\n", "vt 0 0\n"}) {
    std::string ten;
    for (int i = 0; i < 10; ++i) ten += line;
    EXPECT_EQ(of(ten), most(10));
  }
}

}  // namespace
}  // namespace gambol
