#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "geometry/mesh.h"

namespace gambol {
namespace {

using testing::HasSubstr;

std::string obj_file(const std::string& text) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string path = testing::TempDir() + "gambol_" + test->name() + ".obj";
  std::ofstream(path) << text;
  return path;
}

std::string refusal(const std::string& text) {
  try {
    load_obj(obj_file(text));
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

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
                        "vn 0 -1 0\nf 1//1 3//1 2//1\nf 1/7/2 2/7/2 4/7/2\n"));
  EXPECT_EQ(mesh.positions.size(), 6u);
  EXPECT_TRUE(mesh.normals[0].isApprox(-Vec3::UnitZ()));
}

TEST(LoadObj, NamesFileAndLineOfWhatIsWrong) {
  EXPECT_THAT(refusal("v 0 0 0\nv 1 0\n"), HasSubstr(".obj:2"));
  EXPECT_THAT(refusal("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n"), HasSubstr(".obj:4"));
  EXPECT_THAT(refusal("v 0 0 0\nv 1 0 0\nf 1 2\n"), HasSubstr("three vertices"));
  EXPECT_THAT(refusal("v 0 0 0\n"), HasSubstr("no faces"));
  EXPECT_THROW(load_obj("no/such.obj"), InputError);
}

}  // namespace
}  // namespace gambol
