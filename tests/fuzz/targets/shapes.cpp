// Meshes, heights, tables and pictures.

#include <cmath>

#include "base/number_table.h"
#include "figure/reading.h"
#include "fuzz/target.h"
#include "geometry/gltf.h"
#include "geometry/height_field.h"
#include "geometry/mesh.h"
#include "geometry/subdivide.h"
#include "image/image.h"
#include "image/oiio/heads.h"
#include "support/npy.h"

namespace gambol::fuzz {
namespace {

void check_mesh(const TriangleMesh& mesh) {
  if (mesh.triangles.empty()) must_not_be("a mesh of nothing");
  if (mesh.normals.size() != mesh.positions.size()) must_not_be("positions without normals");
  if (!mesh.uvs.empty() && mesh.uvs.size() != mesh.positions.size())
    must_not_be("positions without texture coordinates");
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t corner : triangle)
      if (corner >= mesh.positions.size()) must_not_be("a corner that is no position");
  for (const Vec3& p : mesh.positions)
    if (!p.allFinite()) must_not_be("a position without end");
  for (const Vec3& n : mesh.normals)
    if (!n.allFinite()) must_not_be("a normal without end");
  mass_properties(mesh, 1);
}

std::string mesh_file(const char* name) {
  return content_of(project() + "/figures/meshes/" + name);
}

}  // namespace

const Target obj = {
    "obj",
    [](const std::string& input) {
      const std::string path = put("figures/meshes/input.obj", input);
      may_refuse([&] { check_mesh(load_obj(path)); });
      may_refuse([&] {
        const PolygonMesh cage = load_obj_polygons(path);
        if (cage.faces.size() < 200) check_mesh(subdivided(cage, 1, path));
      });
    },
    [] {
      return std::vector<std::string>{
          mesh_file("jack.obj"),
          "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 1\nvn 0 0 1\nf 1/1/1 3/1/1 2/1/1\nf 1 2 4\n"
          "f -4//-1 -1//1 -2//1\nf 2 3 4\n"};
    },
    1500};

const Target gltf = {
    "gltf",
    [](const std::string& input) {
      const bool binary = input.starts_with("glTF");
      const std::string path =
          put(binary ? "figures/meshes/input.glb" : "figures/meshes/input.gltf", input);
      may_refuse([&] {
        const GltfMesh read = load_gltf_skin(path);
        check_mesh(read.mesh);
        if (!read.bones.empty() && read.shares.size() != read.mesh.positions.size())
          must_not_be("positions without bones");
        for (const BoneShares& shares : read.shares)
          for (std::size_t k = 0; k < BoneShares::most; ++k)
            if (shares.weight[k] > 0 && shares.bone[k] >= read.bones.size())
              must_not_be("a bone that is none");
      });
    },
    [] {
      // One triangle bound to two bones, and the same as text.
      const std::string json =
          R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],"nodes":[{"mesh":0,)"
          R"("skin":0},{"name":"a","children":[2],"translation":[0,0,1]},{"name":"b","rotation":)"
          R"([0,0,0,1],"scale":[1,1,-1]}],"skins":[{"joints":[1,2]}],"meshes":[{"primitives":)"
          R"([{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2},"indices":3,"mode":4}]}],)"
          R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},)"
          R"({"bufferView":1,"componentType":5121,"count":3,"type":"VEC4"},)"
          R"({"bufferView":2,"componentType":5121,"count":3,"type":"VEC4","normalized":true},)"
          R"({"bufferView":3,"componentType":5123,"count":3,"type":"SCALAR"}],"bufferViews":)"
          R"([{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":12},)"
          R"({"buffer":0,"byteOffset":48,"byteLength":12},{"buffer":0,"byteOffset":60,)"
          R"("byteLength":6}],"buffers":[{"byteLength":66,"uri":"data:application/octet-stream;)"
          R"(base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAEAAAABAAAAAQAA/wAAAIB/)"
          R"(AAD/AAAAAAABAAIA"}]})";
      std::string chunk = json;
      chunk.resize((chunk.size() + 3) / 4 * 4, ' ');
      const auto word = [](std::size_t n) {
        std::string bytes;
        for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(n >> shift & 0xff);
        return bytes;
      };
      const std::string binary =
          "glTF" + word(2) + word(20 + chunk.size()) + word(chunk.size()) + "JSON" + chunk;
      return std::vector<std::string>{json, binary, mesh_file("knot.glb").substr(0, 60000)};
    },
    1000};

