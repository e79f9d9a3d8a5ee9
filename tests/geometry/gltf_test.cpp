#include "geometry/gltf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.h"
#include "support/gltf_file.h"
#include "support/own_file.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

// A square of two triangles in the x-y plane, facing z.
std::string square(GltfFile& file, bool normals = true) {
  const int p = file.floats({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, 3);
  const int n = file.floats({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, 3);
  const int uv = file.floats({0, 1, 1, 1, 1, 0, 0, 0}, 2);
  const int i = file.indices({0, 1, 2, 0, 2, 3});
  return fmt::format(
      R"("meshes": [{{"primitives": [{{"attributes": {{"POSITION": {}, {}"TEXCOORD_0": {}}}, )"
      R"("indices": {}}}]}}])",
      p, normals ? fmt::format(R"("NORMAL": {}, )", n) : "", uv, i);
}

std::string refusal(const std::string& path) {
  try {
    load_mesh(path);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(LoadGltf, AppliesTheTransformsOfNodesToPlacesAndNormals) {
  GltfFile file;
  const std::string mesh = square(file);
  // Twice as long in x, then y turned to z, then moved; the second node mirrors, which would turn
  // the triangles about.
  file.write_glb(own_file(".glb"), mesh + R"(, "scenes": [{"nodes": [0]}], "nodes": [
    {"children": [1, 2], "translation": [0, 0, 5]},
    {"mesh": 0, "rotation": [0.70710678, 0, 0, 0.70710678], "scale": [2, 1, 1]},
    {"mesh": 0, "matrix": [-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]}])");
  const TriangleMesh m = load_mesh(own_file(".glb"));
  ASSERT_EQ(m.positions.size(), 8u);
  EXPECT_LT((m.positions[2] - Vec3(2, 0, 6)).norm(), 1e-6);
  EXPECT_LT((m.normals[2] - Vec3(0, -1, 0)).norm(), 1e-6);
  EXPECT_LT((m.positions[5] - Vec3(-1, 1, 5)).norm(), 1e-6);
  for (const auto& t : m.triangles) {
    const Vec3 &a = m.positions[t[0]], &b = m.positions[t[1]], &c = m.positions[t[2]];
    EXPECT_GT((b - a).cross(c - a).dot(m.normals[t[0]]), 0.5);
  }
}

TEST(LoadGltf, KeepsTextureCoordinatesWithVUpwards) {
  GltfFile file;
  file.write_glb(own_file(".glb"), square(file) + R"(, "nodes": [{"mesh": 0}])");
  const TriangleMesh m = load_mesh(own_file(".glb"));
  ASSERT_EQ(m.uvs.size(), m.positions.size());
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(m.uvs[i], Vec2(m.positions[i].head<2>()));
}

TEST(LoadGltf, MakesFacetsOfWhatHasNoNormals) {
  GltfFile file;
  file.write_glb(own_file(".glb"), square(file, false) + R"(, "nodes": [{"mesh": 0}])");
  const TriangleMesh m = load_mesh(own_file(".glb"));
  EXPECT_EQ(m.positions.size(), 6u);
  for (const Vec3& n : m.normals) EXPECT_EQ(n, Vec3::UnitZ());
}

TEST(LoadGltf, ReadsTextWithItsBufferBeside) {
  GltfFile file;
  const std::string rest = square(file) + R"(, "nodes": [{"mesh": 0}])";
  const std::filesystem::path buffer = own_file(".bin");
  file.write_gltf(own_file(".gltf"), buffer.filename(), rest);
  EXPECT_EQ(load_mesh(own_file(".gltf")).triangles.size(), 2u);
  EXPECT_EQ(mesh_files(own_file(".gltf")).size(), 2u);
  std::filesystem::remove(buffer);
  EXPECT_THAT(refusal(own_file(".gltf")),
              HasSubstr(".gltf: mesh: found a buffer in another file, expected a file of "
                        "numbers (there is none at "));
}

TEST(LoadGltf, BringsASkinToThePostureOfItsNodes) {
  GltfFile file;
  const int p = file.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, 3);
  const int j = file.joints({0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0});
  const int w = file.floats({1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0}, 4);  // the last to be halved
  std::vector<float> bind(32, 0);
  for (int i : {0, 5, 10, 15, 16, 21, 26, 31}) bind[i] = 1;
  bind[16 + 12] = -1;  // the second bone was bound at x = 1
  const int b = file.floats(bind, 16);
  file.write_glb(own_file(".glb"),
                 fmt::format(R"("meshes": [{{"primitives": [{{"attributes": {{"POSITION": {}, )"
                             R"("JOINTS_0": {}, "WEIGHTS_0": {}}}}}]}}], )"
                             R"("skins": [{{"joints": [1, 2], "inverseBindMatrices": {}}}], )"
                             R"("nodes": [{{"mesh": 0, "skin": 0, "translation": [9, 9, 9]}}, )"
                             R"({{"name": "hip", "children": [2]}}, )"
                             R"({{"name": "knee", "translation": [1, 0, 2]}}])",
                             p, j, w, b));
  const GltfMesh skin = load_gltf_skin(own_file(".glb"));
  EXPECT_EQ(skin.bones, (std::vector<std::string>{"hip", "knee"}));
  ASSERT_EQ(skin.shares.size(), 3u);
  EXPECT_LT((skin.mesh.positions[0] - Vec3(0, 0, 0)).norm(), 1e-6);
  EXPECT_LT((skin.mesh.positions[1] - Vec3(1, 0, 2)).norm(), 1e-6);  // with its bone, 2 up
  EXPECT_LT((skin.mesh.positions[2] - Vec3(0, 1, 1)).norm(), 1e-6);
  EXPECT_EQ(skin.shares[1].bone[0], 1u);
  EXPECT_NEAR(skin.shares[2].weight[0], 0.5, 1e-9);
}

TEST(LoadGltf, ReadsAllSetsOfWeightsAndKeepsTheHeaviestEight) {
  GltfFile file;
  const int p = file.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, 3);
  const int first = file.joints({0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0});
  const int more = file.joints({4, 5, 6, 7, 1, 0, 0, 0, 0, 0, 0, 0});
  const int last = file.joints({8, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  const int w = file.floats({1, 2, 3, 4, 0.5, 0, 0, 0, 1, 0, 0, 0}, 4);
  const int w1 = file.floats({5, 6, 7, 8, 0.5, 0, 0, 0, 0, 0, 0, 0}, 4);
  const int w2 = file.floats({9, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 4);
  const auto written = [&](const std::string& third) {
    std::string joints, nodes = R"({"mesh": 0, "skin": 0})";
    for (int k = 0; k < 10; ++k) {
      joints += fmt::format("{}{}", k ? ", " : "", k + 1);
      nodes += fmt::format(R"(, {{"name": "bone {}"}})", k);
    }
    return fmt::format(
        R"("meshes": [{{"primitives": [{{"attributes": {{"POSITION": {}, )"
        R"("JOINTS_0": {}, "WEIGHTS_0": {}, "JOINTS_1": {}, "WEIGHTS_1": {}{}}}}}]}}], )"
        R"("skins": [{{"joints": [{}]}}], "nodes": [{}])",
        p, first, w, more, w1, third, joints, nodes);
  };
  file.write_glb(own_file(".glb"), written(""));
  GltfMesh skin = load_gltf_skin(own_file(".glb"));
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_EQ(skin.shares[0].bone[k], k);
    EXPECT_NEAR(skin.shares[0].weight[k], (k + 1) / 36.0, 1e-9);
  }
  EXPECT_EQ(skin.shares[1].bone[1], 1u);
  EXPECT_NEAR(skin.shares[1].weight[1], 0.5, 1e-9);
  EXPECT_FALSE(skin.shares_lost);
  file.write_glb(own_file(".glb"),
                 written(fmt::format(R"(, "JOINTS_2": {}, "WEIGHTS_2": {})", last, w2)));
  skin = load_gltf_skin(own_file(".glb"));
  EXPECT_TRUE(skin.shares_lost);
  EXPECT_EQ(skin.shares[0].bone[0], 9u);
  EXPECT_EQ(skin.shares[0].bone[7], 2u);
  EXPECT_NEAR(skin.shares[0].weight[7], 3 / 52.0, 1e-9);
}

TEST(LoadGltf, NamesTheFileOfWhatIsWrong) {
  const std::string no_file = ": mesh: found no file that can be read, expected a glTF file";
  EXPECT_EQ(refusal("no/such.glb"), "no/such.glb" + no_file);
  const std::string loop = own_file("_loop.glb");
  std::filesystem::remove(loop);
  std::filesystem::create_symlink(loop, loop);
  EXPECT_EQ(refusal(loop), loop + no_file);
  EXPECT_THAT(refusal("a/mesh.fbx"), HasSubstr("an .obj, .gltf or .glb file"));
  GltfFile file;
  const std::string mesh = square(file);
  const std::string path = own_file(".glb");
  file.write_glb(path, mesh);
  EXPECT_THAT(refusal(path), HasSubstr("no triangles"));
  file.write_glb(path, mesh + R"(, "nodes": [{"mesh": 3}])");
  EXPECT_THAT(refusal(path), HasSubstr("mesh 3 of 1"));
  file.write_glb(path, mesh + R"(, "scenes": [{"nodes": [0]}], "nodes": [{"children": [0]}])");
  EXPECT_THAT(refusal(path), HasSubstr("node 0 in two places"));
  file.write_glb(path, mesh + R"(, "nodes": [{"mesh": 0}],
    "extensionsRequired": ["KHR_draco_mesh_compression"])");
  EXPECT_THAT(refusal(path), HasSubstr("KHR_draco_mesh_compression"));
}

// Whatever a file's bytes, it is read or refused.
TEST(LoadGltf, DoesNotWaitForAPipe) {
  const std::string pipe = own_file(".bin"), file = own_file(".gltf");
  std::filesystem::remove(pipe);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::ofstream(file) << R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 36, "uri": ")"
                      << std::filesystem::path(pipe).filename().string() << "\"}]}";
  EXPECT_THAT(refusal(file), HasSubstr("is a folder, pipe or device"));
  std::filesystem::remove(pipe);
}

TEST(LoadGltf, SurvivesDamage) {
  GltfFile file;
  const std::string path = own_file(".glb");
  file.write_glb(path, square(file) + R"(, "nodes": [{"mesh": 0}])");
  std::ifstream in(path, std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  int refused = 0, tried = 0;
  const auto attempt = [&](const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
    ++tried;
    refused += refusal(path) != "no error";
  };
  for (std::size_t size = 0; size < whole.size(); size += 9) attempt(whole.substr(0, size));
  for (std::size_t i = 0; i < whole.size(); i += 2) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << i % 8));
    attempt(damaged);
    damaged[i] = '9';
    attempt(damaged);
  }
  EXPECT_GT(refused, tried / 4);
}

}  // namespace
}  // namespace gambol