// Heights of an image file, as a terrain has them.
const Target heights = {
    "heights",
    [](const std::string& input) {
      put("figures/input.png", input);
      may_refuse([&] {
        TerrainSpec terrain;
        terrain.place = {project() + "/figures/input.yaml", 1, 1};
        terrain.image = "input.png";
        terrain.spacing = 0.01;
        terrain.high = 0.1;
        Findings findings;
        const auto field = load_heights(project() + "/figures/input.yaml", terrain, 0, findings);
        findings.throw_if_any();
        if (!field) must_not_be("no heights, and no reason");
        field->under(0.001, 0.002);
        field->highest(-1, -1, 1, 1);
      });
    },
    [] { return std::vector<std::string>{content_of(project() + "/render/looks/gingham.png")}; },
    100};

const Target table = {
    "table",
    [](const std::string& input) {
      const std::string path = put("figures/input.npy", input);
      may_refuse([&] {
        const NumberTable read(path);
        if (read.rows() == 0 || read.columns().empty()) must_not_be("a table of nothing");
        if (as_text(read).empty()) must_not_be("a table without text");
      });
    },
    [] {
      return std::vector<std::string>{
          npy_header("[('name', '|S4'), ('a [m]', '<f8'), ('b [m over s]', '<f8', (2, 2))]",
                     "(1,)") +
          "abcd" + npy_numbers({1, 2, 3, 4, 5})};
    },
    5000};

// Its head, which is ours for some formats, must say what the library says. Only Targa is told by
// its name.
const Target picture = {
    "picture",
    [](const std::string& input) {
      const std::string path = put("render/looks/input.tga", input);
      may_refuse([&] {
        const Image image = read_image(path);
        if (image.pixels.size() != std::size_t(image.width) * image.height * image.channels)
          must_not_be("a picture of another size");
        const PictureHead head = read_head(path);
        if (head.width != image.width || head.height != image.height)
          must_not_be("a picture of another size than its head's");
      });
      may_refuse([&] { read_metadata(path); });
    },
    [] {
      Image image{2, 2, 3, std::vector<float>(12, 0.5f)};
      const std::string path = project() + "/seed.exr";
      write_exr(image, {}, {}, path, {{"shot", "s"}});
      return std::vector<std::string>{content_of(path), "P6\n2 1\n255\nabcdef",
                                      "PF\n1 1\n-1.0\nabcdefghijkl",
                                      "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\nabcd"};
    },
    150};

// What a picture's first bytes say, by itself: much faster than with the library behind it.
const Target picture_head = {
    "picture_head",
    [](const std::string& input) {
      const FileHead head = look_at(put("render/looks/input.tga", input));
      if (!head.format) must_not_be("a file whose name ends in .tga, and of no format");
      if (!std::isfinite(head.picture.held)) must_not_be("a picture of endless memory");
      if (head.tells_size && head.picture.width > 0 && head.picture.channels < 0)
        must_not_be("fewer channels than none");
    },
    [] {
      using namespace std::string_literals;
      const std::string webp = "RIFF\x30\0\0\0WEBP"s, rest(32, '\x11');
      return std::vector<std::string>{
          content_of(project() + "/render/looks/gingham.png").substr(0, 200),
          // A comment, a size of 7 x 5, and a scan.
          "\xff\xd8\xff\xfe\0\4hi\xff\xc2\0\x11\x08\0\5\0\7\3\1\x22\0\2\x11\1\3\x11\1\xff\xda\0\x0c\1"s,
          webp + "VP8X" + rest, webp + "VP8L" + rest, webp + "VP8 " + rest,
          "P6\n# by hand\n2 1\n255\nabcdef", "PF\n1 1\n-1.0\nabcdefghijkl"};
    },
    1000};

}  // namespace gambol::fuzz
